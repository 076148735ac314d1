/** What the server says with an error, besides its text. */
export interface ApiErrorDetails {
  readonly node_id?: string;
  readonly path?: string;
  readonly [key: string]: unknown;
}

interface ApiErrorInit {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly details?: ApiErrorDetails;
  readonly requestId?: string | undefined;
  readonly cause?: unknown;
}

/** Code of an {@link ApiError} when no answer came at all. */
export const NETWORK_ERROR = 'NETWORK_UNREACHABLE';

/** A request that failed; recognise it by `code`, never by its text. */
export class ApiError extends Error {
  /** 0 when no answer came. */
  readonly status: number;
  readonly code: string;
  readonly details: ApiErrorDetails;
  /** Finds the request in the server's log. */
  readonly requestId: string | undefined;

  constructor(init: ApiErrorInit) {
    super(init.message, { cause: init.cause });
    this.name = 'ApiError';
    this.status = init.status;
    this.code = init.code;
    this.details = init.details ?? {};
    this.requestId = init.requestId;
  }
}

/** Recognises an error of the API, optionally one code of them. */
export const isApiError = (error: unknown, code?: string): error is ApiError =>
  error instanceof ApiError && (code === undefined || error.code === code);

/** Whether a request ended because its caller gave it up. */
export const isAborted = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError';

/** Reads the error out of an answer; a proxy's HTML page becomes an error with the status as its code. */
export async function errorOfResponse(response: Response): Promise<ApiError> {
  const body = await readJson(response);
  const requestId = text(body['request_id']) ?? response.headers.get('x-request-id') ?? undefined;
  return new ApiError({
    status: response.status,
    code: text(body['code']) ?? `HTTP_${response.status}`,
    message: text(body['message']) ?? `${response.status} ${response.statusText}`.trim(),
    details: isRecord(body['details']) ? body['details'] : {},
    requestId,
  });
}

async function readJson(response: Response): Promise<Record<string, unknown>> {
  try {
    const body: unknown = await response.json();
    return isRecord(body) ? body : {};
  } catch {
    return {};
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;
