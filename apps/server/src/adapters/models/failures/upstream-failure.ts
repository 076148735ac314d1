import { isFlowError, type FlowError } from '@heddle/model';
import { errorCode, failureReason } from '../../http/failure-reason';
import type { ModelTarget } from '../model-target';
import { PageInstead, ProviderUnreachable, UpstreamRefusal } from '../wire/upstream-refusal';
import { contextLength } from './context-length';
import { modelErrors, rateLimited, upstreamError } from './model-errors';
import { readRefusal, type Refusal } from './read-refusal';

const PASSING_STATUSES: ReadonlySet<number> = new Set([408, 409, 425]);
const AUTH_STATUSES: ReadonlySet<number | undefined> = new Set([401, 403]);
const AUTH_CODES: ReadonlySet<string> = new Set([
  'invalid_api_key',
  'authentication_error',
  'permission_error',
  'UNAUTHENTICATED',
  'PERMISSION_DENIED',
]);
/** Gemini refuses keys as bad requests. */
const AUTH_PHRASE = /^(?:api key not valid|invalid api[- ]?key)/i;
const LIMIT_CODES: ReadonlySet<string> = new Set([
  'rate_limit_exceeded',
  'rate_limit_error',
  'RESOURCE_EXHAUSTED',
  'insufficient_quota',
]);

/** What is known when an attempt fails. */
export interface FailedAttempt {
  readonly target: ModelTarget;
  /** The text that had come. */
  readonly text: string;
  /** Wall time, to read dates in `Retry-After`. */
  readonly now: number;
}

const isAuthFailure = ({ code, reason, status }: Refusal): boolean =>
  AUTH_STATUSES.has(status) || AUTH_CODES.has(code) || AUTH_PHRASE.test(reason);

const isRateLimit = ({ code, status }: Refusal): boolean => status === 429 || LIMIT_CODES.has(code);

/** A page instead of JSON is a wrong address, unless a gateway excuses a server that is down. */
const isWrongAddress = ({ isPage, status }: Refusal): boolean =>
  isPage && (status === undefined || status < 500);

const isPassing = (status: number | undefined): boolean =>
  status === undefined || status >= 500 || PASSING_STATUSES.has(status);

function otherRefusal(refusal: Refusal, { target, text }: FailedAttempt): FlowError {
  const { code, reason, status } = refusal;
  const { provider } = target;
  const isRedirect = status !== undefined && status >= 300 && status < 400;
  const said = isRedirect ? 'it redirects elsewhere, which is not followed; correct its base URL' : reason;
  return upstreamError({
    message: `${provider} ${status === undefined ? 'reported an error' : `answered ${status}`}: ${said}`,
    isRetryable: isPassing(status),
    details: {
      provider,
      ...(status === undefined ? {} : { status }),
      ...(code === '' ? {} : { upstream_code: code }),
      ...(text === '' ? {} : { partial_text: text }),
      ...(refusal.retryAfter === undefined ? {} : { retry_after_ms: refusal.retryAfter }),
    },
  });
}

function refusalError(refusal: Refusal, attempt: FailedAttempt): FlowError {
  const { model, provider } = attempt.target;
  if (isAuthFailure(refusal)) return modelErrors.PROVIDER_AUTH_FAILED({ provider, reason: refusal.reason });
  const tooLong = contextLength(refusal.code, refusal.reason);
  if (tooLong) return modelErrors.CONTEXT_TOO_LONG({ ...tooLong, model });
  if (isRateLimit(refusal)) {
    return rateLimited({
      message: `${provider} allows no more requests: ${refusal.reason}`,
      // Money does not come back by waiting.
      isRetryable: refusal.code !== 'insufficient_quota',
      details: {
        provider,
        ...(refusal.retryAfter === undefined ? {} : { retry_after_ms: refusal.retryAfter }),
      },
    });
  }
  return isWrongAddress(refusal)
    ? modelErrors.UPSTREAM_NOT_A_MODEL_API({ provider })
    : otherRefusal(refusal, attempt);
}

/** An error of ours, however deep fetch has wrapped it. */
function ownError(error: unknown): FlowError | undefined {
  if (isFlowError(error)) return error;
  return error instanceof Error && error.cause !== undefined ? ownError(error.cause) : undefined;
}

function unreachable(error: unknown, { target: { provider } }: FailedAttempt): FlowError {
  return upstreamError({
    message: `${provider} could not be reached: ${failureReason(error)}.`,
    isRetryable: true,
    details: { provider },
  });
}

const truncated = (reason: string, { text }: FailedAttempt): FlowError =>
  modelErrors.UPSTREAM_TRUNCATED({ partial_text: text, reason });

/** Says in our words why an attempt failed. Keys never get into it, whatever the provider sends back. */
export function attemptFailure(error: unknown, attempt: FailedAttempt): unknown {
  const { provider } = attempt.target;
  const own = ownError(error);
  if (own) return own.code === 'SSRF_BLOCKED' ? modelErrors.PROVIDER_URL_NOT_ALLOWED({ provider }) : own;
  if (error instanceof UpstreamRefusal) {
    return refusalError(readRefusal(error, attempt.target.apiKeys, attempt.now), attempt);
  }
  if (error instanceof PageInstead) return modelErrors.UPSTREAM_NOT_A_MODEL_API({ provider });
  if (error instanceof ProviderUnreachable) return unreachable(error, attempt);
  if (error instanceof SyntaxError) return truncated('a part of it is not JSON', attempt);
  // What carries no code of the runtime is no broken connection but a mistake of ours, which must not pass for one.
  return errorCode(error) === undefined ? error : truncated(failureReason(error), attempt);
}
