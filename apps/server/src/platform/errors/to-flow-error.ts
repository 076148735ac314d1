import { isFlowError, type FlowError } from '@heddle/model';
import { HttpException } from '@nestjs/common';
import { MAX_BODY_BYTES } from '../http/body-limit';
import { errorOfDatabase } from './database-errors';
import { platformErrors, requestErrors } from './request-errors';

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
