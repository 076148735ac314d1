import type { FramePath, Json, JsonObject, NodeStatus, RunStatus, Usage, WireError } from '@heddle/model';

/** An event as it comes over the wire. */
export interface WireRunEvent {
  readonly type: string;
  readonly run_id: string;
  readonly seq: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly node_id?: string;
  readonly attempt?: number;
  readonly path?: FramePath;
  readonly data: JsonObject;
}

/** What a run did at one node, one entry per time that it ran there. */
export interface NodeRun {
  readonly key: string;
  readonly nodeId: string;
  /** What the node was called then, and its type; of called flows the document knows neither. */
  readonly title: string;
  readonly nodeType: string;
  readonly path: FramePath | null;
  readonly status: NodeStatus;
  readonly attempt: number;
  readonly startedAt: number | null;
  /** Time in line behind the other nodes of the run, before the first attempt. */
  readonly queuedMs: number | null;
  readonly elapsedMs: number | null;
  readonly inputs: JsonObject | null;
  readonly outputs: JsonObject | null;
  readonly error: WireError | null;
  readonly usage: Usage | null;
  /** Text that the node streamed so far, by output. */
  readonly streamed: Readonly<Record<string, string>>;
  /** The way out that was taken. */
  readonly handle: string | null;
  /** For containers over a list: how many items it has. */
  readonly items: number | null;
  /** For containers that have ended: how many items or rounds there were. Of long ones not all were told. */
  readonly frames: number | null;
}

/** A run as the editor shows it while it happens; made of events alone. */
export interface RunState {
  readonly runId: string | null;
  readonly status: RunStatus | 'idle';
  readonly startedAt: number | null;
  readonly lastSeq: number;
  /** In the order in which the nodes began. */
  readonly executions: readonly NodeRun[];
  /** The latest execution of each node, by its {@link placeKey}; at the top, that is its id. */
  readonly byNode: ReadonlyMap<string, NodeRun>;
  readonly answer: string;
  readonly inputs: JsonObject | null;
  readonly outputs: JsonObject | null;
  readonly error: WireError | null;
  readonly usage: Usage | null;
  readonly elapsedMs: number | null;
}

/** Before anything ran. */
export const idleRun: RunState = {
  runId: null,
  status: 'idle',
  startedAt: null,
  lastSeq: 0,
  executions: [],
  byNode: new Map(),
  answer: '',
  inputs: null,
  outputs: null,
  error: null,
  usage: null,
  elapsedMs: null,
};

/** Collects changes of one batch, so that a batch makes one new state however many events it has. */
interface Draft {
  state: RunState;
  readonly executions: NodeRun[];
  readonly positions: Map<string, number>;
  readonly byNode: Map<string, NodeRun>;
}

/** Names a node by the containers around it, outermost first: called flows may have nodes of the same id. */
export const placeKey = (containers: readonly string[], nodeId: string): string =>
  [...containers, nodeId].join('/');

/** The containers of a path, outermost first, without the rounds. */
export const containersOf = (path: FramePath | null | undefined): string[] =>
  (path ?? []).filter((_, position) => position % 2 === 0).map(String);

/** Whether it is a container that asks, inside one of its own rounds, whether to go on. */
export const isGate = ({ path, nodeId }: Pick<NodeRun, 'path' | 'nodeId'>): boolean =>
  path !== null && path[path.length - 2] === nodeId;

const keyOf = (nodeId: string, path: FramePath | undefined): string =>
  path ? `${nodeId}@${path.join('/')}` : nodeId;

function fresh(event: WireRunEvent, nodeId: string): NodeRun {
  return {
    key: keyOf(nodeId, event.path),
    nodeId,
    title: asText(event.data['title']),
    nodeType: asText(event.data['node_type']),
    path: event.path ?? null,
    status: 'running',
    attempt: event.attempt ?? 1,
    startedAt: event.at,
    queuedMs: asNumber(event.data['queued_ms']),
    elapsedMs: null,
    inputs: null,
    outputs: null,
    error: null,
    usage: null,
    streamed: {},
    handle: null,
    items: asNumber(event.data['frames']),
    frames: null,
  };
}

function updateNode(draft: Draft, event: WireRunEvent, change: (node: NodeRun) => NodeRun): void {
  if (event.node_id === undefined) return;
  const key = keyOf(event.node_id, event.path);
  const position = draft.positions.get(key) ?? draft.executions.length;
  const next = change(draft.executions[position] ?? fresh(event, event.node_id));
  draft.executions[position] = next;
  draft.positions.set(key, position);
  draft.byNode.set(placeKey(containersOf(event.path), event.node_id), next);
}

const asNumber = (value: Json | undefined): number | null => (typeof value === 'number' ? value : null);
const asText = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
const asObject = (value: Json | undefined): JsonObject | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
// The wire form of these is the model's own type, written by the server from the same declarations.
const asError = (value: Json | undefined): WireError | null => asObject(value) as WireError | null;
const asUsage = (value: Json | undefined): Usage | null => asObject(value) as Usage | null;

