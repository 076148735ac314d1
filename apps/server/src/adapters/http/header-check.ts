import { ALLOWED_METHODS, httpErrors } from './http-errors';

/** Those that belong to the connection, and Host, which would let a request pretend to be for somebody else. */
const CONNECTION_HEADERS: ReadonlySet<string> = new Set([
  'host',
  'connection',
  'content-length',
  'expect',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

const NAME_PATTERN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const VALUE_PATTERN = /^[\t\x20-\x7e\x80-\xff]*$/;

function problemOf(name: string, value: string): string | undefined {
  if (!NAME_PATTERN.test(name)) return "its name may hold letters, digits and !#$%&'*+-.^_`|~ only";
  if (CONNECTION_HEADERS.has(name.toLowerCase())) return 'it is set by the connection itself';
  if (/[\r\n]/.test(value)) return 'its value holds a line break';
  if (value.includes('\0')) return 'its value holds a NUL character';
  return VALUE_PATTERN.test(value) ? undefined : 'its value holds characters outside of Latin-1';
}

/** Passes headers that a request may carry. @throws HEADER_NOT_ALLOWED, with the name */
export function checkedHeaders(
  headers: readonly (readonly [string, string])[],
): readonly (readonly [string, string])[] {
  for (const [name, value] of headers) {
    const reason = problemOf(name, value);
    if (reason !== undefined)
      throw httpErrors.HEADER_NOT_ALLOWED({ header: JSON.stringify(name).slice(1, -1), reason });
  }
  return headers;
}

/** A method that a request may have. */
export type HttpMethod = (typeof ALLOWED_METHODS)[number];

/** Reads a method in any case. @throws METHOD_NOT_ALLOWED */
export function checkedMethod(text: string): HttpMethod {
  const method = ALLOWED_METHODS.find((allowed) => allowed === text.trim().toUpperCase());
  if (method === undefined) throw httpErrors.METHOD_NOT_ALLOWED({ method: text });
  return method;
}
