import type { JsonObject, RunEvent, RunStatus, Usage, VariableChange, WireError } from '@heddle/model';
import { NO_USAGE } from '@heddle/engine';

type NodeEvent = Extract<RunEvent, { nodeId: string }>;

/** The columns of a run's row that change as the run goes on. */
export interface RunRow {
  readonly status: RunStatus;
  readonly inputs: JsonObject;
  readonly outputs: JsonObject | null;
  readonly error: WireError | null;
  readonly usage: Usage;
  readonly elapsedMs: number | null;
  readonly finishedAt: number | null;
  readonly steps: number;
  readonly failures: number;
}

/** What a run's row says, folded from its events; the same events always give the same row. */
export class RunFold {
  lastSeq = 0;
  status: RunStatus = 'running';
  inputs: JsonObject = {};
  outputs: JsonObject | null = null;
  error: WireError | null = null;
  usage: Usage = NO_USAGE;
  elapsedMs: number | null = null;
  /** Milliseconds since 1970. */
  finishedAt: number | null = null;
  steps = 0;
  /** Nodes that failed without ending the run. */
  failures = 0;
  /** The text that the caller reads. */
  answer = '';
  conversation: JsonObject = {};
  hasConversationChanges = false;
  private startedAt = 0;

  /** Takes in the next event. */
  apply(event: RunEvent): void {
    this.lastSeq = event.seq;
    // Whatever happens after a pause means that the run was resumed.
    if (this.status === 'interrupted') this.resume();
    if ('nodeId' in event) this.applyNode(event);
    else this.applyRun(event);
  }

  /** Whether the run has ended for good. */
  get isFinished(): boolean {
    return this.finishedAt !== null;
  }

  /** Whether there is something to remember as the answer; what a failed run had said by then is none. */
  get hasAnswered(): boolean {
    return this.isFinished && this.status !== 'failed' && this.answer !== '';
  }

  /** The row as it is now. */
  row(): RunRow {
    const { status, inputs, outputs, error, usage, elapsedMs, finishedAt, steps, failures } = this;
    return { status, inputs, outputs, error, usage, elapsedMs, finishedAt, steps, failures };
  }

  private applyRun(event: Exclude<RunEvent, NodeEvent>): void {
    if (event.type === 'run.started') {
      this.startedAt = event.at;
      this.inputs = event.data.inputs;
      this.conversation = { ...event.data.conversation };
    } else if (event.type === 'run.paused') {
      this.status = 'interrupted';
      this.elapsedMs = event.at - this.startedAt;
    } else {
      this.finish(event.data, event.at);
    }
  }

  private applyNode(event: NodeEvent): void {
    if (event.type === 'node.started') {
      if (event.attempt === 1) this.steps += 1;
    } else if (event.type === 'node.chunked') {
      if (event.data.is_answer)
        this.answer = (event.data.is_replacement ? '' : this.answer) + event.data.text;
    } else if (event.type === 'node.finished') {
      this.changeVariables(event.data.changes ?? []);
    } else if (event.type === 'node.failed') {
      if (event.data.policy !== 'fail' && event.data.policy !== 'stopped') this.failures += 1;
    }
  }

  private changeVariables(changes: readonly VariableChange[]): void {
    for (const { scope, name, value, is_local: isLocal } of changes) {
      if (scope !== 'conversation' || isLocal) continue;
      this.conversation = { ...this.conversation, [name]: value };
      this.hasConversationChanges = true;
    }
  }

  private resume(): void {
    this.status = 'running';
    this.elapsedMs = null;
  }

  private finish(
    data: {
      status: RunStatus;
      outputs: JsonObject;
      error: WireError | null;
      usage: Usage;
      elapsed_ms: number;
    },
    at: number,
  ): void {
    this.status = data.status;
    this.outputs = data.outputs;
    this.error = data.error;
    this.usage = data.usage;
    this.elapsedMs = data.elapsed_ms;
    this.finishedAt = at;
  }
}
