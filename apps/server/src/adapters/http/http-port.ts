import type { HttpPort, HttpRequest, HttpResponse } from '@heddle/engine';
import { isFlowError } from '@heddle/model';
import { request as send, type Agent, type Dispatcher } from 'undici';
import { startDeadline } from './deadline';
import { failureReason } from './failure-reason';
import { createGuardedAgent, type GuardedAgentOptions } from './guarded-agent';
import { checkedHeaders, checkedMethod } from './header-check';
import { httpErrors, MAX_REDIRECTS } from './http-errors';
import { nextHop, redirectTarget, type Hop } from './redirect';
import { encodeBody } from './request-body';
import { ACCEPTED_ENCODINGS, decodableLayers, readBody } from './response-body';
import { checkedUrl, typedHost } from './url-check';

/** An HTTP port with connections of its own. */
export interface GuardedHttp extends HttpPort {
  /** Closes idle connections and waits for the others. */
  close(): Promise<void>;
}

/** Whether a `Location` names a host of its own. */
const isAbsolute = (location: string): boolean => /^(?:[a-z][a-z0-9+.-]*:|[/\\]{2})/i.test(location.trim());

type Headers = Dispatcher.ResponseData['headers'];

const headerText = (value: string | string[] | undefined): string => [value ?? []].flat().join(', ');

function flatHeaders(headers: Headers, isDecoded: boolean): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]): [string, string] => [name, headerText(value)]);
  // They describe the body as it was sent, which is no longer what the caller is given.
  return Object.fromEntries(
    entries.filter(([name]) => !(isDecoded && /^content-(?:encoding|length)$/.test(name))),
  );
}

function withDefaults(
  headers: readonly (readonly [string, string])[],
  contentType: string | undefined,
): [string, string][] {
  const given = new Set(headers.map(([name]) => name.toLowerCase()));
  const defaults: [string, string | undefined][] = [
    ['accept', '*/*'],
    ['accept-encoding', ACCEPTED_ENCODINGS],
    ['user-agent', 'Heddle'],
    ['content-type', contentType],
  ];
  const missing = defaults.filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !given.has(entry[0]),
  );
  return [...headers.map(([name, value]): [string, string] => [name, value]), ...missing];
}

function firstHop(request: HttpRequest): Hop {
  const method = checkedMethod(request.method);
  const url = checkedUrl(request.url);
  const body = request.body && encodeBody(request.body);
  const headers = withDefaults(checkedHeaders(request.headers ?? []), body?.contentType);
  return { method, url, typed: typedHost(request.url), headers, body };
}

async function sendHop(agent: Agent, hop: Hop, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
  try {
    return await send(hop.url, {
      dispatcher: agent,
      method: hop.method,
      headers: hop.headers.flatMap(([name, value]) => [name, value]),
      body: hop.body?.bytes ?? null,
      signal,
    });
  } catch (error) {
    if (isFlowError(error, 'SSRF_BLOCKED')) throw httpErrors.SSRF_BLOCKED({ host: hop.typed });
    throw error;
  }
}

async function readResponse(
  response: Dispatcher.ResponseData,
  hop: Hop,
  maxBytes: number,
): Promise<HttpResponse> {
  const { body, headers, statusCode } = response;
  const isEmpty = hop.method === 'HEAD' || statusCode === 204 || statusCode === 304;
  const layers = decodableLayers(headerText(headers['content-encoding'])) ?? [];
  if (!isEmpty && Number(headers['content-length']) > maxBytes) {
    throw httpErrors.RESPONSE_TOO_LARGE({ limit_bytes: maxBytes });
  }
  return {
    status: statusCode,
    headers: flatHeaders(headers, layers.length > 0),
    body: await readBody(body, isEmpty ? [] : layers, { maxBytes, host: hop.typed }),
    url: hop.url.href,
  };
}

async function follow(agent: Agent, request: HttpRequest, signal: AbortSignal): Promise<HttpResponse> {
  let hop = firstHop(request);
  for (let redirects = 0; ; redirects += 1) {
    const response = await sendHop(agent, hop, signal);
    const location = redirectTarget(response.statusCode, headerText(response.headers.location));
    try {
      if (location === undefined || !request.followRedirects)
        return await readResponse(response, hop, request.maxBytes);
      if (redirects >= MAX_REDIRECTS) throw httpErrors.TOO_MANY_REDIRECTS({ limit: MAX_REDIRECTS });
      const typed = isAbsolute(location) ? typedHost(location) : hop.typed;
      hop = { ...nextHop(hop, response.statusCode, location), typed };
    } finally {
      response.body.on('error', () => undefined).destroy();
    }
  }
}

/** Makes the port through which nodes reach other servers. */
export function createHttpPort(options: Omit<GuardedAgentOptions, 'verifyTls'>): GuardedHttp {
  const verifying = createGuardedAgent({ ...options, verifyTls: true });
  const trusting = createGuardedAgent({ ...options, verifyTls: false });
  return {
    async request(request, signal) {
      signal.throwIfAborted();
      const host = typedHost(request.url);
      const deadline = startDeadline(signal, request.timeoutMs);
      try {
        return await follow(request.verifyTls ? verifying : trusting, request, deadline.signal);
      } catch (error) {
        if (deadline.isOver) throw httpErrors.HTTP_TIMEOUT({ host, limit_ms: request.timeoutMs }, error);
        signal.throwIfAborted();
        if (isFlowError(error)) throw error;
        throw httpErrors.HTTP_FAILED({ host, reason: failureReason(error) }, error);
      } finally {
        deadline.end();
      }
    },
    close: async () => void (await Promise.all([verifying.close(), trusting.close()])),
  };
}
