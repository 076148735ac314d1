import type { MultipartFile } from '@fastify/multipart';
import { isFlowError } from '@heddle/model';
import type { FastifyRequest } from 'fastify';
import { isNativeError } from 'node:util/types';
import { requestErrors } from '../../platform/errors/request-errors';
import { fileErrors } from './file-errors';

/** Room for the parts of a form around the file itself. */
const FORM_OVERHEAD_BYTES = 1024 * 1024;

const declaredLength = (request: FastifyRequest): number => Number(request.headers['content-length'] ?? 0);

const isOutOfRoom = (error: unknown): boolean =>
  isFlowError(error) || (isNativeError(error) && 'syscall' in error);

const invalid = (error: unknown): unknown =>
  isOutOfRoom(error)
    ? error
    : fileErrors.MULTIPART_INVALID({ reason: 'it ends early or has a broken part' }, error);

async function filePartOf(request: FastifyRequest): Promise<MultipartFile> {
  try {
    const part = await request.file();
    if (part !== undefined) return part;
  } catch (error) {
    throw invalid(error);
  }
  throw fileErrors.MULTIPART_INVALID({ reason: 'it has no file' });
}

/**
 * Hands the one file of a multipart request to `keep` while it arrives.
 * @throws CONTENT_TYPE, MULTIPART_INVALID, FILE_TOO_LARGE
 */
export async function receiveFile<T>(
  request: FastifyRequest,
  maxBytes: number,
  keep: (part: MultipartFile) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart())
    throw requestErrors.CONTENT_TYPE({ expected: 'multipart/form-data with a file' });
  if (declaredLength(request) > maxBytes + FORM_OVERHEAD_BYTES) {
    throw fileErrors.FILE_TOO_LARGE({ limit_bytes: maxBytes });
  }
  const part = await filePartOf(request);
  try {
    return await keep(part);
  } catch (error) {
    part.file.resume();
    throw invalid(error);
  }
}
