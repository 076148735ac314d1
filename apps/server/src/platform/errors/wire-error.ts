import { isFlowError, type ErrorCategory, type FlowError } from '@heddle/model';
import { HttpException } from '@nestjs/common';
import { MAX_BODY_BYTES } from '../http/body-limit';
import { errorOfDatabase } from './database-errors';
import { platformErrors, requestErrors } from './request-errors';

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

function errorOfHttp(exception: HttpException): FlowError {
  switch (exception.getStatus()) {
    case 404:
      return requestErrors.NOT_FOUND({ what: 'this address' }, exception);
    case 413:
      return requestErrors.BODY_TOO_LARGE({ limit: MAX_BODY_BYTES }, exception);
    case 415:
      return requestErrors.CONTENT_TYPE({ expected: 'application/json' }, exception);
    default:
      return exception.getStatus() < 500
        ? requestErrors.REQUEST_INVALID({ reason: exception.message }, exception)
        : platformErrors.INTERNAL({}, exception);
  }
}

/** Puts anything that was thrown into one of our errors; what nobody expected is INTERNAL. */
export function toFlowError(exception: unknown): FlowError {
  if (isFlowError(exception)) return exception;
  if (exception instanceof HttpException) return errorOfHttp(exception);
  return errorOfDatabase(exception) ?? platformErrors.INTERNAL({}, exception);
}

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
