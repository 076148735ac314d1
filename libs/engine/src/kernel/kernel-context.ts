import type { JsonObject } from '@heddle/model';
import type { CompiledFlow, CompiledNode, CompiledScope } from '../compile/compiled-flow';
import type { EventDraft } from './event-draft';
import type { FrameState, NodeKey, RunState } from './state';

/** What a step works on, and where it leaves what must happen next. */
export interface KernelContext {
  readonly flow: CompiledFlow;
  readonly state: RunState;
  /** Environment variables; kept out of state because the journal must not hold secrets. */
  readonly env: JsonObject;
  /** What a container's outputs may amount to. */
  readonly maxOutputBytes: number;
  /** When the event happened that is being applied; milliseconds since 1970. */
  now: number;
  /** Events decided by this step; the driver records them in order before anything else. */
  readonly drafts: EventDraft[];
  /** Attempts whose result nobody waits for any more. */
  readonly aborts: NodeKey[];
}

/** The nodes that a frame passes through. */
export function scopeOf(
  { flow, state }: Pick<KernelContext, 'flow' | 'state'>,
  frame: FrameState,
): CompiledScope {
  const { path } = frame;
  let scope = flow.root;
  // A path alternates container and number of the frame: following it costs one look-up a level.
  for (let step = 0; step < path.length; step += 2) {
    const inner = scope.byId.get(String(path[step]))?.inner;
    if (!inner) throw unknownNode(String(path[step]), state);
    scope = inner;
  }
  return scope;
}

/** The compiled node that a frame's event or key names: one of the frame's nodes, or its own container. */
export function nodeOf(context: KernelContext, frame: FrameState, nodeId: string): CompiledNode {
  const node = scopeOf(context, frame).byId.get(nodeId) ?? containerOf(context, frame);
  if (node?.id !== nodeId) throw unknownNode(nodeId, context.state);
  return node;
}

/** The container that a frame belongs to; undefined at the top. */
export function containerOf(
  context: Pick<KernelContext, 'flow' | 'state'>,
  frame: FrameState,
): CompiledNode | undefined {
  const parent = frame.parentKey === null ? undefined : context.state.frames[frame.parentKey];
  return parent && scopeOf(context, parent).byId.get(frame.containerId ?? '');
}

const unknownNode = (nodeId: string, { status }: RunState): Error =>
  new Error(`The journal of this ${status} run names node "${nodeId}", which its flow does not have.`);
