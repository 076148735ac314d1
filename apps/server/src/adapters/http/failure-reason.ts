const REASONS: Readonly<Record<string, string>> = {
  HTTP_PARSER: 'its answer is not HTTP',
  ENOTFOUND: 'its name is unknown',
  EAI_AGAIN: 'its name could not be looked up',
  ECONNREFUSED: 'it refused the connection',
  ECONNRESET: 'it closed the connection',
  EPIPE: 'it closed the connection',
  EHOSTUNREACH: 'it is not reachable',
  ENETUNREACH: 'it is not reachable',
  ETIMEDOUT: 'the connection took too long',
  UND_ERR_CONNECT_TIMEOUT: 'the connection took too long',
  UND_ERR_SOCKET: 'it closed the connection',
  UND_ERR_HEADERS_OVERFLOW: 'its headers are too large',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'its answer is incomplete',
};

/** Errors of the runtime carry a code, at times on a cause or on the first of several attempts. */
interface RuntimeError {
  readonly name?: unknown;
  readonly code?: unknown;
  readonly cause?: unknown;
  readonly errors?: readonly unknown[];
}

/** The code of a runtime error, wherever it stands. */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { cause, code, errors, name } = error as RuntimeError;
  if (name === 'HTTPParserError') return 'HTTP_PARSER';
  return typeof code === 'string' ? code : errorCode(cause ?? errors?.[0]);
}

/** Says in words why a connection failed, without addresses that the caller has not typed. */
export function failureReason(error: unknown): string {
  const code = errorCode(error);
  if (code === undefined) return 'the connection failed';
  if (/^(?:CERT_|ERR_TLS|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(code))
    return `its certificate is not valid (${code})`;
  if (code.startsWith('ERR_SSL')) return `it does not speak TLS (${code})`;
  return REASONS[code] ?? `the connection failed (${code})`;
}
