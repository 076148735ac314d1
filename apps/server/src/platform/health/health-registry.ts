import { Injectable } from '@nestjs/common';

const CHECK_TIMEOUT_MS = 2_000;

/** How one part is: `degraded` works in a lesser way, `down` does not work. */
export interface PartHealth {
  readonly status: 'ok' | 'degraded' | 'down';
  readonly reason?: string;
}

/** The state of the whole, which is that of its worst part. */
export interface Health extends PartHealth {
  readonly parts: Readonly<Record<string, PartHealth>>;
}

type Check = () => PartHealth | Promise<PartHealth>;

const RANK = { ok: 0, degraded: 1, down: 2 } as const;

const timeout = (): Promise<PartHealth> =>
  new Promise((resolve) => {
    const late = { status: 'down', reason: `no answer within ${CHECK_TIMEOUT_MS} ms` } as const;
    setTimeout(() => resolve(late), CHECK_TIMEOUT_MS).unref();
  });

async function perform(check: Check): Promise<PartHealth> {
  try {
    return await Promise.race([check(), timeout()]);
  } catch (error) {
    return { status: 'down', reason: error instanceof Error ? error.message : String(error) };
  }
}

/** Where each part of the server says how it can be asked for its state. */
@Injectable()
export class HealthRegistry {
  private readonly checks = new Map<string, Check>();

  /** Adds a part, under the name that `/readyz` shows. */
  register(name: string, check: Check): void {
    this.checks.set(name, check);
  }

  /** Asks all parts at once. */
  async report(): Promise<Health> {
    const states = await Promise.all(
      [...this.checks].map(async ([name, check]) => [name, await perform(check)] as const),
    );
    const worst = states.reduce<PartHealth['status']>(
      (sofar, [, { status }]) => (RANK[status] > RANK[sofar] ? status : sofar),
      'ok',
    );
    return { status: worst, parts: Object.fromEntries(states) };
  }
}
