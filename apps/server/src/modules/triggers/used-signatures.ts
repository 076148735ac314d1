import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { AppLogger } from '../../platform/logging/app-logger';
import { triggerErrors } from './trigger-errors';
import type { GoodSignature } from './webhook-signature';

const TIDY_EVERY_MS = 600_000;

const TAKE = `
INSERT INTO webhook_signatures (trigger_id, signature, workspace_id, idempotency_key, expires_at)
VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING RETURNING 1`;
const KNOWN = `
SELECT 1 FROM webhook_signatures WHERE trigger_id = $1 AND signature = $2 AND idempotency_key = $3`;

/** A signed request of a webhook. */
export interface SignedCall {
  readonly triggerId: string;
  readonly workspaceId: string;
  readonly signature: GoodSignature;
  readonly idempotencyKey: string | undefined;
}

/** Remembers the signatures that webhooks have taken, so that none is good twice. */
@Injectable()
export class UsedSignatures implements OnApplicationBootstrap, OnModuleDestroy {
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

  /**
   * Takes a signature. Sent again under the same Idempotency-Key it is the same request, which starts nothing new.
   * @throws WEBHOOK_STALE
   */
  async take(call: SignedCall): Promise<void> {
    const { triggerId, workspaceId, signature, idempotencyKey } = call;
    const key = idempotencyKey ?? null;
    const expiresAt = new Date(signature.expiresAtMs);
    const { digest } = signature;
    const taken: unknown[] = await this.database.query(TAKE, [
      triggerId,
      digest,
      workspaceId,
      key,
      expiresAt,
    ]);
    if (taken.length > 0) return;
    const known: unknown[] = await this.database.query(KNOWN, [triggerId, digest, key]);
    if (known.length === 0) throw triggerErrors.WEBHOOK_STALE({ reason: 'it was used before' });
  }

  /** Gives a signature back whose request came to nothing, so that its sender may try again. */
  async giveBack({ triggerId, signature }: SignedCall): Promise<void> {
    await this.database.query('DELETE FROM webhook_signatures WHERE trigger_id = $1 AND signature = $2', [
      triggerId,
      signature.digest,
    ]);
  }

  private tidy(): void {
    this.database
      .query('DELETE FROM webhook_signatures WHERE expires_at < now()')
      .catch((error: unknown) =>
        this.logger.pino.warn({ err: error }, 'Old signatures could not be deleted'),
      );
  }
}
