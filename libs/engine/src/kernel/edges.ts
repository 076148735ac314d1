import type { CompiledNode } from '../compile/compiled-flow';
import { markCertain } from '../stream/certainty';
import type { KernelContext } from './kernel-context';
import { type EventDraft, placed } from './event-draft';
import { type FrameState, NodeState } from './state';

/** Puts a node in line to start. */
export function makeReady(context: KernelContext, frame: FrameState, node: CompiledNode): void {
  frame.nodes[node.index] = NodeState.ready;
  markCertain(context, frame, node);
  context.state.ready.push({ frame: frame.key, nodeId: node.id, since: context.now });
}

/** Decides that a node will not run. */
export function draftSkip(context: KernelContext, frame: FrameState, node: CompiledNode): void {
  const skip: EventDraft = { type: 'node.skipped', nodeId: node.id, attempt: 0, data: {} };
  context.drafts.push(placed(skip, frame.path));
}

/**
 * A node is decided: its edges are taken (those of the handle it left by) or not. A node starts when nothing on its
 * way in is open and something was taken; when nothing was, it is skipped, and so on behind it.
 */
export function decideEdges(
  context: KernelContext,
  frame: FrameState,
  node: CompiledNode,
  handle: string | null,
): void {
  for (const { target, handle: leavesBy } of node.outgoing) {
    const undecided = (frame.undecided[target.index] ?? 0) - 1;
    frame.undecided[target.index] = undecided;
    if (leavesBy === handle) {
      frame.taken[target.index] = (frame.taken[target.index] ?? 0) + 1;
      markCertain(context, frame, target);
    }
    if (undecided > 0) continue;
    if ((frame.taken[target.index] ?? 0) > 0) makeReady(context, frame, target);
    else draftSkip(context, frame, target);
  }
}
