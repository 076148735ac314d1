import type { RunHandle, RunResult } from '@heddle/engine';
import type { RunEvent } from '@heddle/model';
import { journalErrors } from '../../adapters/journal/journal-errors';
import type { OpenJournal } from '../../adapters/journal/open-journal';
import type { RunRecord } from '../../adapters/journal/run-record';

/** A run under way in this process. Its events stay here until it ends, for everybody who reads along. */
export class ActiveRun {
  readonly events: RunEvent[] = [];
  private handle: RunHandle | undefined;
  private isOver = false;
  private failure: unknown;
  private wake: () => void = () => undefined;
  private news: Promise<void> | undefined;

  constructor(
    readonly record: RunRecord,
    readonly journal: OpenJournal,
  ) {}

  /** How the run ends; rejects when it can no longer be recorded. */
  get result(): Promise<RunResult> {
    if (!this.handle) throw new Error('The run has not begun.');
    return this.handle.result;
  }

  /** Notes the engine's handle, and when the run is over. */
  begin(handle: RunHandle): void {
    this.handle = handle;
    handle.result.then(
      () => this.end(),
      (error: unknown) => this.end(error),
    );
  }

  push(event: RunEvent): void {
    this.events.push(event);
    this.tell();
  }

  stop(reason?: string): void {
    this.handle?.stop(reason);
  }

  /** Lets go of a run that goes on in another process: nothing more is recorded here, and readers are told. */
  leave(): void {
    const error = journalErrors.RUN_TAKEN_OVER({ run_id: this.record.id });
    this.end(error);
    this.journal.fail(error);
  }

  private end(failure?: unknown): void {
    if (this.isOver) return;
    this.isOver = true;
    this.failure = failure;
    this.tell();
  }

  /** Everything after an event, as it comes, in as few pieces as possible. @throws what kept the run from its end */
  async *follow(afterSeq: number, signal: AbortSignal): AsyncGenerator<readonly RunEvent[]> {
    let next = this.events.findIndex((event) => event.seq > afterSeq);
    if (next === -1) next = this.events.length;
    const leave = (): void => this.tell();
    signal.addEventListener('abort', leave);
    try {
      while (!signal.aborted) {
        if (next < this.events.length) {
          const fresh = this.events.slice(next);
          next = this.events.length;
          yield fresh;
        } else if (this.isOver) {
          if (this.failure !== undefined) throw this.failure as Error;
          return;
        } else {
          await this.nextNews();
        }
      }
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }

  private nextNews(): Promise<void> {
    this.news ??= new Promise((resolve) => {
      this.wake = resolve;
    });
    return this.news;
  }

  private tell(): void {
    if (!this.news) return;
    this.news = undefined;
    this.wake();
  }
}
