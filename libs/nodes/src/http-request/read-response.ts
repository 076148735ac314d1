import type { FilesPort, FileValue, HttpResponse } from '@heddle/engine';
import type { Json, JsonObject } from '@heddle/model';

const TEXT_TYPES =
  /^(?:text\/|application\/(?:.*\+)?(?:json|xml|javascript|yaml|x-yaml|x-ndjson|x-www-form-urlencoded)$)/;
const JSON_TYPE = /^(?:application|text)\/(?:.*\+)?json$/;

const mediaType = (response: HttpResponse): string =>
  (response.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';

function decode(response: HttpResponse): string {
  const charset = /charset="?([\w-]+)/i.exec(response.headers['content-type'] ?? '')?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(charset).decode(response.body);
  } catch {
    // An unknown character set: UTF-8 is the best guess, and never throws.
    return new TextDecoder().decode(response.body);
  }
}

const isUtf8 = (bytes: Uint8Array): boolean => {
  try {
    return !new TextDecoder('utf-8', { fatal: true }).decode(bytes).includes('\0');
  } catch {
    return false;
  }
};

/** Whether an answer is meant to be kept as a file rather than read as text. */
function isFileLike(response: HttpResponse): boolean {
  if (response.body.byteLength === 0) return false;
  if (/^\s*attachment/i.test(response.headers['content-disposition'] ?? '')) return true;
  const type = mediaType(response);
  if (type === '') return !isUtf8(response.body);
  return !TEXT_TYPES.test(type);
}

function fileNameOf(response: HttpResponse): string {
  const disposition = response.headers['content-disposition'] ?? '';
  const encoded = /filename\*=(?:utf-8|iso-8859-1)''([^;]+)/i.exec(disposition)?.[1];
  const plain = /filename="?([^";]+)/i.exec(disposition)?.[1];
  const address = URL.canParse(response.url) ? new URL(response.url).pathname : '';
  const name = encoded ?? plain ?? address.slice(address.lastIndexOf('/') + 1);
  return decodeName(name).trim() || 'download';
}

const decodeName = (name: string): string => {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
};

function parseBody(raw: string, response: HttpResponse): Json {
  const type = mediaType(response);
  const mayBeJson = JSON_TYPE.test(type) || ((type === '' || type === 'text/plain') && /^\s*[[{]/.test(raw));
  if (!mayBeJson) return raw;
  try {
    return JSON.parse(raw) as Json;
  } catch {
    return raw;
  }
}

const fileOutput = (file: FileValue): JsonObject => ({ ...file }) as JsonObject;

/** The outputs of the node for an answer; one that is a file is saved and leaves the texts empty. */
export async function readResponse(
  response: HttpResponse,
  store: { readonly files: FilesPort; readonly workspaceId: string },
): Promise<JsonObject> {
  const headers: JsonObject = { ...response.headers };
  const outputs = { status_code: response.status, headers };
  if (!isFileLike(response)) {
    const raw = decode(response);
    return { ...outputs, body: parseBody(raw, response), raw, files: [] };
  }
  const saved = await store.files.save(store.workspaceId, {
    name: fileNameOf(response),
    mimeType: mediaType(response) || 'application/octet-stream',
    bytes: response.body,
  });
  return { ...outputs, body: '', raw: '', files: [fileOutput(saved)] };
}
