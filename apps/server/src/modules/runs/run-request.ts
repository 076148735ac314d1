import type { CallingRun, HistoryMessage } from '@heddle/engine';
import type { FlowMode, Json, JsonObject } from '@heddle/model';
import type { RunPlan, RunSource } from '../../adapters/journal/run-record';
import type { RunnableFlow } from '../flows/runnable-flow';

/** What is to be run: a published version, or a draft with its text. */
export interface RunTarget {
  readonly flowId: string;
  readonly workspaceId: string;
  readonly mode: FlowMode;
  readonly version: number | null;
  /** JSON text of the draft; null for versions. */
  readonly definition: string | null;
  readonly runnable: RunnableFlow;
}

/** Everything that a run begins with. */
export interface RunRequest {
  readonly target: RunTarget;
  readonly source: RunSource;
  readonly userId: string;
  readonly apiKeyId?: string;
  readonly inputs: JsonObject;
  readonly query?: string;
  readonly files?: readonly Json[];
  /** The conversation to go on with; a chatflow without one begins a new one. */
  readonly sessionId?: string;
  /** What was said before, when the caller keeps the conversation itself; no conversation is stored then. */
  readonly history?: readonly HistoryMessage[];
  /** An id that is known before the run, as repeated requests share one. */
  readonly runId?: string;
  /** The run that calls this one as a tool. */
  readonly caller?: CallingRun;
  /** The start node that begins; the one for callers when absent. */
  readonly startNodeId?: string;
  readonly part?: PartOfRun;
}

/** What a run of a part of a flow has instead of what it leaves out. */
export interface PartOfRun {
  readonly plan: RunPlan;
  /** Outputs of nodes that do not run, by node id. */
  readonly given?: JsonObject;
  /** The `sys` namespace and the conversation variables, as far as they are not those of a new run. */
  readonly sys?: JsonObject;
  readonly conversation?: JsonObject;
}
