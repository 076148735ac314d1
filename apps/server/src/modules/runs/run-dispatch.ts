import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { JournalWriter } from '../../adapters/journal/journal-writer';
import type { RunRecord } from '../../adapters/journal/run-record';
import { EventBus } from '../../platform/bus/event-bus';
import { ServerConfig } from '../../platform/config/server-config';
import { AppLogger } from '../../platform/logging/app-logger';
import type { RunEntity } from './entities/run.entity';
import type { RunRequest } from './run-request';
import { RUN_STOP, RUN_WAITING } from './run-signals';
import { RunStarter } from './run-starter';
import { RunsRepository } from './runs.repository';

const stopSchema = z.object({ id: z.string(), reason: z.string() });

/** Leaves runs to the workers of a cluster: a run is a row that says how it begins, and a wake-up. */
@Injectable()
export class RunDispatch {
  constructor(
    private readonly starter: RunStarter,
    private readonly runs: RunsRepository,
    private readonly writer: JournalWriter,
    private readonly bus: EventBus,
    private readonly config: ServerConfig,
    private readonly logger: AppLogger,
  ) {}

  /** Whether a worker is to run this. What exists only in the request itself runs where the request came in. */
  isForWorkers(request: RunRequest): boolean {
    return this.config.role === 'api' && request.history === undefined && request.part === undefined;
  }

  /** Writes a run down and wakes the workers; one of them begins it. @throws what starting throws */
  async send(request: RunRequest): Promise<RunRecord> {
    const record = await this.starter.writeDown(request);
    await this.runs.offer(this.writer.owner, record.id);
    this.bus.publish(RUN_WAITING, record.id);
    return record;
  }

  /** Whether this process begins runs that wait, and goes on with those that others left behind. */
  get takesRuns(): boolean {
    return this.config.role !== 'api';
  }

  /** Calls back when a run waits to be begun. @returns how to stop listening */
  onWaiting(listener: () => void): () => void {
    return this.bus.subscribe(RUN_WAITING, listener);
  }

  /** Takes some of the runs that wait, or that nobody works on any more. */
  claim(): Promise<RunEntity[]> {
    return this.runs.claimLeft(this.writer.owner);
  }

  /** Takes one run that waits because several processes have ended under it. */
  claimDoubtful(): Promise<RunEntity | undefined> {
    return this.runs.claimDoubtful(this.writer.owner);
  }

  /** Leaves a run that was claimed to the next who looks. */
  giveBack(id: string): Promise<void> {
    return this.runs.offer(this.writer.owner, id);
  }

  /** Says that runs are still at work here. @returns those that still are this process's, with why one shall stop */
  renew(ids: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
    return this.runs.renew(this.writer.owner, ids);
  }

  /** Leaves everything that is not done, recorded up to here, to other processes. */
  async handOver(leave: () => void): Promise<void> {
    await this.writer.drain();
    leave();
    await this.runs.release(this.writer.owner).catch(() => undefined);
  }

  /** Asks whoever runs a run, or will, to stop it: at once when the message arrives, soon when it gets lost. */
  async stop(id: string, reason: string): Promise<void> {
    this.bus.publish(RUN_STOP, { id, reason });
    await this.runs.askToStop(id, reason);
  }

  /** Stops a run whose caller has left: nobody is there to hear that it could not be asked. */
  abandon(id: string, reason: string): void {
    this.stop(id, reason).catch((error: unknown) => {
      this.logger.pino.warn({ err: error, run_id: id }, 'A run could not be asked to stop');
    });
  }

  /** Calls back when a run shall stop. @returns how to stop listening */
  onStop(listener: (id: string, reason: string) => void): () => void {
    return this.bus.subscribe(RUN_STOP, (payload) => {
      const { id, reason } = stopSchema.parse(payload);
      listener(id, reason);
    });
  }
}
