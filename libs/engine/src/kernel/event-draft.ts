import type { FramePath, RunEvent } from '@heddle/model';

type WithoutStamp<Event> = Event extends RunEvent ? Omit<Event, 'runId' | 'seq' | 'at'> : never;

/** An event that the kernel has decided on and the driver has yet to number, date and record. */
export type EventDraft = WithoutStamp<RunEvent>;

/** Adds to an event where it happens, which is nowhere in particular at the top. Done in place, since most events pass here. */
export function placed(draft: EventDraft, path: FramePath): EventDraft {
  if (path.length > 0) (draft as { path?: FramePath }).path = path;
  return draft;
}
