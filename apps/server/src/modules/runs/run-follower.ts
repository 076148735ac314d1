import { isFinalStatus, type RunEvent } from '@heddle/model';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { type Commit, JournalReader } from '../../adapters/journal/journal-reader';
import { JournalWriter } from '../../adapters/journal/journal-writer';
import { EventBus } from '../../platform/bus/event-bus';
import { requestErrors } from '../../platform/errors/request-errors';
import { ActiveRuns } from './active-runs';
import { RunsRepository } from './runs.repository';

const COMMITTED = 'runs.committed';
/** Looks by itself as well, in case a message of the bus got lost. */
const LOOK_EVERY_MS = 1_000;

/** Reads a run's events from wherever it is: this process, another one, or the past. */
@Injectable()
export class RunFollower implements OnModuleDestroy {
  private readonly stopTelling: () => void;

  constructor(
    private readonly active: ActiveRuns,
    private readonly runs: RunsRepository,
    private readonly journal: JournalReader,
    private readonly bus: EventBus,
    writer: JournalWriter,
  ) {
    this.stopTelling = writer.onCommit((runIds) => bus.publish(COMMITTED, [...runIds]));
  }

  onModuleDestroy(): void {
    this.stopTelling();
  }

  /**
   * Everything after an event, then what comes, to the end of the run.
   * @throws NOT_FOUND
   */
  async follow(
    { workspaceId, runId }: { workspaceId: string; runId: string },
    afterSeq: number,
    signal: AbortSignal,
  ): Promise<AsyncGenerator<readonly RunEvent[]>> {
    const run = this.active.get(runId);
    if (run?.record.workspaceId === workspaceId) return run.follow(afterSeq, signal);
    if (!(await this.runs.state(workspaceId, runId))) throw requestErrors.NOT_FOUND({ what: 'the run' });
    return this.followStored(workspaceId, runId, { afterSeq, signal });
  }

  /** All events so far. */
  async soFar(runId: string): Promise<readonly RunEvent[]> {
    return this.active.get(runId)?.events ?? this.journal.read(runId);
  }

  /** When what is stored of a run became durable. */
  commits(runId: string): Promise<Commit[]> {
    return this.journal.commits(runId);
  }

  private async *followStored(
    workspaceId: string,
    runId: string,
    { afterSeq, signal }: { afterSeq: number; signal: AbortSignal },
  ): AsyncGenerator<readonly RunEvent[]> {
    let next = afterSeq;
    const news = new Alarm(LOOK_EVERY_MS);
    // Listening begins before reading, so that nothing falls in between.
    const stopListening = this.bus.subscribe(COMMITTED, (runIds) => {
      if (Array.isArray(runIds) && runIds.includes(runId)) news.ring();
    });
    const leave = (): void => news.ring();
    signal.addEventListener('abort', leave);
    try {
      while (!signal.aborted) {
        const state = await this.runs.state(workspaceId, runId);
        const events = await this.journal.read(runId, next);
        next = events.at(-1)?.seq ?? next;
        if (events.length > 0) yield events;
        const isOver = state === undefined || isFinalStatus(state.status) || state.status === 'interrupted';
        if (isOver && next >= (state?.lastSeq ?? 0)) return;
        await news.wait();
      }
    } finally {
      stopListening();
      signal.removeEventListener('abort', leave);
    }
  }
}

/** Wakes up when it rings, also if that was before anybody waited, or after a while. */
class Alarm {
  private hasRung = false;
  private wake: () => void = () => undefined;

  constructor(private readonly afterMs: number) {}

  ring(): void {
    this.hasRung = true;
    this.wake();
  }

  async wait(): Promise<void> {
    if (!this.hasRung) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, this.afterMs);
        this.wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.hasRung = false;
    this.wake = () => undefined;
  }
}
