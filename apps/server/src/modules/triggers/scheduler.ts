import { isFlowError } from '@heddle/model';
import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Shutdown } from '../../platform/boot/shutdown';
import { AppLogger } from '../../platform/logging/app-logger';
import { GRACE_MS } from './due-times';
import { type Firing, FiringsRepository } from './firings.repository';
import { TriggerRuns } from './trigger-runs';

/** Schedules that were published elsewhere are noticed within this time. */
const LOOK_EVERY_MS = 5_000;
const TIDY_EVERY_MS = 3_600_000;

/** Starts runs when schedules are due. Every process looks; the database decides who fires what. */
@Injectable()
export class Scheduler implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private tidyTimer: NodeJS.Timeout | undefined;
  private looking: Promise<void> | undefined;

  constructor(
    private readonly firings: FiringsRepository,
    private readonly runs: TriggerRuns,
    private readonly shutdown: Shutdown,
    private readonly logger: AppLogger,
  ) {}

  onApplicationBootstrap(): void {
    this.wakeIn(0);
    this.tidyTimer = setInterval(
      () => void this.guarded(() => this.firings.forgetOld()),
      TIDY_EVERY_MS,
    ).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearTimeout(this.timer);
    clearInterval(this.tidyTimer);
    await this.looking;
  }

  /** Fires everything that is due at a time, in milliseconds since 1970. */
  async fireDue(now: number): Promise<void> {
    while (!this.shutdown.isStopping && (await this.firings.plan(now)) > 0);
    while (!this.shutdown.isStopping) {
      const taken = await this.firings.take();
      if (taken.length === 0) return;
      for (const firing of taken) await this.guarded(() => this.fire(firing, now));
    }
  }

  private async fire(firing: Firing, now: number): Promise<void> {
    const { runId, scheduledAt } = firing;
    if (now - scheduledAt.getTime() >= GRACE_MS && !(await this.runs.isStarted(firing))) {
      await this.firings.end(firing, 'skipped', 'The server ended before the run could start.');
      return;
    }
    try {
      await this.runs.scheduled(firing);
      await this.firings.end(firing, 'started');
    } catch (error) {
      // What may pass is tried again when the lease of the firing has ended.
      if (!isFlowError(error) || error.isRetryable) throw error;
      this.logger.pino.warn({ err: error, run_id: runId }, 'A schedule was due but its run did not start');
      await this.firings.end(firing, 'failed', error.message);
    }
  }

  private wakeIn(delayMs: number): void {
    if (this.shutdown.isStopping) return;
    this.timer = setTimeout(() => {
      this.looking = this.look().finally(() => {
        this.looking = undefined;
      });
    }, delayMs).unref();
  }

  private async look(): Promise<void> {
    await this.guarded(() => this.fireDue(Date.now()));
    let next: number | undefined;
    await this.guarded(async () => {
      next = await this.firings.nextDue();
    });
    const waitMs = next === undefined ? LOOK_EVERY_MS : next - Date.now();
    this.wakeIn(Math.min(Math.max(waitMs, 0), LOOK_EVERY_MS));
  }

  private async guarded(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.logger.pino.warn({ err: error }, 'Schedules could not be looked after; trying again');
    }
  }
}
