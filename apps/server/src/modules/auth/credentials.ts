import { Injectable } from '@nestjs/common';
import { LoginLimits } from './login-limits';
import { Passwords } from './passwords';
import type { UserEntity } from './user.entity';

/** A password as somebody gave it. */
export interface GivenPassword {
  readonly email: string;
  readonly password: string;
  /** Where the request comes from. */
  readonly address: string;
}

/** Checks passwords that people give, not too often. */
@Injectable()
export class Credentials {
  constructor(
    private readonly passwords: Passwords,
    private readonly limits: LoginLimits,
  ) {}

  /** Gives the account when the password is its own. `find` is asked only within the limits. @throws RATE_LIMITED */
  async check(
    { email, password, address }: GivenPassword,
    find: () => Promise<UserEntity | null>,
  ): Promise<{ readonly account: UserEntity | null; readonly isRight: boolean }> {
    await this.limits.count({ email, address });
    const account = await find();
    const isRight = await this.passwords.verify(account?.password_hash, password);
    if (isRight) await this.limits.succeeded({ email, address });
    return { account, isRight };
  }
}
