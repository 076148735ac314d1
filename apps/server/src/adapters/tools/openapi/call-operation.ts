import type { FilesPort, HttpPort, HttpResponse, ToolResult } from '@heddle/engine';
import type { Json } from '@heddle/model';
import { mediaTypeOf, statusFailure, textOf } from '../http-text';
import { keepFile } from '../kept-file';
import { withoutCredential } from '../service-access';
import { operationRequest, type OperationCall } from './operation-request';

/** What calls of operations go through. */
export interface OperationMeans {
  readonly http: HttpPort;
  readonly files: FilesPort;
  readonly signal: AbortSignal;
}

const TEXT =
  /^(?:text\/|application\/(?:.*\+)?(?:json|xml|javascript|yaml|x-yaml|x-ndjson|x-www-form-urlencoded)$)/;

const isText = (response: HttpResponse): boolean => {
  if (/^\s*attachment/i.test(response.headers['content-disposition'] ?? '')) return false;
  const type = mediaTypeOf(response);
  return type === '' || TEXT.test(type);
};

function fileNameOf({ headers, url }: HttpResponse): string {
  const disposition = headers['content-disposition'] ?? '';
  const named =
    /filename\*=utf-8''([^;]+)/i.exec(disposition)?.[1] ?? /filename="?([^";]+)/i.exec(disposition)?.[1];
  const { pathname } = new URL(url);
  const name = named ?? pathname.slice(pathname.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(name).trim() || 'file';
  } catch {
    return name;
  }
}

function parsed(text: string, response: HttpResponse): Json {
  const type = mediaTypeOf(response);
  if (!/json/.test(type) && !/^\s*[[{]/.test(text)) return null;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}

/**
 * Calls an operation of a service.
 * @throws TOOL_ARGUMENTS_INVALID, TOOL_FAILED for an error status, and what the ports throw
 */
export async function callOperation(
  call: OperationCall,
  { http, files, signal }: OperationMeans,
): Promise<ToolResult> {
  const request = await operationRequest(call, files);
  const response = await http.request(request, signal);
  if (response.body.byteLength > 0 && !isText(response) && response.status < 400) {
    const mimeType = mediaTypeOf(response) || 'application/octet-stream';
    const file = await keepFile(files, call.workspaceId, {
      name: fileNameOf(response),
      mimeType,
      bytes: response.body,
    });
    return { text: '', json: null, files: [file] };
  }
  const text = withoutCredential(textOf(response), call.access);
  if (response.status >= 400) throw statusFailure(call.tool, response, text);
  return { text, json: parsed(text, response), files: [] };
}
