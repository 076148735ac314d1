import type { RunEvent } from '@heddle/model';

/** Where the events of one run are kept. A failed write ends the run. */
export interface RunJournal {
  /** Hands over events in order; they become durable with the next group commit. */
  append(events: readonly RunEvent[]): void;
  /** Resolves when everything appended so far is durable. */
  flush(): Promise<void>;
}

/** Keeps nothing; for tests and measurements. */
export const noJournal: RunJournal = { append: () => undefined, flush: () => Promise.resolve() };
