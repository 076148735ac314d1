import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Shutdown } from '../../platform/boot/shutdown';
import { AppLogger } from '../../platform/logging/app-logger';
import type { ActiveRun } from './active-run';
import { ActiveRuns } from './active-runs';
import type { RunEntity } from './entities/run.entity';
import { RunDispatch } from './run-dispatch';
import { RunTakeover } from './run-takeover';

/** A run is looked after within a lease and this, that is within 15 s, after its process died. */
const LOOK_EVERY_MS = 3_000;
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
  /** The one run here under which processes have ended again and again. */
  private doubtful: ActiveRun | undefined;

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
    while (this.hasRoom) {
      const left = await this.dispatch.claim();
      if (left.length === 0) break;
      const attempts = await Promise.allSettled(left.map((row) => this.takeOver(row)));
      for (const attempt of attempts) if (attempt.status === 'rejected') throw attempt.reason as Error;
    }
    while (this.hasRoom && !this.doubtful) {
      const row = await this.dispatch.claimDoubtful();
      if (!row) break;
      this.doubt(await this.takeOver(row));
    }
  }

  private get hasRoom(): boolean {
    return !this.shutdown.isStopping && this.active.all().length < MAX_RUNS;
  }

  private async takeOver(row: RunEntity): Promise<ActiveRun | undefined> {
    try {
      return await this.takeover.takeOver(row);
    } catch (error) {
      // Should that fail too, its lease runs out.
      await this.dispatch.giveBack(row.id);
      throw error;
    }
  }

  /** Runs that may be what ends their processes go on one at a time, so that none of them pays for another one. */
  private doubt(run: ActiveRun | undefined): void {
    if (!run) return;
    this.doubtful = run;
    run.result
      .catch(() => undefined)
      .finally(() => {
        this.doubtful = undefined;
        if (!this.shutdown.isStopping) this.look();
      });
  }

  private async renew(): Promise<void> {
    const stored = this.active.all().filter((run) => run.journal.isStored);
    if (stored.length === 0) return;
    const ids = stored.map((run) => run.record.id);
    const ours = await this.dispatch.renew(ids);
    for (const run of stored) {
      const { id } = run.record;
      const isHere = this.active.get(id) === run && !run.journal.fold.isFinished;
      if (!isHere) continue;
      const reason = ours.get(id);
      if (reason === undefined) run.leave();
      else if (reason !== null) run.stop(reason);
    }
  }
}
