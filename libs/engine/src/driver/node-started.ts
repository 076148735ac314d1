import type { NodeStartedData } from '@heddle/model';
import type { CompiledNode } from '../compile/compiled-flow';

/** What the event says by which a node begins; `queuedMs` is told of first attempts. */
export function nodeStarted(
  node: CompiledNode,
  isRecorded: boolean,
  queuedMs: number | undefined,
): NodeStartedData {
  const data: { -readonly [Key in keyof NodeStartedData]: NodeStartedData[Key] } = {
    title: node.node.label || node.id,
    node_type: node.node.type,
  };
  if (isRecorded) data.is_recorded = true;
  if (queuedMs !== undefined) data.queued_ms = queuedMs;
  return data;
}
