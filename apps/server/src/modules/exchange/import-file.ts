import { MAX_IMPORT_BYTES } from '@heddle/contracts';
import type { FastifyRequest } from 'fastify';
import { requestErrors } from '../../platform/errors/request-errors';
import { receiveFile } from '../files/upload';

const decoder = new TextDecoder('utf-8', { fatal: true });

async function bytesOf(request: FastifyRequest): Promise<Uint8Array> {
  const { body } = request;
  if (Buffer.isBuffer(body)) return body;
  if (!request.isMultipart()) return new Uint8Array();
  return receiveFile(request, MAX_IMPORT_BYTES, async (part) => {
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of part.file as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength;
      if (size > MAX_IMPORT_BYTES) throw requestErrors.BODY_TOO_LARGE({ limit: MAX_IMPORT_BYTES });
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  });
}

/** The file of a request, as its body or as an upload. @throws BODY_TOO_LARGE and what uploads throw */
export async function importFile(request: FastifyRequest): Promise<Uint8Array> {
  const bytes = await bytesOf(request);
  if (bytes.byteLength > MAX_IMPORT_BYTES) throw requestErrors.BODY_TOO_LARGE({ limit: MAX_IMPORT_BYTES });
  return bytes;
}

/** The text of a file. @throws INPUT_BAD_CHARACTER when it is not UTF-8 */
export function importText(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch (error) {
    throw requestErrors.INPUT_BAD_CHARACTER({ path: '' }, error);
  }
}
