import { Busboy } from '@fastify/busboy';
import type { FileValue } from '@heddle/engine';
import type { Json, JsonObject } from '@heddle/model';
import { requestErrors } from '../../platform/errors/request-errors';
import { parseJsonBody } from '../../platform/http/json-body';
import { fileErrors } from '../files/file-errors';

/** Keeps a file of a request. */
export type KeepFile = (file: {
  readonly name: string;
  readonly mimeType: string;
  readonly bytes: Uint8Array;
}) => Promise<FileValue>;

const MAX_FIELDS = 200;
const MAX_FILES = 10;
const MAX_FIELD_BYTES = 1024 * 1024;

const decoder = new TextDecoder('utf-8', { fatal: true });

function textOf(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch (error) {
    throw requestErrors.INPUT_BAD_CHARACTER({ path: '' }, error);
  }
}

/** Collects values by name: a name that comes once has its value, one that comes again a list. */
export function gatherFields(entries: Iterable<readonly [string, Json]>): JsonObject {
  const byName = new Map<string, Json[]>();
  for (const [name, value] of entries) {
    // As in JSON bodies: copied onto an object, it would change that object's prototype.
    if (name === '__proto__') continue;
    byName.set(name, [...(byName.get(name) ?? []), value]);
  }
  return Object.fromEntries(
    [...byName].map(([name, values]) => [name, values.length === 1 ? (values[0] ?? null) : values]),
  );
}

function parseForm(bytes: Uint8Array): JsonObject {
  const entries = [...new URLSearchParams(textOf(bytes))];
  if (entries.length > MAX_FIELDS) {
    throw requestErrors.INPUT_TOO_LONG({ path: '', size: entries.length, limit: MAX_FIELDS });
  }
  return gatherFields(entries);
}

interface FormFile {
  readonly field: string;
  readonly name: string;
  readonly mimeType: string;
  readonly bytes: Uint8Array;
}

interface FormParts {
  readonly fields: readonly (readonly [string, string])[];
  readonly files: readonly FormFile[];
}

const TOO_MANY = `it has more than ${MAX_FIELDS} fields or ${MAX_FILES} files`;

function readParts(type: string, bytes: Uint8Array): Promise<FormParts> {
  return new Promise((resolve, reject) => {
    const refuse = (reason: string, cause?: unknown): void =>
      reject(fileErrors.MULTIPART_INVALID({ reason }, cause));
    const fields: [string, string][] = [];
    const files: FormFile[] = [];
    const reader = new Busboy({
      headers: { 'content-type': type },
      limits: { fields: MAX_FIELDS, files: MAX_FILES, fieldSize: MAX_FIELD_BYTES },
    });
    reader.on('field', (name, value, ...[, isCut]) => {
      if (isCut) refuse(`the field "${name.slice(0, 100)}" is too long`);
      fields.push([name, value]);
    });
    reader.on('file', (field, stream, ...[name, , mimeType]) => {
      const chunks: Uint8Array[] = [];
      stream.on('data', (chunk: Uint8Array) => void chunks.push(chunk));
      stream.on('end', () => void files.push({ field, name, mimeType, bytes: Buffer.concat(chunks) }));
      stream.on('error', (error) => refuse('it has a broken part', error));
    });
    for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) {
      reader.on(limit, () => refuse(TOO_MANY));
    }
    reader.on('error', (error) => refuse('it ends early or has a broken part', error));
    reader.on('finish', () => resolve({ fields, files }));
    reader.end(bytes);
  });
}

async function parseMultipart(type: string, bytes: Uint8Array, keep: KeepFile): Promise<JsonObject> {
  const { fields, files } = await readParts(type, bytes).catch((error: unknown) => {
    throw error instanceof Error && !('code' in error)
      ? fileErrors.MULTIPART_INVALID({ reason: error.message }, error)
      : error;
  });
  const kept: [string, Json][] = [];
  for (const { field, ...file } of files) kept.push([field, { ...(await keep(file)) }]);
  return gatherFields([...fields, ...kept]);
}

const isText = (type: string): boolean =>
  type.startsWith('text/') || type === 'application/xml' || type.endsWith('+xml');

/**
 * Reads the body of a webhook's request as its type says; text when it says nothing.
 * @throws CONTENT_TYPE, MULTIPART_INVALID, FILE_EMPTY and what is wrong with JSON
 */
export async function readWebhookBody(
  contentType: string | undefined,
  bytes: Uint8Array,
  keep: KeepFile,
): Promise<Json> {
  if (bytes.length === 0) return null;
  const type = (contentType ?? 'text/plain').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (type === 'application/json' || type.endsWith('+json')) return (parseJsonBody(bytes) ?? null) as Json;
  if (type === 'application/x-www-form-urlencoded') return parseForm(bytes);
  if (type === 'multipart/form-data') return parseMultipart(contentType ?? '', bytes, keep);
  if (isText(type)) return textOf(bytes);
  throw requestErrors.CONTENT_TYPE({ expected: 'JSON, a form, multipart/form-data or text' });
}
