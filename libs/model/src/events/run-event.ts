import type { Json, JsonObject } from '../json';

/** States of a run; the last five are final. */
export const RUN_STATUSES = [
  'queued',
  'running',
  'paused',
  'interrupted',
  'succeeded',
  'partial_succeeded',
  'failed',
  'stopped',
] as const;
/** One of {@link RUN_STATUSES}. */
export type RunStatus = (typeof RUN_STATUSES)[number];

/** Whether a run has ended and will never change again. */
export const isFinalStatus = (status: RunStatus): boolean =>
  status === 'succeeded' || status === 'partial_succeeded' || status === 'failed' || status === 'stopped';

/** States of a node within a run. */
export type NodeStatus = 'running' | 'succeeded' | 'failed' | 'stopped' | 'skipped' | 'exception';

/** An error as events, rows and clients carry it. */
export interface WireError {
  readonly code: string;
  readonly message: string;
  readonly node_id?: string;
  readonly details?: JsonObject;
}

/** Tokens and money that model calls took. */
export interface Usage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly total_tokens: number;
  /** In the currency of the model's price; 0 when no price is known. */
  readonly cost: number;
}

/** Where in nested containers a node ran: `['loop_1', 3, 'inner', 0]`; absent at the top. */
export type FramePath = readonly (string | number)[];

interface EventEnvelope {
  readonly runId: string;
  /** Counts up by one per run, from 1; the SSE id. */
  readonly seq: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

interface NodeEnvelope extends EventEnvelope {
  readonly nodeId: string;
  readonly attempt: number;
  readonly path?: FramePath;
}

/** What happened in a run, in order. Streamed, stored, replayed, traced and tested alike. `data` has its wire form. */
export type RunEvent =
  | (EventEnvelope & { readonly type: 'run.started'; readonly data: RunStartedData })
  | (NodeEnvelope & { readonly type: 'node.started'; readonly data: NodeStartedData })
  | (NodeEnvelope & { readonly type: 'node.chunked'; readonly data: NodeChunkData })
  | (NodeEnvelope & {
      readonly type: 'node.retried';
      readonly data: { error: WireError; delay_ms: number; elapsed_ms: number };
    })
  | (NodeEnvelope & { readonly type: 'node.finished'; readonly data: NodeFinishedData })
  | (NodeEnvelope & { readonly type: 'node.failed'; readonly data: NodeFailedData })
  | (NodeEnvelope & { readonly type: 'node.skipped'; readonly data: Record<string, never> })
  | (EventEnvelope & { readonly type: 'run.paused'; readonly data: { reason: string } })
  | (EventEnvelope & { readonly type: 'run.finished'; readonly data: RunFinishedData });

/** How a run began: what a replay needs besides the flow itself. */
export interface RunStartedData {
  readonly inputs: JsonObject;
  /** The `sys` namespace of the run. */
  readonly sys: JsonObject;
  /** Conversation variables as they were when the run began. */
  readonly conversation: JsonObject;
  /** Outputs, by node id, of nodes that do not run here: the surroundings of a node that is tried alone. */
  readonly given?: JsonObject;
  /** The run that called this one as a tool, and how many calls deep this one is. */
  readonly caller?: { readonly run_id: string; readonly depth: number };
  /** Where the run was asked for: the console, the API, a webhook, a schedule. */
  readonly source?: string;
  /** The start node that begins, when the run names one. */
  readonly start_node_id?: string;
  /** By flow id: the versions of called flows that were live when the run began, and stay so for the run. */
  readonly called_versions?: Readonly<Record<string, number>>;
}

/** What begins. */
export interface NodeStartedData {
  readonly title: string;
  readonly node_type: string;
  /** The node does not run: its result is one of an earlier run, or pinned. A container then opens no frames. */
  readonly is_recorded?: true;
  /** How long the node was in line, since everything before it was decided; of the first attempt only. */
  readonly queued_ms?: number;
  /** For containers that run once for each item of a list: how many items there are. */
  readonly frames?: number;
}

/** A piece of streamed text: of a producer's own output, or of the answer that the caller reads. */
export interface NodeChunkData {
  readonly output: string;
  readonly text: string;
  /** True for the ordered answer of a response node; false for a producer's live output. */
  readonly is_answer: boolean;
  /** The text replaces everything answered so far: a producer began again after its text had been passed on. */
  readonly is_replacement?: boolean;
  /** For answers: which reference the text came from, as `[node_id, output]`. */
  readonly source?: readonly (string | number)[];
}

/** A change of a variable that outlives the node: `conversation.x` or `<loop_id>.x`. */
export interface VariableChange {
  readonly scope: string;
  readonly name: string;
  readonly value: Json;
  /** The variable is one of a called flow's own, and ends with the call. */
  readonly is_local?: true;
}

/** The result of a node that succeeded. */
export interface NodeFinishedData {
  readonly outputs: JsonObject;
  readonly handle: string;
  readonly elapsed_ms: number;
  /** What the node worked on, as shown in the trace; secrets masked. */
  readonly inputs?: JsonObject;
  readonly usage?: Usage;
  readonly changes?: readonly VariableChange[];
  /** For containers: how many items or rounds there were. */
  readonly frames?: number;
}

/** The end of a node that failed for good, and how its error policy went on. */
export interface NodeFailedData {
  readonly error: WireError;
  readonly elapsed_ms: number;
  readonly inputs?: JsonObject;
  /** `fail` ends the run; the others go on through `handle` with `outputs`. */
  readonly policy: 'fail' | 'branch' | 'default_value' | 'continue' | 'stopped';
  readonly handle?: string;
  readonly outputs?: JsonObject;
}

/** How a run ended. */
export interface RunFinishedData {
  readonly status: RunStatus;
  readonly outputs: JsonObject;
  readonly error: WireError | null;
  readonly usage: Usage;
  readonly elapsed_ms: number;
}

/** Narrowed to one type of event. */
export type RunEventOf<Type extends RunEvent['type']> = Extract<RunEvent, { type: Type }>;

/** The wire form of an event, snake_case. */
export function toWireEvent(event: RunEvent): JsonObject {
  const { runId, type, seq, at, data } = event;
  const wire: Record<string, unknown> = { type, run_id: runId, seq, at };
  if ('nodeId' in event) {
    wire['node_id'] = event.nodeId;
    wire['attempt'] = event.attempt;
    if (event.path) wire['path'] = event.path;
  }
  wire['data'] = data;
  return wire as JsonObject;
}
