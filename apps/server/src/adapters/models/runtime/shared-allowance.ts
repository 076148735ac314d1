import { isFlowError } from '@heddle/model';
import type { RateLimit, RateLimits } from '../../../platform/rate-limit/rate-limits';
import type { Allowance } from './target-limits';

/** Counts allowances in Redis for all processes together, within this process where there is none. */
export class SharedAllowance implements Allowance {
  readonly #limits = new Map<number, RateLimit>();

  constructor(readonly rates: RateLimits) {}

  async take(key: string, perMinute: number, amount: number): Promise<number> {
    try {
      await this.#limit(perMinute).consume(key, amount);
      return 0;
    } catch (error) {
      const seconds = isFlowError(error, 'RATE_LIMITED') ? error.details['retry_after_seconds'] : undefined;
      if (typeof seconds !== 'number') throw error;
      return seconds * 1_000;
    }
  }

  #limit(perMinute: number): RateLimit {
    const known = this.#limits.get(perMinute);
    if (known) return known;
    const limit = this.rates.create({ name: `model:${perMinute}`, points: perMinute, seconds: 60 });
    this.#limits.set(perMinute, limit);
    return limit;
  }
}
