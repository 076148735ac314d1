import { isFlowError, type FlowError } from '@heddle/model';
import { APIConnectionError, APIError } from 'openai';
import { errorCode, failureReason } from '../http/failure-reason';
import type { AnswerReader } from './answer-reader';
import { chatErrors, rateLimited, upstreamError } from './chat-errors';
import { contextLength } from './context-length';
import { maskSecret } from './mask-secret';
import { providerName, type ResolvedModel } from './resolved-model';
import { retryAfterMs } from './retry-after';

const MAX_REASON_LENGTH = 500;
const HTML = /^\s*(?:\d{3}\s+)?<(?:!doctype|html|head|body)/i;
const PASSING_STATUSES: ReadonlySet<number> = new Set([408, 409, 425]);

/** What is known when an attempt fails. */
export interface FailedAttempt {
  readonly model: ResolvedModel;
  readonly reader: AnswerReader;
  /** Wall time, to read dates in `Retry-After`. */
  readonly now: number;
}

/** A refusal by the provider, read once and with the key masked. */
interface Refusal {
  readonly status: number | undefined;
  readonly code: string;
  readonly reason: string;
  readonly isPage: boolean;
  readonly retryAfter: number | undefined;
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

function readRefusal(error: APIError, { model, now }: FailedAttempt): Refusal {
  const body = error.error as { message?: unknown; type?: unknown } | string | undefined;
  const inner = typeof body === 'object' ? textOf(body?.message) : textOf(body);
  const message = inner ?? error.message.replace(/^\d{3} /, '');
  return {
    status: error.status,
    code: textOf(error.code) ?? textOf(error.type) ?? '',
    reason: maskSecret(message, model.apiKey).slice(0, MAX_REASON_LENGTH),
    isPage: HTML.test(message),
    retryAfter: retryAfterMs(error.headers, now),
  };
}

const isAuthFailure = ({ code, status }: Refusal): boolean =>
  status === 401 || status === 403 || code === 'invalid_api_key' || code === 'authentication_error';

const isRateLimit = ({ code, status }: Refusal): boolean =>
  status === 429 ||
  code === 'rate_limit_exceeded' ||
  code === 'rate_limit_error' ||
  code === 'insufficient_quota';

/** A page instead of JSON is a wrong address, unless a gateway excuses a server that is down. */
const isWrongAddress = ({ isPage, status }: Refusal): boolean =>
  isPage && (status === undefined || status < 500);

const isPassing = (status: number | undefined): boolean =>
  status === undefined || status >= 500 || PASSING_STATUSES.has(status);

function otherRefusal(refusal: Refusal, { model, reader }: FailedAttempt): FlowError {
  const { code, reason, status } = refusal;
  const provider = providerName(model);
  const isRedirect = status !== undefined && status >= 300 && status < 400;
  const said = isRedirect ? 'it redirects elsewhere, which is not followed; correct its base URL' : reason;
  return upstreamError({
    message: `${provider} ${status === undefined ? 'reported an error' : `answered ${status}`}: ${said}`,
    isRetryable: isPassing(status),
    details: {
      provider,
      ...(status === undefined ? {} : { status }),
      ...(code === '' ? {} : { upstream_code: code }),
      ...(reader.text === '' ? {} : { partial_text: reader.text }),
      ...(refusal.retryAfter === undefined ? {} : { retry_after_ms: refusal.retryAfter }),
    },
  });
}

function refusalError(refusal: Refusal, attempt: FailedAttempt): FlowError {
  const provider = providerName(attempt.model);
  if (isAuthFailure(refusal)) return chatErrors.PROVIDER_AUTH_FAILED({ provider, reason: refusal.reason });
  const tooLong = contextLength(refusal.code, refusal.reason);
  if (tooLong) return chatErrors.CONTEXT_TOO_LONG({ ...tooLong, model: attempt.model.model });
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
    ? chatErrors.UPSTREAM_NOT_A_MODEL_API({ provider })
    : otherRefusal(refusal, attempt);
}

/** An error of ours, however deep the SDK and fetch have wrapped it. */
function ownError(error: unknown): FlowError | undefined {
  if (isFlowError(error)) return error;
  return error instanceof Error && error.cause !== undefined ? ownError(error.cause) : undefined;
}

function unreachable(error: unknown, { model, reader }: FailedAttempt): FlowError {
  const provider = providerName(model);
  const own = ownError(error);
  if (own?.code === 'SSRF_BLOCKED') return chatErrors.PROVIDER_URL_NOT_ALLOWED({ provider });
  if (own) return own;
  return upstreamError({
    message: `${provider} could not be reached: ${failureReason(error)}.`,
    isRetryable: true,
    details: { provider, ...(reader.text === '' ? {} : { partial_text: reader.text }) },
  });
}

/** Says in our words why an attempt failed. Keys never get into it, whatever the provider sends back. */
export function attemptFailure(error: unknown, attempt: FailedAttempt): unknown {
  const own = ownError(error);
  if (own && own.code !== 'SSRF_BLOCKED') return own;
  if (error instanceof APIConnectionError || own) return unreachable(error, attempt);
  if (error instanceof APIError) return refusalError(readRefusal(error, attempt), attempt);
  if (error instanceof SyntaxError) return attempt.reader.truncated('a part of it is not JSON');
  // What carries no code of the runtime is no broken connection but a mistake of ours, which must not pass for one.
  return errorCode(error) === undefined ? error : attempt.reader.truncated(failureReason(error));
}
