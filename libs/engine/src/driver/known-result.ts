import type { CompiledNode } from '../compile/compiled-flow';
import type { NodeResult } from '../executor/executor';
import { callOf } from '../kernel/lookup';
import { type FrameState, isGateOf, type RunState } from '../kernel/state';
import type { RunOptions } from './run-options';

/**
 * The result of a node that need not run: recorded by an earlier run, or pinned in the draft. A flow that is called
 * may use the same ids for nodes of its own, which always run.
 */
export function knownResult(
  { recorded, usesPinnedOutputs }: Pick<RunOptions, 'recorded' | 'usesPinnedOutputs'>,
  state: RunState,
  { frame, node }: { readonly frame: FrameState; readonly node: CompiledNode },
): NodeResult | undefined {
  if (!recorded && !usesPinnedOutputs) return undefined;
  if (isGateOf(frame, node) || callOf(state, frame)) return undefined;
  if (recorded && Object.hasOwn(recorded, node.id)) return recorded[node.id];
  const pinned = usesPinnedOutputs ? node.node.pinned_output : undefined;
  return pinned && { outputs: pinned };
}
