import { DEFAULT_HANDLE, ERROR_HANDLE, type JsonObject, type WireError } from '@heddle/model';
import type { CompiledNode } from '../compile/compiled-flow';
import type { EventDraft } from './event-draft';
import { attemptOf, elapsedOf, eventPath, type FrameState, isGateOf } from './state';

/** What a failed attempt leaves behind. */
export interface Failure {
  readonly error: WireError;
  readonly elapsedMs: number;
  readonly inputs?: JsonObject;
}

const nullOutputs = (node: CompiledNode): JsonObject =>
  Object.fromEntries(node.definition.outputs(node.config).map(({ name }) => [name, null]));

const errorOutputs = ({ error }: Failure): JsonObject => ({
  error_message: error.message,
  error_type: String(error.details?.['type'] ?? error.code),
  error_code: error.code,
});

/** The policy's way on after a failure: the handle and the outputs that stand in for the node's own. */
function policyOf(node: CompiledNode, failure: Failure) {
  const policy = node.node.on_error ?? 'fail';
  switch (policy) {
    case 'branch':
      return { policy, handle: ERROR_HANDLE, outputs: errorOutputs(failure) } as const;
    case 'default_value':
      return {
        policy,
        handle: node.handles[0]?.id ?? DEFAULT_HANDLE,
        outputs: { ...nullOutputs(node), ...node.node.default_outputs, ...errorOutputs(failure) },
      } as const;
    case 'continue':
      return {
        policy,
        handle: node.handles[0]?.id ?? DEFAULT_HANDLE,
        outputs: { ...nullOutputs(node), ...errorOutputs(failure) },
      } as const;
    default:
      return { policy } as const;
  }
}

/** The event of a node that failed for good, under its own error policy. */
export function draftFailure(frame: FrameState, node: CompiledNode, failure: Failure): EventDraft {
  return {
    type: 'node.failed',
    nodeId: node.id,
    attempt: attemptOf(frame, node),
    ...eventPath(frame),
    data: {
      error: { ...failure.error, node_id: failure.error.node_id ?? node.id },
      elapsed_ms: failure.elapsedMs,
      ...(failure.inputs ? { inputs: failure.inputs } : {}),
      ...(isGateOf(frame, node) ? { policy: 'fail' as const } : policyOf(node, failure)),
    },
  };
}

/** The event of a node that was still running when its run or frame ended. */
export function draftStopped(
  frame: FrameState,
  node: CompiledNode,
  { error, now }: { readonly error: WireError; readonly now: number },
): EventDraft {
  return {
    type: 'node.failed',
    nodeId: node.id,
    attempt: attemptOf(frame, node),
    ...eventPath(frame),
    data: {
      error: { ...error, node_id: node.id },
      elapsed_ms: elapsedOf(frame, node, now),
      policy: 'stopped',
    },
  };
}
