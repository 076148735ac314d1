import type { JsonObject, RunEvent, RunStatus, Usage, WireError } from '@heddle/model';
import type { CompiledFlow } from '../compile/compiled-flow';
import type { ExecutorRegistry, RunScope } from '../executor/executor';
import type { Clock } from '../ports/clock';
import type { EnginePorts } from '../ports/engine-ports';
import type { RunJournal } from '../ports/journal';

/** Bounds of one run; each has its own error. */
export interface RunLimits {
  /** Node executions of the whole run, frames of containers included. */
  readonly maxSteps: number;
  readonly maxWallMs: number;
  /** Nodes running at once. */
  readonly maxParallel: number;
  /** JSON text of one node's outputs, containers included. */
  readonly maxOutputBytes: number;
  /** Time limit of a node that sets none. */
  readonly defaultNodeTimeoutMs: number;
}

/** The product's defaults. */
export const DEFAULT_LIMITS: RunLimits = {
  maxSteps: 50_000,
  maxWallMs: 30 * 60_000,
  maxParallel: 32,
  maxOutputBytes: 10 * 1024 * 1024,
  defaultNodeTimeoutMs: 120_000,
};

/** What a run needs besides its flow. */
export interface RunOptions {
  readonly flow: CompiledFlow;
  readonly scope: RunScope;
  readonly executors: ExecutorRegistry;
  readonly ports: EnginePorts;
  readonly inputs: JsonObject;
  /** The `sys` namespace: query, files, user_id, session_id, flow_id, run_id, dialogue_count, timestamp. */
  readonly sys: JsonObject;
  /** Environment variables of the flow, secrets included. */
  readonly env?: JsonObject;
  /** Conversation variables as the last exchange left them. */
  readonly conversation?: JsonObject;
  readonly journal?: RunJournal;
  readonly clock?: Clock;
  readonly limits?: Partial<RunLimits>;
  /** Outputs, by node id, of nodes that are not part of the flow; see `compileNode`. */
  readonly given?: JsonObject;
  /** Results of an earlier run, by node id: these nodes are not executed again, they leave what they left then. */
  readonly recorded?: Readonly<Record<string, RecordedResult>>;
  /** Which start node begins; the only one, or the first of kind manual/api, when absent. */
  readonly startNodeId?: string;
  /** By flow id: the versions of called flows that were live when the flow was compiled; told in the first event. */
  readonly calledVersions?: Readonly<Record<string, number>>;
  /** Values that are masked wherever they appear in events. */
  readonly secrets?: readonly string[];
  /** Called at once for every event, before it is durable; must not throw. */
  readonly onEvent?: (event: RunEvent) => void;
  /** Runs with recorded outputs (`pinned_output`) of the draft; off for published versions. */
  readonly usesPinnedOutputs?: boolean;
}

/** What a node left in an earlier run, perhaps edited. */
export interface RecordedResult {
  readonly outputs: JsonObject;
  readonly handle?: string;
}

/** How a run ended. */
export interface RunResult {
  readonly status: RunStatus;
  readonly outputs: JsonObject;
  readonly error: WireError | null;
  readonly usage: Usage;
  readonly elapsedMs: number;
  /** The streamed text of all response nodes in order. */
  readonly answer: string;
  /** Conversation variables at the end. */
  readonly conversation: JsonObject;
}

/** A run in progress. */
export interface RunHandle {
  readonly runId: string;
  /** Resolves once the last event is durable; rejects only when the journal fails. */
  readonly result: Promise<RunResult>;
  /** Ends the run as `stopped`; aborts what is in flight. Safe to call at any time. */
  stop(reason?: string): void;
}
