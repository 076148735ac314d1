import type { RetryPolicy } from '@heddle/model';

/** Jitter spreads a wait over this share of it. */
const JITTER_SHARE = 0.5;

/** How long to wait before the attempt that follows attempt number `attempt` (from 1). */
export function retryDelayMs(
  policy: RetryPolicy,
  attempt: number,
  random: () => number = Math.random,
): number {
  const grown =
    policy.backoff === 'exponential' ? policy.interval_ms * 2 ** (attempt - 1) : policy.interval_ms;
  const delay = Math.min(grown, policy.max_interval_ms);
  return policy.jitter ? Math.round(delay * (1 - JITTER_SHARE * random())) : delay;
}
