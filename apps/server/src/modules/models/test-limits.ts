import { Injectable } from '@nestjs/common';
import { RateLimits, type RateLimit } from '../../platform/rate-limit/rate-limits';

/** Tests cost money and knock at addresses, so a workspace has so many of them. */
@Injectable()
export class TestLimits {
  private readonly limit: RateLimit;

  constructor(limits: RateLimits) {
    this.limit = limits.create({ name: 'model-tests', points: 120, seconds: 60 });
  }

  /** @throws RATE_LIMITED */
  count(workspaceId: string): Promise<void> {
    return this.limit.consume(workspaceId);
  }
}
