import { checkedUrl } from './url-check';
import type { HttpMethod } from './header-check';
import type { EncodedBody } from './request-body';

/** One request of a chain of redirects. */
export interface Hop {
  readonly method: HttpMethod;
  readonly url: URL;
  /** The host as it was written, in the request or in a `Location`. */
  readonly typed: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: EncodedBody | undefined;
}

const REDIRECT_STATUSES: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Headers that say nothing about who sends them; all others stay behind when a redirect leaves the origin. */
const ANONYMOUS_HEADERS: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'user-agent',
]);

const BODY_HEADERS = /^content-/i;

/** The address that an answer sends the request on to. */
export const redirectTarget = (status: number, location: string | undefined): string | undefined =>
  REDIRECT_STATUSES.has(status) && location ? location : undefined;

function nextMethod(method: HttpMethod, status: number): HttpMethod {
  if (status === 303) return method === 'HEAD' ? 'HEAD' : 'GET';
  return (status === 301 || status === 302) && method === 'POST' ? 'GET' : method;
}

/** The request that follows a redirect: without credentials and body when it leaves the origin. @throws as checkedUrl */
export function nextHop(hop: Hop, status: number, location: string): Omit<Hop, 'typed'> {
  const url = checkedUrl(location, hop.url);
  const method = nextMethod(hop.method, status);
  const isSameOrigin = url.origin === hop.url.origin;
  const body = isSameOrigin && method === hop.method ? hop.body : undefined;
  const headers = hop.headers.filter(([name]) =>
    isSameOrigin ? body !== undefined || !BODY_HEADERS.test(name) : ANONYMOUS_HEADERS.has(name.toLowerCase()),
  );
  return { method, url, headers, body };
}
