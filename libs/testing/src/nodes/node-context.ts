import type {
  EnginePorts,
  NodeContext,
  NodeExecutor,
  NodeResult,
  NodeVariables,
  PortName,
  RunScope,
} from '@heddle/engine';
import {
  defineErrors,
  formatReferencePath,
  isJsonObject,
  ownValue,
  resolveText,
  resolveValue,
  type Json,
  type JsonObject,
  type ReferencePath,
} from '@heddle/model';
import { fakePorts } from '../ports/fake-ports';

const errors = defineErrors({
  VARIABLE_UNKNOWN: {
    category: 'user',
    message: ({ reference }: { reference: string }) => `'${reference}' is unknown.`,
  },
});

/** A streamed piece that a node handed over. */
export interface RecordedChunk {
  readonly output: string;
  readonly text: string;
}

/** What a test says about the surroundings of a node; the rest is harmless. */
export interface ContextOptions {
  readonly ports?: Partial<EnginePorts>;
  /** Variables by namespace: `{ sys: { query: 'hi' }, start: { name: 'Ada' } }`. */
  readonly variables?: JsonObject;
  readonly inputs?: JsonObject;
  readonly signal?: AbortSignal;
  readonly attempt?: number;
  readonly run?: Partial<RunScope>;
  readonly node?: Partial<NodeContext['node']>;
  readonly policy?: NodeContext['policy'];
  readonly isDifyCompatible?: boolean;
}

/** A context that remembers what was streamed. */
export interface RecordingContext extends NodeContext {
  readonly chunks: readonly RecordedChunk[];
}

function step(value: Json | undefined, key: string | number): Json | undefined {
  if (Array.isArray(value)) return typeof key === 'number' ? value[key] : undefined;
  return isJsonObject(value) ? ownValue(value, String(key)) : undefined;
}

const find = (namespaces: JsonObject, path: ReferencePath): Json | undefined =>
  path.reduce<Json | undefined>(step, namespaces);

/** Makes a node's view of variables out of plain namespaces. */
export function fakeVariables(namespaces: JsonObject = {}): NodeVariables {
  const lookup = (path: ReferencePath): Json => {
    const value = find(namespaces, path);
    if (value === undefined) throw errors.VARIABLE_UNKNOWN({ reference: formatReferencePath(path) });
    return value;
  };
  return {
    lookup,
    resolve: (value) => resolveValue(value, lookup),
    text: (template) => resolveText(template, lookup),
    has: (path) => find(namespaces, path) !== undefined,
    namespaces: () => structuredClone(namespaces),
  };
}

/** Makes what an executor is given for one attempt, with fake ports unless the test brings its own. */
export function fakeNodeContext(options: ContextOptions = {}): RecordingContext {
  const chunks: RecordedChunk[] = [];
  return {
    run: {
      runId: 'run-1',
      workspaceId: 'workspace-1',
      flowId: 'flow-1',
      mode: 'workflow',
      userId: 'user-1',
      ...options.run,
    },
    node: { id: 'node-1', type: 'node', label: 'Node', ...options.node },
    attempt: options.attempt ?? 1,
    path: [],
    variables: fakeVariables(options.variables),
    ports: { ...fakePorts(), ...options.ports },
    signal: options.signal ?? new AbortController().signal,
    idempotencyKey: 'run-1:node-1',
    inputs: options.inputs ?? {},
    ...(options.policy ? { policy: options.policy } : {}),
    isDifyCompatible: options.isDifyCompatible ?? false,
    chunk: (output, text) => void chunks.push({ output, text }),
    chunks,
  };
}

/** The result of a node together with what it streamed. */
export interface NodeRun extends NodeResult {
  readonly chunks: readonly RecordedChunk[];
}

/** Runs a node once: parses the config as the engine does and lets the executor work on it. */
export async function runNode<Config, Ports extends PortName>(
  executor: NodeExecutor<Config, Ports>,
  config: JsonObject,
  options: ContextOptions = {},
): Promise<NodeRun> {
  const node = { type: executor.definition.type, ...options.node };
  const context = fakeNodeContext({ ...options, node });
  const result = await executor.run(executor.definition.config.parse(config), context);
  return { ...result, ...result.conclude?.(), chunks: context.chunks };
}
