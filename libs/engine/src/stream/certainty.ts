import type { CompiledEdge, CompiledNode } from '../compile/compiled-flow';
import { type KernelContext } from '../kernel/kernel-context';
import type { FrameState } from '../kernel/state';
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
    if (node.responseParts) openSession(context, frame, node);
    if (node.isConditional) continue;
    for (const edge of node.outgoing) if (isUnconditional(edge)) pending.push(edge.target);
  }
}

/** Whether an edge of a node that chooses nothing is the one it will leave by. */
const isUnconditional = (edge: CompiledEdge): boolean => edge.source.handles[0]?.id === edge.handle;

/** A node will run for sure: it starts a frame, or a taken edge leads to it. */
export const markCertain = (context: KernelContext, frame: FrameState, node: CompiledNode): void => {
  if (!frame.certain[node.index]) spread(context, frame, node);
};
