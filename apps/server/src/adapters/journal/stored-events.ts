import type { JsonObject, RunEvent } from '@heddle/model';
import { type Attaching, attachPayloads } from './payloads/attach-payloads';
import { detachPayloads, type Payload, type PayloadRef } from './payloads/detach-payloads';

/**
 * An event as the journal keeps it: without the run's id, which every row carries, and without the large parts of its
 * data, which `payloads` names. That list stands beside the data, so nothing in the data can be taken for it.
 */
export type StoredEvent = Omit<RunEvent, 'runId'> & { readonly payloads?: readonly PayloadRef[] };

/** How values are stored. */
export interface Storing {
  /** Characters of JSON text that stay where they are. */
  readonly limit: number;
  /** Takes a part that is stored by itself. */
  readonly keep: (payload: Payload) => void;
}

/** A value in two columns of a row. */
export interface StoredValue {
  readonly text: string;
  /** JSON text of the {@link PayloadRef}s; null when nothing is stored elsewhere. */
  readonly refs: string | null;
}

function withoutLargeParts(
  value: JsonObject,
  { limit, keep }: Storing,
): { rest: JsonObject; refs: readonly PayloadRef[] } {
  const { rest, refs, payloads } = detachPayloads(value, limit);
  for (const payload of payloads) keep(payload);
  return { rest, refs };
}

/** The JSON text of an event for the journal. */
export function storeEvent(event: RunEvent, storing: Storing): string {
  const { runId: _runId, ...stored } = event;
  const text = JSON.stringify(stored);
  if (text.length <= storing.limit) return text;
  // What JSON leaves out or writes differently is so here as well.
  const written = JSON.parse(text) as StoredEvent & { data: JsonObject };
  const { rest, refs } = withoutLargeParts(written.data, storing);
  return refs.length === 0 ? text : JSON.stringify({ ...written, data: rest, payloads: refs });
}

/** The JSON text of a value for a row. */
export function storeValue(value: JsonObject, storing: Storing): StoredValue {
  const text = JSON.stringify(value);
  if (text.length <= storing.limit) return { text, refs: null };
  const { rest, refs } = withoutLargeParts(JSON.parse(text) as JsonObject, storing);
  return refs.length === 0
    ? { text, refs: null }
    : { text: JSON.stringify(rest), refs: JSON.stringify(refs) };
}

/** Gives a stored event its run's id and its large parts back. */
export function restoreEvent(runId: string, stored: StoredEvent, attaching: Attaching): RunEvent {
  const { payloads, ...event } = stored;
  if (payloads) attachPayloads(event.data as JsonObject, payloads, attaching);
  return { ...event, runId } as RunEvent;
}
