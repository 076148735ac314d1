import { hash, verify } from '@node-rs/argon2';
import { Injectable } from '@nestjs/common';
import { accessErrors } from '../../platform/errors/request-errors';

/** OWASP's parameters for argon2id, the library's default kind: 19 MiB, two passes, one lane; about 26 ms. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** More than these at a time would only make everybody wait. */
const MAX_PENDING = 32;

/** Hashes and checks passwords, and refuses work rather than letting it pile up. */
@Injectable()
export class Passwords {
  private pending = 0;
  private decoy: Promise<string> | undefined;

  /** @throws RATE_LIMITED when too many are being hashed already */
  hash(password: string): Promise<string> {
    return this.bounded(() => hash(password, PARAMETERS));
  }

  /**
   * Whether a password fits. For an account that does not exist it takes just as long, so that nobody learns by the
   * clock which addresses have accounts.
   * @throws RATE_LIMITED when too many are being checked already
   */
  verify(storedHash: string | undefined, password: string): Promise<boolean> {
    return this.bounded(async () => {
      if (storedHash !== undefined) return verify(storedHash, password);
      this.decoy ??= hash('nobody has this password', PARAMETERS);
      await verify(await this.decoy, password);
      return false;
    });
  }

  private async bounded<T>(work: () => Promise<T>): Promise<T> {
    if (this.pending >= MAX_PENDING) throw accessErrors.RATE_LIMITED({ retry_after_seconds: 1 });
    this.pending += 1;
    try {
      return await work();
    } finally {
      this.pending -= 1;
    }
  }
}
