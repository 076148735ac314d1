import type { RunEvent } from '@heddle/model';

type WithoutStamp<Event> = Event extends RunEvent ? Omit<Event, 'runId' | 'seq' | 'at'> : never;

/** An event that the kernel has decided on and the driver has yet to number, date and record. */
export type EventDraft = WithoutStamp<RunEvent>;