function chunked(draft: Draft, event: WireRunEvent): void {
  const text = asText(event.data['text']);
  if (event.data['is_answer'] === true) {
    const before = event.data['is_replacement'] === true ? '' : draft.state.answer;
    draft.state = { ...draft.state, answer: before + text };
    return;
  }
  const output = asText(event.data['output']);
  updateNode(draft, event, (node) => ({
    ...node,
    streamed: { ...node.streamed, [output]: (node.streamed[output] ?? '') + text },
  }));
}

/** A policy that lets the run go on leaves an exception; the others end the node as they say. */
const STATUS_BY_POLICY: Readonly<Record<string, NodeStatus>> = {
  branch: 'exception',
  default_value: 'exception',
  continue: 'exception',
  stopped: 'stopped',
};

function failed(draft: Draft, event: WireRunEvent): void {
  updateNode(draft, event, (node) => ({
    ...node,
    status: STATUS_BY_POLICY[asText(event.data['policy'])] ?? 'failed',
    elapsedMs: elapsedOf(node, event),
    error: asError(event.data['error']),
    inputs: asObject(event.data['inputs']),
    outputs: asObject(event.data['outputs']),
    handle: asText(event.data['handle']) || null,
  }));
}

/** Containers measure nothing themselves: they took as long as their frames. */
function elapsedOf(node: NodeRun, event: WireRunEvent): number | null {
  const elapsedMs = asNumber(event.data['elapsed_ms']);
  return elapsedMs === 0 && node.startedAt !== null ? event.at - node.startedAt : elapsedMs;
}

function finished(draft: Draft, event: WireRunEvent): void {
  updateNode(draft, event, (node) => ({
    ...node,
    status: 'succeeded',
    elapsedMs: elapsedOf(node, event),
    inputs: asObject(event.data['inputs']),
    outputs: asObject(event.data['outputs']),
    usage: asUsage(event.data['usage']),
    handle: asText(event.data['handle']) || null,
    frames: asNumber(event.data['frames']),
  }));
}

/** Nodes that never said how they ended, because the run was cut off, did stop with it. */
function closeOpenNodes(draft: Draft): void {
  draft.executions.forEach((node, position) => {
    if (node.status !== 'running') return;
    const stopped: NodeRun = { ...node, status: 'stopped' };
    draft.executions[position] = stopped;
    const place = placeKey(containersOf(node.path), node.nodeId);
    if (draft.byNode.get(place) === node) draft.byNode.set(place, stopped);
  });
}

function runFinished(draft: Draft, event: WireRunEvent): void {
  closeOpenNodes(draft);
  draft.state = {
    ...draft.state,
    status: asText(event.data['status']) as RunStatus,
    outputs: asObject(event.data['outputs']),
    error: asError(event.data['error']),
    usage: asUsage(event.data['usage']),
    elapsedMs: asNumber(event.data['elapsed_ms']),
  };
}

const HANDLERS: Readonly<Record<string, (draft: Draft, event: WireRunEvent) => void>> = {
  'run.started': (draft, event) => {
    draft.state = {
      ...draft.state,
      status: 'running',
      startedAt: event.at,
      inputs: asObject(event.data['inputs']),
    };
  },
  'run.paused': (draft) => {
    draft.state = { ...draft.state, status: 'paused' };
  },
  'run.finished': runFinished,
  // A node that runs again has waited in line before its first attempt only.
  'node.started': (draft, event) =>
    updateNode(draft, event, (node) => {
      const begun = fresh(event, event.node_id ?? '');
      return { ...begun, queuedMs: begun.queuedMs ?? node.queuedMs };
    }),
  'node.chunked': chunked,
  'node.retried': (draft, event) =>
    updateNode(draft, event, (node) => ({
      ...node,
      attempt: (event.attempt ?? node.attempt) + 1,
      error: asError(event.data['error']),
      streamed: {},
    })),
  'node.finished': finished,
  'node.failed': failed,
  'node.skipped': (draft, event) =>
    updateNode(draft, event, (node) => ({ ...node, status: 'skipped', startedAt: null })),
};

/** Takes a batch of events in. Events that were seen before (after a reconnect) change nothing. */
export function applyRunEvents(state: RunState, events: readonly WireRunEvent[]): RunState {
  const draft: Draft = {
    state,
    executions: [...state.executions],
    positions: new Map(state.executions.map(({ key }, position) => [key, position])),
    byNode: new Map(state.byNode),
  };
  for (const event of events) {
    if (event.seq <= draft.state.lastSeq) continue;
    draft.state = { ...draft.state, runId: event.run_id, lastSeq: event.seq };
    HANDLERS[event.type]?.(draft, event);
  }
  return { ...draft.state, executions: draft.executions, byNode: draft.byNode };
}

/** Whether a run can still change. */
export const isRunning = (state: RunState): boolean =>
  state.status === 'queued' || state.status === 'running' || state.status === 'paused';
