import type {
  AnyNodeDefinition,
  ErrorPolicy,
  FlowMode,
  FramePath,
  Json,
  JsonObject,
  Lookup,
  NodeDefinition,
  Usage,
  VariableChange,
} from '@heddle/model';
import type { EnginePorts, PortName } from '../ports/engine-ports';
import type { CallingRun } from '../ports/tools-port';

/** Who and what a run is for. */
export interface RunScope {
  readonly runId: string;
  readonly workspaceId: string;
  readonly flowId: string;
  readonly mode: FlowMode;
  readonly userId: string;
  /** The conversation, for chatflows. */
  readonly sessionId?: string;
  /** The run that called this one as a tool. */
  readonly caller?: CallingRun;
  /** Where the run was asked for; told in its first event. */
  readonly source?: string;
}

/** Reads variables for a node; everything that its references may name. */
export interface NodeVariables {
  /** What a reference names. @throws VARIABLE_UNKNOWN, or answers as the flow's compatibility mode says */
  readonly lookup: Lookup;
  /** Resolves a value of the config, keeping types. */
  resolve(value: Json): Json;
  /** Fills the references of a text field. */
  text(template: string): string;
  /** Whether a reference names something now. */
  has(path: readonly [string, ...(string | number)[]]): boolean;
  /** The namespaces by name (node outputs, `sys`, `env`, `conversation`, …), for templates in the sandbox. Copies. */
  namespaces(): JsonObject;
}

/** What a node's envelope says about time and failure, for the few nodes whose work depends on it. */
export interface NodePolicy {
  /** The node's own time limit, when it sets one. */
  readonly timeoutMs: number | undefined;
  /** Attempts after the first. */
  readonly maxRetries: number;
  readonly onError: ErrorPolicy;
}

/** What an executor is given for one attempt at one node. */
export interface NodeContext<Ports extends PortName = PortName> {
  readonly run: RunScope;
  readonly node: { readonly id: string; readonly type: string; readonly label: string };
  readonly attempt: number;
  readonly path: FramePath;
  readonly variables: NodeVariables;
  readonly ports: Pick<EnginePorts, Ports>;
  /** Aborted on stop, on timeout and when the run ends; every wait takes it. */
  readonly signal: AbortSignal;
  /** Same for each attempt at the same node of the same run: send it along with writes. */
  readonly idempotencyKey: string;
  /** The envelope's time limit and error policy; absent means the defaults. */
  readonly policy?: NodePolicy;
  /** Whether the flow asks for Dify's habits where ours differ. */
  readonly isDifyCompatible?: boolean;
  /** Declared inputs of the run, for start nodes. */
  readonly inputs: JsonObject;
  /** Streams a piece of one of the node's outputs. */
  chunk(output: string, text: string): void;
}

/** What a node leaves behind. */
export interface NodeResult {
  readonly outputs: JsonObject;
  /** The way out; `source` when absent. */
  readonly handle?: string;
  /** What the node worked on, for the trace; leave secrets out. */
  readonly inputs?: JsonObject;
  readonly usage?: Usage;
  /** Changes of conversation or loop variables, applied together with the result. */
  readonly changes?: readonly VariableChange[];
  /**
   * Called when the result is recorded, with nothing in between: for changes that depend on what variables hold then,
   * whatever others have done to them while the node worked.
   */
  readonly conclude?: () => Pick<NodeResult, 'outputs' | 'changes'>;
  /** Values that must not appear in any event (tokens, passwords), masked wherever they stand. */
  readonly secrets?: readonly string[];
}

/** Runs nodes of one type. */
export interface NodeExecutor<Config = never, Ports extends PortName = PortName> {
  readonly definition: NodeDefinition<Config>;
  readonly needs: readonly Ports[];
  run(config: Config, context: NodeContext<Ports>): NodeResult | Promise<NodeResult>;
}

/** An executor of whatever type, as registries hold it. */
export interface AnyNodeExecutor {
  readonly definition: AnyNodeDefinition;
  readonly needs: readonly PortName[];
  run(config: never, context: NodeContext): NodeResult | Promise<NodeResult>;
}

/** Declares how a node type runs; `needs` narrows the ports that `run` sees. */
export function defineExecutor<Config, const Ports extends PortName = never>(
  definition: NodeDefinition<Config>,
  executor: {
    readonly needs: readonly Ports[];
    run(config: Config, context: NodeContext<Ports>): NodeResult | Promise<NodeResult>;
  },
): NodeExecutor<Config, Ports> {
  return { definition, ...executor };
}

/** Finds executors by node type. */
export interface ExecutorRegistry {
  get(type: string): AnyNodeExecutor | undefined;
}

/** Makes a registry of executors; the definitions they carry are the catalogue. */
export function createExecutorRegistry(executors: readonly AnyNodeExecutor[]): ExecutorRegistry {
  const byType = new Map(executors.map((executor) => [executor.definition.type, executor]));
  return { get: (type) => byType.get(type) };
}
