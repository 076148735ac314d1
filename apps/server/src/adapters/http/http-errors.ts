import { defineErrors } from '@heddle/model';

/** The methods that nodes may send. */
export const ALLOWED_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const;

/** How many redirects are followed. */
export const MAX_REDIRECTS = 5;

const shortened = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)}…` : text);

const asSize = (bytes: number): string =>
  bytes >= 1_048_576 ? `${Math.round(bytes / 104_857.6) / 10} MiB` : `${bytes} bytes`;

/** What can go wrong between a node and another server; the answer itself is never an error. */
export const httpErrors = defineErrors({
  URL_INVALID: {
    category: 'user',
    message: ({ url, reason }: { url: string; reason: string }) =>
      `'${shortened(url)}' is not a usable URL: ${reason}.`,
  },
  URL_SCHEME_NOT_ALLOWED: {
    category: 'user',
    message: ({ url }: { url: string }) => `'${shortened(url)}' must begin with http:// or https://.`,
  },
  SSRF_BLOCKED: {
    category: 'forbidden',
    message: ({ host }: { host: string }) =>
      `'${shortened(host)}' is not allowed: it leads to a private, local or reserved address.`,
  },
  TOO_MANY_REDIRECTS: {
    category: 'operational',
    isRetryable: false,
    message: ({ limit }: { limit: number }) => `The server redirected more than ${limit} times.`,
  },
  HEADER_NOT_ALLOWED: {
    category: 'user',
    message: ({ header, reason }: { header: string; reason: string }) =>
      `The header '${shortened(header)}' is not allowed: ${reason}.`,
  },
  METHOD_NOT_ALLOWED: {
    category: 'user',
    message: ({ method }: { method: string }) =>
      `The method '${shortened(method)}' is not allowed; use ${ALLOWED_METHODS.join(', ')}.`,
  },
  RESPONSE_TOO_LARGE: {
    category: 'operational',
    isRetryable: false,
    message: ({ limit_bytes }: { limit_bytes: number }) =>
      `The answer is over ${asSize(limit_bytes)} after decompression.`,
  },
  HTTP_TIMEOUT: {
    category: 'operational',
    status: 504,
    message: ({ host, limit_ms }: { host: string; limit_ms: number }) =>
      `'${shortened(host)}' took longer than ${limit_ms} ms in total.`,
  },
  HTTP_FAILED: {
    category: 'operational',
    message: ({ host, reason }: { host: string; reason: string }) =>
      `'${shortened(host)}' could not be used: ${reason}.`,
  },
  HTTP_ALLOW_INVALID: {
    category: 'user',
    message: ({ entry }: { entry: string }) =>
      `HEDDLE_HTTP_ALLOW: '${entry}' is not a host, an address or a CIDR, each optionally with :port.`,
  },
});
