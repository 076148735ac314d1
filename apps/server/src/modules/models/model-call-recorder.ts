import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import type { ModelCall, ModelCallObserver } from '../../adapters/models/model-directory';
import { AppLogger } from '../../platform/logging/app-logger';
import { ProviderHealthNotes } from './provider-health';
import { UsageCounters } from './usage-counters';

const FLUSH_AFTER_MS = 1_000;
const AGAIN_AFTER_MS = 5_000;

/** Keeps what calls of models were, for statistics and for how their providers do; no call waits for it. */
@Injectable()
export class ModelCallRecorder implements ModelCallObserver, BeforeApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly usage: UsageCounters,
    private readonly health: ProviderHealthNotes,
    private readonly logger: AppLogger,
  ) {}

  record(call: ModelCall): void {
    this.usage.count(call);
    const { providerId } = call.target;
    if (providerId !== undefined) {
      this.health.note({
        workspaceId: call.workspaceId,
        providerId,
        latencyMs: call.firstTokenMs ?? call.totalMs,
        error: call.error,
      });
    }
    this.flushAfter(FLUSH_AFTER_MS);
  }

  /** Writes everything so far; a failure is logged, and what it was about is written later. */
  flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.writing = this.writing.then(() => this.write());
    return this.writing;
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.flush();
  }

  private flushAfter(delayMs: number): void {
    this.timer ??= setTimeout(() => void this.flush(), delayMs).unref();
  }

  private async write(): Promise<void> {
    try {
      await this.usage.flush();
      await this.health.flush();
    } catch (error) {
      this.logger.pino.warn({ err: error }, 'The use of models could not be written yet');
      this.flushAfter(AGAIN_AFTER_MS);
    }
  }
}
