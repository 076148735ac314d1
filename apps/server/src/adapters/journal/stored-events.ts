import type { RunEvent } from '@heddle/model';

/** An event as the journal keeps it: without the run's id, which every row carries. */
export type StoredEvent = Omit<RunEvent, 'runId'>;

/** The JSON text of an event for the journal. */
export function storeEvent(event: RunEvent): string {
  const { runId: _runId, ...stored } = event;
  return JSON.stringify(stored);
}

/** Gives a stored event its run's id back. */
export const restoreEvent = (runId: string, stored: StoredEvent): RunEvent =>
  ({ ...stored, runId }) as RunEvent;
