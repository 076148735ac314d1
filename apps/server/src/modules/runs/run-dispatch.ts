import { Injectable } from '@nestjs/common';
import { JournalWriter } from '../../adapters/journal/journal-writer';
import type { RunRecord } from '../../adapters/journal/run-record';
import { EventBus } from '../../platform/bus/event-bus';
import { ServerConfig } from '../../platform/config/server-config';
import type { RunEntity } from './entities/run.entity';
import type { RunRequest } from './run-request';
import { RUN_STOP, RUN_WAITING } from './run-signals';
import { RunStarter } from './run-starter';
import { RunsRepository } from './runs.repository';

/** Leaves runs to the workers of a cluster: a run is a row that says how it begins, and a wake-up. */
@Injectable()
export class RunDispatch {
  constructor(
    private readonly starter: RunStarter,
    private readonly runs: RunsRepository,
    private readonly writer: JournalWriter,
    private readonly bus: EventBus,
    private readonly config: ServerConfig,
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

  /** Says that runs are still at work here. @returns those that still belong to this process */
  renew(ids: readonly string[]): Promise<ReadonlySet<string>> {
    return this.runs.renew(this.writer.owner, ids);
  }

  /** Leaves everything that is not done, recorded up to here, to other processes. */
  async handOver(leave: () => void): Promise<void> {
    await this.writer.drain();
    leave();
    await this.runs.release(this.writer.owner).catch(() => undefined);
  }

  /** Asks whoever runs a run to stop it. */
  stop(runId: string): void {
    this.bus.publish(RUN_STOP, runId);
  }
}
