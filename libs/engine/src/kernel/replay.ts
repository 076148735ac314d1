import type { RunEvent } from '@heddle/model';
import type { EventDraft } from './event-draft';
import { type KernelContext, scopeOf } from './kernel-context';
import { type NodeKey, nodeKeyOf, NodeState } from './state';
import { step } from './step';

/** What a replay leaves to do. */
export interface ReplayResult {
  /** Events that had been decided but not recorded when the journal ended. */
  readonly pending: readonly EventDraft[];
  readonly lastSeq: number;
}

/**
 * Rebuilds the state from a journal. Every event that the kernel decides is recorded right behind its cause, so the
 * decided ones are matched off in order; what is left over was lost with the process and is recorded anew.
 */
export function replay(
  context: KernelContext,
  events: readonly RunEvent[],
  startNodeId: string,
): ReplayResult {
  const pending: EventDraft[] = [];
  let lastSeq = 0;
  for (const event of events) {
    if (pending.length > 0) pending.shift();
    step(context, event, startNodeId);
    pending.push(...context.drafts.splice(0));
    lastSeq = event.seq;
  }
  context.aborts.length = 0;
  return { pending, lastSeq };
}

/**
 * Nodes that had started, or were waiting to try again. Containers at work are not among them: their frames go on.
 * Ask once everything that was pending is recorded, since that may end some of them.
 */
export function* nodesInFlight(context: KernelContext): Generator<NodeKey> {
  for (const frame of Object.values(context.state.frames)) {
    if (frame.gate?.isRunning && frame.containerId !== null)
      yield { frame: frame.key, nodeId: frame.containerId };
    for (const node of scopeOf(context, frame).nodes) {
      const status = frame.nodes[node.index];
      const isInFlight = status === NodeState.running || status === NodeState.retrying;
      const isAtWork = node.inner && context.state.containers[nodeKeyOf(frame.key, node.id)];
      if (isInFlight && !isAtWork) yield { frame: frame.key, nodeId: node.id };
    }
  }
}
