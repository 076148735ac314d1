import type { JsonObject, RunEvent } from '@heddle/model';
import type { EventDraft } from '../kernel/event-draft';
import type { KernelContext } from '../kernel/kernel-context';
import type { NodeKey } from '../kernel/state';
import { step } from '../kernel/step';
import { toWireError } from '../kernel/wire-error';
import type { Clock } from '../ports/clock';
import type { RunJournal } from '../ports/journal';

/** What a recorder serves. */
export interface RecorderParts {
  readonly runId: string;
  readonly context: KernelContext;
  readonly startNodeId: string;
  readonly clock: Clock;
  readonly journal: RunJournal;
  readonly onEvent: ((event: RunEvent) => void) | undefined;
  readonly onAbort: (key: NodeKey) => void;
  /** The run has ended with this event, which is recorded but not yet announced. */
  readonly onEnd: (last: RunEvent) => void;
}

type Stamped = RunEvent & { runId: string; seq: number; at: number };

/** Numbers, applies, journals and announces the events of one run, in this order. */
export class EventRecorder {
  /** Number of the last event. */
  seq = 0;
  hasEnded = false;

  constructor(private readonly parts: RecorderParts) {}

  /** Records an event, and all that the kernel decides because of it. */
  record(draft: EventDraft): void {
    this.parts.context.drafts.push(draft);
    this.recordDrafts();
  }

  /** Records what the kernel has decided. */
  recordDrafts(): void {
    const { drafts, aborts } = this.parts.context;
    const recorded: RunEvent[] = [];
    for (let draft = drafts.shift(); draft && !this.hasEnded; draft = drafts.shift()) {
      const event = this.stamp(draft);
      recorded.push(event);
      this.apply(event);
      if (event.type === 'run.finished') this.hasEnded = true;
    }
    for (const key of aborts.splice(0)) this.parts.onAbort(key);
    this.parts.journal.append(recorded);
    const last = this.hasEnded ? recorded.pop() : undefined;
    for (const event of recorded) this.parts.onEvent?.(event);
    if (last) this.parts.onEnd(last);
  }

  /** Turns the draft itself into the event: a copy by spreading costs more than all else that an event takes. */
  private stamp(draft: EventDraft): RunEvent {
    const { runId, clock, context } = this.parts;
    const event = draft as Stamped;
    event.runId = runId;
    event.seq = ++this.seq;
    event.at = clock.now();
    if (event.type !== 'run.finished') return event;
    // When the end was decided, the last pieces of the answer were still on their way.
    const { answer, usage, startedAt } = context.state;
    const { outputs } = event.data;
    const complete: JsonObject = 'answer' in outputs ? { ...outputs, answer } : outputs;
    const elapsed = Math.max(0, event.at - startedAt);
    return { ...event, data: { ...event.data, outputs: complete, usage, elapsed_ms: elapsed } };
  }

  /** A definition that throws where it must not ends its own run, never the process. */
  private apply(event: RunEvent): void {
    const { context, startNodeId } = this.parts;
    try {
      step(context, event, startNodeId);
    } catch (cause) {
      const { outputs, usage } = context.state;
      const error = toWireError(cause);
      context.drafts.length = 0;
      context.drafts.push({
        type: 'run.finished',
        data: { status: 'failed', outputs, usage, error, elapsed_ms: 0 },
      });
    }
  }
}
