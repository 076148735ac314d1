import { ownValue } from '@heddle/model';
import type { FlowError, JsonObject } from '@heddle/model';
import type { ChildOutcome } from './pool/child-outcome';
import type { JobLimits } from './jobs';
import { sandboxErrors } from './errors';

/** What a failed job was, as far as its errors depend on it. */
export interface FailedJob {
  readonly kind: 'code' | 'template' | 'expression' | 'regex' | 'document';
  readonly limits: JobLimits;
}

type Factory = (details: JsonObject) => FlowError;

const LAST_LINES = 20;

const isTemplate = (job: FailedJob): boolean => job.kind === 'template' || job.kind === 'expression';

function limitError(limit: 'timeout' | 'memory', job: FailedJob): FlowError {
  if (job.kind === 'document') {
    return limit === 'timeout'
      ? sandboxErrors.DOC_LIMIT({ what: 'milliseconds of reading', limit: job.limits.timeoutMs })
      : sandboxErrors.DOC_LIMIT({ what: 'memory for reading' });
  }
  if (limit === 'timeout') {
    const details = { timeout_ms: job.limits.timeoutMs };
    return isTemplate(job) ? sandboxErrors.TEMPLATE_TIMEOUT(details) : sandboxErrors.CODE_TIMEOUT(details);
  }
  const details = { memory_mb: job.limits.memoryMb };
  return isTemplate(job)
    ? sandboxErrors.TEMPLATE_TOO_LARGE(details)
    : sandboxErrors.CODE_OUT_OF_MEMORY(details);
}

function problemError(outcome: ChildOutcome & { kind: 'problem' }, job: FailedJob): FlowError {
  const factory = ownValue<unknown>(sandboxErrors, outcome.code) as Factory | undefined;
  if (factory === undefined)
    return sandboxErrors.SANDBOX_UNAVAILABLE({ reason: 'its process gave a strange answer' });
  const logs = outcome.logs.length > 0 ? { logs: outcome.logs.slice(-LAST_LINES) } : {};
  const limits = outcome.code === 'CODE_TIMEOUT' ? { timeout_ms: job.limits.timeoutMs } : {};
  return factory({ ...outcome.details, ...limits, ...logs });
}

/** The error that a caller sees for a job that ended without a value. */
export function errorOf(outcome: Exclude<ChildOutcome, { kind: 'value' }>, job: FailedJob): FlowError {
  switch (outcome.kind) {
    case 'problem':
      return problemError(outcome, job);
    case 'limit':
      return limitError(outcome.limit, job);
    case 'unavailable':
      return sandboxErrors.SANDBOX_UNAVAILABLE({ reason: outcome.reason });
  }
}
