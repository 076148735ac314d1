import type { CompiledNode } from '../compile/compiled-flow';
import type { KernelContext } from './kernel-context';
import { createLookup } from './lookup';
import type { FrameState } from './state';

/** How many items a container is about to go through, where it is a list; for whoever watches, not for the kernel. */
export function plannedFrames(
  context: KernelContext,
  frame: FrameState,
  node: CompiledNode,
): { readonly frames?: number } {
  const { container } = node.definition;
  if (!container || node.callee) return {};
  try {
    const { items } = container.plan(node.config, createLookup({ ...context, frame }));
    return items ? { frames: items.length } : {};
  } catch {
    // The kernel finds out by itself, and makes it the container's failure.
    return {};
  }
}
