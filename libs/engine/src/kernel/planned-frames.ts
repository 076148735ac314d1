import type { CompiledNode } from '../compile/compiled-flow';
import type { KernelContext } from './kernel-context';
import { createLookup, seenFrom } from './lookup';
import type { FrameState } from './state';

/** How many items a container is about to go through, where it is a list; for whoever watches, not for the kernel. */
export function plannedFrames(
  context: KernelContext,
  frame: FrameState,
  node: CompiledNode,
): number | undefined {
  const { container } = node.definition;
  if (!container || node.callee) return undefined;
  try {
    return container.plan(node.config, createLookup(seenFrom(context, frame))).items?.length;
  } catch {
    // The kernel finds out by itself, and makes it the container's failure.
    return undefined;
  }
}
