import {
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';
import { accessErrors } from '../errors/request-errors';
import type { RedisLink } from '../redis/redis-link';

/** How many tries a key has within a time. */
export interface RateLimitRule {
  /** Names the limit within Redis; unique. */
  readonly name: string;
  readonly points: number;
  readonly seconds: number;
}

/** Counts tries by key. */
export class RateLimit {
  constructor(private readonly limiter: RateLimiterAbstract) {}

  /** Counts one try, or one that weighs more. @throws RATE_LIMITED with the seconds to wait */
  async consume(key: string, weight = 1): Promise<void> {
    try {
      await this.limiter.consume(key, weight);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      const seconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
      throw accessErrors.RATE_LIMITED({ retry_after_seconds: seconds });
    }
  }

  /** Gives a try back that turned out to be none of those that are counted. */
  async refund(key: string): Promise<void> {
    await this.limiter.reward(key);
  }

  /** Forgets all tries of a key. */
  async reset(key: string): Promise<void> {
    await this.limiter.delete(key);
  }
}

/** Makes rate limits: shared by all processes through Redis, counted by each for itself while Redis is away. */
export class RateLimits {
  constructor(private readonly link: RedisLink | undefined) {}

  create({ name, points, seconds }: RateLimitRule): RateLimit {
    const settings = { keyPrefix: `heddle:limit:${name}`, points, duration: seconds };
    const memory = new RateLimiterMemory(settings);
    if (this.link === undefined) return new RateLimit(memory);
    return new RateLimit(
      new RateLimiterRedis({
        ...settings,
        storeClient: this.link.client,
        insuranceLimiter: memory,
        rejectIfRedisNotReady: true,
      }),
    );
  }
}
