import type { CompiledNode } from '../compile/compiled-flow';
import type { NodeResult } from '../executor/executor';
import { callOf } from '../kernel/lookup';
import { type FrameState, isGateOf, type RunState } from '../kernel/state';
import type { RecordedResult, RunOptions } from './run-options';

/** Events name a way out also for nodes without any, which may leave through none. */
const replayed = ({ outputs, handle }: RecordedResult, { handles }: CompiledNode): NodeResult =>
  handle === undefined || handles.length === 0 ? { outputs } : { outputs, handle };

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
  if (recorded && Object.hasOwn(recorded, node.id)) {
    const result = recorded[node.id];
    return result && replayed(result, node);
  }
  const pinned = usesPinnedOutputs ? node.node.pinned_output : undefined;
  return pinned && { outputs: pinned };
}
