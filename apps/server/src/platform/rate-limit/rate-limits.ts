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

type Count = (limiter: RateLimiterAbstract) => Promise<unknown>;

/** A refusal as a value; anything else that a limiter throws is a failure. */
const refusalOf = async (counting: Promise<unknown>): Promise<RateLimiterRes | undefined> => {
  try {
    await counting;
    return undefined;
  } catch (thrown) {
    if (thrown instanceof RateLimiterRes) return thrown;
    throw thrown;
  }
};

/** Counts tries by key: in Redis for all processes together, within this one while Redis does not answer. */
export class RateLimit {
  private readonly memory: RateLimiterMemory;
  private readonly shared: RateLimiterRedis | undefined;

  constructor(
    { name, points, seconds }: RateLimitRule,
    private readonly link: RedisLink | undefined,
  ) {
    const settings = { keyPrefix: `heddle:limit:${name}`, points, duration: seconds };
    this.memory = new RateLimiterMemory(settings);
    this.shared = link && new RateLimiterRedis({ ...settings, storeClient: link.client });
  }

  /** Counts one try, or one that weighs more. @throws RATE_LIMITED with the seconds to wait */
  async consume(key: string, weight = 1): Promise<void> {
    const refusal = await this.count((limiter) => limiter.consume(key, weight));
    if (refusal === undefined) return;
    throw accessErrors.RATE_LIMITED({
      retry_after_seconds: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)),
    });
  }

  /** Gives a try back that turned out to be none of those that are counted. */
  async refund(key: string): Promise<void> {
    await this.count((limiter) => limiter.reward(key));
  }

  /** Forgets all tries of a key. */
  async reset(key: string): Promise<void> {
    await this.count((limiter) => limiter.delete(key));
  }

  private async count(work: Count): Promise<RateLimiterRes | undefined> {
    const { link, shared, memory } = this;
    const answer = link && shared && (await link.attempt(() => refusalOf(work(shared))));
    return answer === undefined ? refusalOf(work(memory)) : answer.value;
  }
}

/** Makes rate limits. */
export class RateLimits {
  constructor(private readonly link: RedisLink | undefined) {}

  create(rule: RateLimitRule): RateLimit {
    return new RateLimit(rule, this.link);
  }
}
