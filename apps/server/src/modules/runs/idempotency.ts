import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { createHash } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { AppLogger } from '../../platform/logging/app-logger';
import { runErrors } from './run-errors';
import { createRunId } from './run-id';

const MAX_KEY_LENGTH = 255;
const KEPT = `interval '24 hours'`;
const TIDY_EVERY_MS = 3_600_000;

/** A key that has run out is taken as if it had never been used. */
const CLAIM = `
INSERT INTO idempotency_keys AS k (caller, key, workspace_id, body_hash, run_id) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (caller, key) DO UPDATE
  SET body_hash = excluded.body_hash, run_id = excluded.run_id, created_at = now()
  WHERE k.created_at < now() - ${KEPT}
RETURNING run_id`;
const READ = 'SELECT body_hash, run_id FROM idempotency_keys WHERE caller = $1 AND key = $2';

/** A request that carries an Idempotency-Key. */
export interface RepeatableRequest {
  /** The API key or account. */
  readonly caller: string;
  readonly workspaceId: string;
  readonly key: string;
  /** What must be the same for the request to be the same. */
  readonly content: unknown;
}

/** Which run a request means, and whether it is the first to ask for it. */
export interface Claim {
  readonly runId: string;
  readonly isFirst: boolean;
}

/** Remembers for a day which run each repeated request means. */
@Injectable()
export class Idempotency implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly logger: AppLogger,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => this.tidy(), TIDY_EVERY_MS).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  /** @throws IDEMPOTENCY_KEY_REUSED, IDEMPOTENCY_KEY_INVALID */
  async claim({ caller, workspaceId, key, content }: RepeatableRequest): Promise<Claim> {
    if (key === '' || key.length > MAX_KEY_LENGTH) {
      throw runErrors.IDEMPOTENCY_KEY_INVALID({ limit: MAX_KEY_LENGTH });
    }
    const bodyHash = createHash('sha256').update(JSON.stringify(content)).digest();
    const runId = createRunId();
    const claimed = await this.database.query<{ run_id: string }[]>(CLAIM, [
      caller,
      key,
      workspaceId,
      bodyHash,
      runId,
    ]);
    if (claimed.length > 0) return { runId, isFirst: true };
    const [known] = await this.database.query<{ body_hash: Buffer; run_id: string }[]>(READ, [caller, key]);
    if (!known?.body_hash.equals(bodyHash)) throw runErrors.IDEMPOTENCY_KEY_REUSED({});
    return { runId: known.run_id, isFirst: false };
  }

  private tidy(): void {
    this.database
      .query(`DELETE FROM idempotency_keys WHERE created_at < now() - ${KEPT}`)
      .catch((error: unknown) =>
        this.logger.pino.warn({ err: error }, 'Old idempotency keys could not be deleted'),
      );
  }
}
