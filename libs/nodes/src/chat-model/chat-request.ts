import type { ChatMessage, ChatRequest, NodeContext } from '@heddle/engine';
import type { ModelConfig } from './model-fields';

/** Leaves out what is not set, since ports tell absent from undefined. */
export const given = <Key extends string, Value>(
  key: Key,
  value: Value | undefined,
): Partial<Record<Key, Value>> => (value === undefined ? {} : ({ [key]: value } as Record<Key, Value>));

/** A request to the model that a config names, with its parameters. */
export function chatRequest(
  { model_instance_id: modelInstanceId, model, params }: ModelConfig,
  messages: readonly ChatMessage[],
  { run }: Pick<NodeContext, 'run'>,
): ChatRequest {
  return {
    workspaceId: run.workspaceId,
    messages,
    ...given('modelInstanceId', modelInstanceId || undefined),
    ...given('model', model || undefined),
    ...given('temperature', params.temperature),
    ...given('topP', params.top_p),
    ...given('maxTokens', params.max_tokens),
    ...given('stop', params.stop),
    ...given('seed', params.seed),
  };
}
