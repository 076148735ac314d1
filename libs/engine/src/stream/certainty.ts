import type { CompiledEdge, CompiledNode } from '../compile/compiled-flow';
import { type KernelContext, scopeOf } from '../kernel/kernel-context';
import { type FrameState, NodeState } from '../kernel/state';
import { openSession } from './response-order';

/**
 * Marks nodes that are bound to run: those that start, and everything behind a bound node whose way out is known
 * beforehand. Each edge is looked at once per frame, so diamonds in a row cost no more than a chain.
 */
function spread(context: KernelContext, frame: FrameState, from: CompiledNode): void {
  const pending = [from];
  for (let node = pending.shift(); node; node = pending.shift()) {
    if (frame.certain[node.index]) continue;
    frame.certain[node.index] = true;
    if (node.responseParts) frame.speakers.push(node.index);
    if (node.isConditional) continue;
    for (const edge of node.outgoing) if (isUnconditional(edge)) pending.push(edge.target);
  }
  openSessions(context, frame);
}

/** Whether an edge of a node that chooses nothing is the one it will leave by. */
const isUnconditional = (edge: CompiledEdge): boolean => edge.source.handles[0]?.id === edge.handle;

/** A node will run for sure: it starts a frame, or a taken edge leads to it. */
export const markCertain = (context: KernelContext, frame: FrameState, node: CompiledNode): void => {
  if (!frame.certain[node.index]) spread(context, frame, node);
};

/** Whether it is settled where in the line a node speaks, if it does. What a container says is known at its end. */
function hasItsPlace(frame: FrameState, { index, inner }: CompiledNode): boolean {
  const status = frame.nodes[index];
  if (status === NodeState.finished || status === NodeState.skipped) return true;
  return !inner && frame.certain[index] === true && !frame.speakers.includes(index);
}

/** Puts response nodes in line that are bound to run, once nobody can come before them any more. */
export function openSessions(context: KernelContext, frame: FrameState): void {
  const { speakers } = frame;
  if (speakers.length === 0) return;
  const { nodes } = scopeOf(context, frame);
  const findNext = (): number =>
    speakers.findIndex((index) => nodes[index]?.speakersBefore.every((node) => hasItsPlace(frame, node)));
  for (let position = findNext(); position >= 0; position = findNext()) {
    const node = nodes[speakers.splice(position, 1)[0] ?? -1];
    if (node) openSession(context, frame, node);
  }
}
