import type { NodeFinishedData, NodeStartedData } from '@heddle/model';
import type { CompiledNode } from '../compile/compiled-flow';
import type { NodeResult } from '../executor/executor';

type Writable<Data> = { -readonly [Key in keyof Data]: Data[Key] };

/** What the event says by which a node begins; `queuedMs` is told of first attempts, `frames` of containers. */
export function nodeStarted(
  node: CompiledNode,
  told: {
    readonly isRecorded: boolean;
    readonly queuedMs: number | undefined;
    readonly frames: number | undefined;
  },
): NodeStartedData {
  const data: Writable<NodeStartedData> = { title: node.node.label || node.id, node_type: node.node.type };
  if (told.isRecorded) data.is_recorded = true;
  if (told.queuedMs !== undefined) data.queued_ms = told.queuedMs;
  if (told.frames !== undefined) data.frames = told.frames;
  return data;
}

/** What the event says by which a node succeeds; what a called flow changes is its own. */
export function nodeFinished(
  result: NodeResult,
  told: { readonly handle: string; readonly elapsedMs: number; readonly isCalled: boolean },
): NodeFinishedData {
  const data: Writable<NodeFinishedData> = {
    outputs: result.outputs,
    handle: told.handle,
    elapsed_ms: told.elapsedMs,
  };
  if (result.inputs) data.inputs = result.inputs;
  if (result.usage) data.usage = result.usage;
  if (result.changes) {
    data.changes = told.isCalled
      ? result.changes.map((change) => ({ ...change, is_local: true }))
      : result.changes;
  }
  return data;
}
