import type { JsonObject } from '@heddle/model';
import type { CompiledFlow, CompiledNode } from '../compile/compiled-flow';
import type { EventDraft } from './event-draft';
import type { NodeKey, RunState } from './state';

/** What a step works on, and where it leaves what must happen next. */
export interface KernelContext {
  readonly flow: CompiledFlow;
  readonly state: RunState;
  /** Environment variables; kept out of state because the journal must not hold secrets. */
  readonly env: JsonObject;
  /** Events decided by this step; the driver records them in order before anything else. */
  readonly drafts: EventDraft[];
  /** Attempts whose result nobody waits for any more. */
  readonly aborts: NodeKey[];
}

/** The compiled node that an event or a key names. */
export function nodeOf(context: KernelContext, nodeId: string): CompiledNode {
  const node = context.flow.nodes.get(nodeId);
  if (!node) throw new Error(`The journal names node "${nodeId}", which this flow does not have.`);
  return node;
}
