import type { FramePath, FramePlan, Json, JsonObject, RunStatus, Usage, WireError } from '@heddle/model';
import type { CompiledNode, CompiledScope } from '../compile/compiled-flow';

/** Where a node stands within its frame. */
export const NodeState = {
  waiting: 0,
  ready: 1,
  running: 2,
  retrying: 3,
  finished: 4,
  skipped: 5,
} as const;
/** One of the values of {@link NodeState}. */
export type NodeStateValue = (typeof NodeState)[keyof typeof NodeState];

/** One pass through the nodes of a scope: the flow itself, an item of an iteration, a round of a loop. */
export interface FrameState {
  readonly key: string;
  readonly path: FramePath;
  readonly containerId: string | null;
  readonly parentKey: string | null;
  readonly item: Json;
  readonly index: number;
  /** By position in the scope: where each node stands. */
  readonly nodes: NodeStateValue[];
  /** By position: incoming edges that are not decided yet. */
  readonly undecided: number[];
  /** By position: incoming edges that were taken. */
  readonly taken: number[];
  /** By position: whether the node is bound to run (see `stream/certainty.ts`). */
  readonly certain: boolean[];
  /** Positions of response nodes that are bound to run and have no place yet in the line of speakers. */
  readonly speakers: number[];
  /** By position: number of the current or last attempt, from 1. */
  readonly attempts: number[];
  /** By position: when the current or last attempt began, in milliseconds since 1970. */
  readonly startedAt: number[];
  /** Outputs by node id. */
  readonly outputs: JsonObject;
  /** Nodes neither finished nor skipped. */
  remaining: number;
  /** For rounds of a loop with a gate: the container's own decision whether to go on. */
  gate: GateState | null;
  /** For calls of another flow: what that flow has of its own. Its nodes see nothing of the caller. */
  readonly call: CallState | null;
}

/** What a called flow has of its own while it runs. */
export interface CallState {
  readonly sys: JsonObject;
  readonly inputs: JsonObject;
  readonly conversation: JsonObject;
  readonly variables: JsonObject;
  readonly outputs: JsonObject;
  answer: string;
}

/** The decision of a loop whether to go on, taken before its first round and after each one. */
export interface GateState {
  readonly phase: 'before' | 'after';
  isRunning: boolean;
  attempt: number;
}

/** A container at work. */
export interface ContainerState {
  readonly plan: FramePlan;
  /** Number of the next frame to open. */
  next: number;
  readonly open: string[];
  /** By number of the frame; absent while open. */
  readonly results: Record<number, Json>;
  /** Numbers of frames whose failure leaves no trace in the results. */
  readonly dropped: Record<number, true>;
  readonly errors: JsonObject[];
  /** What a loop carries from round to round. */
  readonly variables: JsonObject;
  hasExited: boolean;
}

/** A node of a frame, named. */
export interface NodeKey {
  readonly frame: string;
  readonly nodeId: string;
}

/** A node in line to start. */
export interface ReadyNode extends NodeKey {
  /** When everything before it was decided, in milliseconds since 1970. */
  readonly since: number;
}

/** A response node on its way to the caller; see `stream/response-order.ts`. */
export interface ResponseSession {
  readonly frame: string;
  readonly path: FramePath;
  readonly nodeId: string;
  /** The parts still to say; references become text when their frame closes. */
  readonly parts: ResponseSessionPart[];
  /** Text of the current part that has been passed on. */
  emitted: string;
}

/** A part of a response: text, or a path into the outputs of a node. */
export type ResponseSessionPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'reference'; readonly path: readonly [string, ...(string | number)[]] };

/** Everything a run knows, as plain JSON: replaying the journal gives it again. */
export interface RunState {
  status: RunStatus;
  startedAt: number;
  steps: number;
  readonly frames: Record<string, FrameState>;
  /** By `frame|node`. */
  readonly containers: Record<string, ContainerState>;
  /** Nodes that may start, in order. */
  readonly ready: ReadyNode[];
  inputs: JsonObject;
  sys: JsonObject;
  conversation: JsonObject;
  /** Variables that live as long as the run, written by assigners as `flow.name`. */
  readonly variables: JsonObject;
  outputs: JsonObject;
  usage: Usage;
  /** Failures that an error policy caught. */
  exceptions: number;
  error: WireError | null;
  answer: string;
  /** Response nodes bound to speak; the first one is speaking. */
  readonly sessions: ResponseSession[];
  /** Streamed text that no response node has passed on yet, by `frame|node|output`. */
  readonly buffers: Record<string, string>;
}

/** No tokens, no cost. */
export const NO_USAGE: Usage = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0, cost: 0 };

/** A record keyed by user-chosen names: without a prototype to fall through to. */
export const nameRecord = <Value>(): Record<string, Value> => Object.create(null) as Record<string, Value>;

/** The state before the first event. */
export const createState = (): RunState => ({
  status: 'queued',
  startedAt: 0,
  steps: 0,
  frames: nameRecord(),
  containers: nameRecord(),
  ready: [],
  inputs: {},
  sys: {},
  conversation: {},
  variables: nameRecord(),
  outputs: {},
  usage: NO_USAGE,
  exceptions: 0,
  error: null,
  answer: '',
  sessions: [],
  buffers: nameRecord(),
});

/** The key of the frame that a path leads to. */
export const frameKeyOf = (path: FramePath | undefined): string => (path === undefined ? '' : path.join('/'));

/** The key under which a node of a frame keeps container state and stream buffers. */
export const nodeKeyOf = (frame: string, nodeId: string): string => `${frame}|${nodeId}`;

/** A fresh frame over a scope. */
export function createFrame(
  scope: CompiledScope,
  place: Pick<FrameState, 'path' | 'containerId' | 'parentKey' | 'item' | 'index'> & {
    readonly call?: CallState;
  },
): FrameState {
  const size = scope.nodes.length;
  return {
    key: frameKeyOf(place.path.length === 0 ? undefined : place.path),
    path: place.path,
    containerId: place.containerId,
    parentKey: place.parentKey,
    item: place.item,
    index: place.index,
    nodes: new Array<NodeStateValue>(size).fill(NodeState.waiting),
    undecided: scope.nodes.map((node) => node.incoming.length),
    taken: new Array<number>(size).fill(0),
    certain: new Array<boolean>(size).fill(false),
    speakers: [],
    attempts: new Array<number>(size).fill(0),
    startedAt: new Array<number>(size).fill(0),
    outputs: nameRecord(),
    remaining: size,
    gate: null,
    call: place.call ?? null,
  };
}

/**
 * Whether a node named in a frame is the frame's own container, deciding whether its loop goes on. A called flow may
 * use the id of the node that calls it for a node of its own, and has no gate.
 */
export const isGateOf = (frame: FrameState, node: CompiledNode): boolean =>
  frame.call === null && frame.containerId === node.id;

/** Number of the attempt at a node of a frame that runs now or ran last; 0 before the first. */
export const attemptOf = (frame: FrameState, node: CompiledNode): number =>
  isGateOf(frame, node) ? (frame.gate?.attempt ?? 0) : (frame.attempts[node.index] ?? 0);

/** How long a node has been at work when something happens at `now`; by the clock of events, so the same in a replay. */
export const elapsedOf = (frame: FrameState, node: CompiledNode, now: number): number =>
  Math.max(0, now - (frame.startedAt[node.index] ?? now));

/** A frame's path as events carry it: absent at the top. */
export const eventPath = ({ path }: Pick<FrameState, 'path'>): { path?: FrameState['path'] } =>
  path.length > 0 ? { path } : {};
