import { Injectable } from '@nestjs/common';
import { type RateLimit, RateLimits } from '../../platform/rate-limit/rate-limits';

const WINDOW_SECONDS = 15 * 60;

/** What is counted: one address trying one account, and one address trying any. */
interface Attempt {
  readonly email: string;
  readonly address: string;
}

const accountKey = ({ email, address }: Attempt): string => `${address} ${email}`;

/** Counts wrong logins before anything is hashed; right ones are given back. */
@Injectable()
export class LoginLimits {
  private readonly byAccount: RateLimit;
  private readonly byAddress: RateLimit;

  constructor(limits: RateLimits) {
    this.byAccount = limits.create({ name: 'login-account', points: 10, seconds: WINDOW_SECONDS });
    this.byAddress = limits.create({ name: 'login-address', points: 100, seconds: WINDOW_SECONDS });
  }

  /** @throws RATE_LIMITED */
  async count(attempt: Attempt): Promise<void> {
    await Promise.all([this.byAccount.consume(accountKey(attempt)), this.byAddress.consume(attempt.address)]);
  }

  async succeeded(attempt: Attempt): Promise<void> {
    await Promise.all([this.byAccount.reset(accountKey(attempt)), this.byAddress.refund(attempt.address)]);
  }
}
