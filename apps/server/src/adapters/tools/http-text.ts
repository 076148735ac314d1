import type { HttpRequest, HttpResponse } from '@heddle/engine';
import type { Json } from '@heddle/model';
import type { ToolMeans } from './builtin/builtin-tool';
import { toolErrors } from './tool-errors';

/** How long another server may take for a tool. */
export const TOOL_TIMEOUT_MS = 30_000;
/** The largest answer of another server, decompressed. */
export const MAX_ANSWER_BYTES = 5 * 1024 * 1024;

/** Statuses after which asking again may help. */
const PASSING: ReadonlySet<number> = new Set([408, 425, 429]);

/** The type of an answer, in small letters and without parameters. */
export const mediaTypeOf = ({ headers }: HttpResponse): string =>
  (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';

/** An answer as text, in the character set that it says it has. */
export function textOf(response: HttpResponse): string {
  const charset = /charset="?([\w-]+)/i.exec(response.headers['content-type'] ?? '')?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(charset).decode(response.body);
  } catch {
    // An unknown character set: UTF-8 is the best guess, and never throws.
    return new TextDecoder().decode(response.body);
  }
}

/** The failure that an error status is, with the beginning of what the server says about it. */
export function statusFailure(tool: string, response: HttpResponse, text = textOf(response)): Error {
  const { status } = response;
  const said = text.slice(0, 500).trim();
  const reason = `the service answered with status ${status}${said === '' ? '' : `: ${said}`}`;
  const error = toolErrors.TOOL_FAILED({ tool, reason, status });
  const isPassing = status >= 500 || PASSING.has(status);
  return isPassing ? error : Object.assign(error, { isRetryable: false });
}

/** A request with the bounds that tools have. */
export const toolRequest = (
  request: Pick<HttpRequest, 'method' | 'url'> & Partial<HttpRequest>,
): HttpRequest => ({
  timeoutMs: TOOL_TIMEOUT_MS,
  maxBytes: MAX_ANSWER_BYTES,
  followRedirects: true,
  verifyTls: true,
  ...request,
});

/** What a service is asked with. */
interface AskMeans extends Pick<ToolMeans, 'http' | 'signal'> {
  /** Hides credentials in what the service says about a failure. */
  readonly hide?: (text: string) => string;
}

/** Asks a service that answers in JSON. @throws TOOL_FAILED for an error status or another answer */
export async function askJson(
  tool: string,
  request: Pick<HttpRequest, 'method' | 'url'> & Partial<HttpRequest>,
  { http, signal, hide = (text) => text }: AskMeans,
): Promise<Json> {
  const response = await http.request(toolRequest(request), signal);
  if (response.status >= 400) throw statusFailure(tool, response, hide(textOf(response)));
  try {
    return JSON.parse(textOf(response)) as Json;
  } catch (error) {
    throw toolErrors.TOOL_FAILED({ tool, reason: 'the service did not answer in JSON' }, error);
  }
}
