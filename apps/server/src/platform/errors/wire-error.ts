import type { ErrorCategory, FlowError } from '@heddle/model';

const STATUS_OF_CATEGORY: Readonly<Record<ErrorCategory, number>> = {
  user: 400,
  forbidden: 403,
  operational: 502,
  internal: 500,
  // Nobody waits for this answer any more; proxies log it by this number.
  cancelled: 499,
};

/** The error as clients read it. */
export interface WireErrorBody {
  readonly code: string;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly request_id: string;
}

/** The HTTP status of an error. */
export const statusOf = (error: FlowError): number => error.status ?? STATUS_OF_CATEGORY[error.category];

/** What a client may see of an error: of our own mistakes only the request id. */
export function wireErrorOf(error: FlowError, requestId: string): WireErrorBody {
  const isOurs = error.category === 'internal';
  return {
    code: error.code,
    message: isOurs
      ? 'something went wrong on our side; the log has it under this request id'
      : error.message,
    details: isOurs ? {} : error.details,
    request_id: requestId,
  };
}
