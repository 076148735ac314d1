import type { HttpPort, HttpRequest, HttpResponse } from '@heddle/engine';
import type { Json } from '@heddle/model';
import { untilAborted } from './until-aborted';

/** An answer in short: JSON or text as body, 200 and no headers unless said otherwise. */
export interface ScriptedResponse {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: Json;
  readonly text?: string;
  readonly bytes?: Uint8Array;
  readonly url?: string;
  /** Thrown instead of answering. */
  readonly error?: Error;
  /** Never answers until aborted. */
  readonly isHanging?: boolean;
}

/** One answer, or a function of the request and the number of requests before it. */
export type HttpScript = ScriptedResponse | ((request: HttpRequest, index: number) => ScriptedResponse);

/** An HTTP port that follows a script and remembers what it was asked. */
export interface FakeHttp extends HttpPort {
  readonly requests: readonly HttpRequest[];
}

function bodyOf(response: ScriptedResponse): Uint8Array {
  if (response.bytes) return response.bytes;
  return Buffer.from(response.json === undefined ? (response.text ?? '') : JSON.stringify(response.json));
}

function wholeResponse(response: ScriptedResponse, request: HttpRequest): HttpResponse {
  const type = response.json === undefined ? 'text/plain; charset=utf-8' : 'application/json';
  return {
    status: response.status ?? 200,
    headers: { 'content-type': type, ...response.headers },
    body: bodyOf(response),
    url: response.url ?? request.url,
  };
}

/** Makes an HTTP port that answers request after request by the scripts; the last one repeats. */
export function fakeHttp(...scripts: HttpScript[]): FakeHttp {
  const requests: HttpRequest[] = [];
  return {
    requests,
    async request(request, signal) {
      signal.throwIfAborted();
      const index = requests.push(request) - 1;
      const script = scripts[Math.min(index, scripts.length - 1)] ?? {};
      const response = typeof script === 'function' ? script(request, index) : script;
      if (response.isHanging) await untilAborted(signal);
      signal.throwIfAborted();
      if (response.error) throw response.error;
      return wholeResponse(response, request);
    },
  };
}
