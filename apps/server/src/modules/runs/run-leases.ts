import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Shutdown } from '../../platform/boot/shutdown';
import { AppLogger } from '../../platform/logging/app-logger';
import { ActiveRuns } from './active-runs';
import { RunDispatch } from './run-dispatch';
import { RunTakeover } from './run-takeover';

const LOOK_EVERY_MS = 5_000;
/** Runs at once in one process, beyond which it takes over no others. */
const MAX_RUNS = 500;
/** How long runs may take to end by themselves when the server stops. */
const DRAIN_MS = 10_000;

/** Keeps the leases of the runs here, and finds those that other processes left behind. */
@Injectable()
export class RunLeases implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> | undefined;
  private hasNews = false;
  private stopListening: () => void = () => undefined;

  constructor(
    private readonly active: ActiveRuns,
    private readonly takeover: RunTakeover,
    private readonly dispatch: RunDispatch,
    private readonly shutdown: Shutdown,
    private readonly logger: AppLogger,
  ) {}

  onApplicationBootstrap(): void {
    // An API process leaves waiting and abandoned runs to the workers.
    if (this.dispatch.takesRuns) this.stopListening = this.dispatch.onWaiting(() => this.look());
    this.look();
    this.timer = setInterval(() => this.look(), LOOK_EVERY_MS).unref();
  }

  /** Waits for runs to end, then leaves the others, whole up to here, to the next process. */
  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    this.stopListening();
    await this.looking;
    const ends = Promise.allSettled(this.active.all().map((run) => run.result));
    await Promise.race([ends, new Promise((resolve) => setTimeout(resolve, DRAIN_MS).unref())]);
    await this.dispatch.handOver(() => {
      for (const run of this.active.all()) run.leave();
    });
  }

  /** Looks now, or once more when it is looking already: what woke it may have come too late for that look. */
  private look(): void {
    this.hasNews = this.looking !== undefined;
    this.looking ??= this.renewAndClaim()
      .catch((error: unknown) => {
        this.logger.pino.warn({ err: error }, 'Leases of runs could not be looked after; trying again');
      })
      .finally(() => {
        this.looking = undefined;
        if (this.hasNews && !this.shutdown.isStopping) this.look();
      });
  }

  private async renewAndClaim(): Promise<void> {
    await this.renew();
    if (!this.dispatch.takesRuns) return;
    while (!this.shutdown.isStopping && this.active.all().length < MAX_RUNS) {
      const left = await this.dispatch.claim();
      if (left.length === 0) return;
      for (const row of left) await this.takeover.takeOver(row);
    }
  }

  private async renew(): Promise<void> {
    const stored = this.active.all().filter((run) => run.journal.isStored);
    if (stored.length === 0) return;
    const ids = stored.map((run) => run.record.id);
    const ours = await this.dispatch.renew(ids);
    for (const run of stored) {
      const { id } = run.record;
      const isHere = this.active.get(id) === run && !run.journal.fold.isFinished;
      if (isHere && !ours.has(id)) run.leave();
    }
  }
}
