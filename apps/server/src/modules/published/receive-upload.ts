import type { MultipartFile } from '@fastify/multipart';
import { DEFAULT_CALLER, MAX_CALLER_TEXT, storableText } from '@heddle/contracts';
import { isFlowError } from '@heddle/model';
import type { FastifyRequest } from 'fastify';
import { isNativeError } from 'node:util/types';
import { requestErrors } from '../../platform/errors/request-errors';
import { fileErrors } from '../files/file-errors';
import { publishedErrors } from './published-errors';

const isOutOfRoom = (error: unknown): boolean =>
  isFlowError(error) || (isNativeError(error) && 'syscall' in error);

/** @throws INPUT_TOO_LONG */
function userOf(value: unknown): string {
  if (typeof value !== 'string' || value === '') return DEFAULT_CALLER;
  if (value.length > MAX_CALLER_TEXT)
    throw requestErrors.INPUT_TOO_LONG({ path: 'user', size: value.length, limit: MAX_CALLER_TEXT });
  return storableText(value);
}

/** A file that is refused is read to its end all the same: nothing behind it would arrive otherwise. */
async function keepOrDrain<Kept>(
  part: MultipartFile,
  keep: (part: MultipartFile) => Promise<Kept>,
): Promise<Kept> {
  try {
    return await keep(part);
  } catch (error) {
    part.file.resume();
    throw error;
  }
}

/**
 * Takes the file of a form while it arrives, and the user, whom forms name before or after it.
 * @throws NO_FILE_UPLOADED, MULTIPART_INVALID, FILE_TOO_LARGE
 */
export async function receiveUpload<Kept>(
  request: FastifyRequest,
  keep: (part: MultipartFile) => Promise<Kept>,
): Promise<{ kept: Kept; user: string }> {
  if (!request.isMultipart()) throw publishedErrors.NO_FILE_UPLOADED({});
  let kept: { readonly value: Kept } | undefined;
  let user: unknown;
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') user = part.fieldname === 'user' ? part.value : user;
      else if (kept === undefined && part.fieldname === 'file')
        kept = { value: await keepOrDrain(part, keep) };
      else part.file.resume();
    }
  } catch (error) {
    if (isOutOfRoom(error)) throw error;
    throw fileErrors.MULTIPART_INVALID({ reason: 'it ends early or has a broken part' }, error);
  }
  if (kept === undefined) throw publishedErrors.NO_FILE_UPLOADED({});
  return { kept: kept.value, user: userOf(user) };
}
