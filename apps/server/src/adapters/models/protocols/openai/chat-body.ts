import type { ChatRequest } from '@heddle/engine';
import type { JsonObject } from '@heddle/model';
import { messagesWithFormat } from '../message-text';
import type { ProviderCall } from '../model-protocol';
import { fittedParams } from '../model-params';
import { messageParam } from './messages';

type Part = (request: ChatRequest, call: ProviderCall) => JsonObject;

const format: Part = ({ responseFormat }, { traits: { chat } }) => {
  if (responseFormat === undefined) return {};
  if (responseFormat.type === 'json_schema' && chat.json_schema) {
    const { schema } = responseFormat;
    return { response_format: { type: 'json_schema', json_schema: { name: 'answer', schema } } };
  }
  return chat.json_object ? { response_format: { type: 'json_object' } } : {};
};

const tools: Part = ({ toolChoice, tools: given = [] }) => ({
  ...(given.length === 0
    ? {}
    : {
        tools: given.map(({ description, name, parameters }) => ({
          type: 'function',
          function: { name, description, parameters },
        })),
      }),
  ...(toolChoice === undefined
    ? {}
    : { tool_choice: { type: 'function', function: { name: toolChoice.name } } }),
});

const PARTS: readonly Part[] = [
  ({ temperature }) => (temperature === undefined ? {} : { temperature }),
  ({ topP }) => (topP === undefined ? {} : { top_p: topP }),
  ({ maxTokens }, { traits }) => {
    const limit = maxTokens ?? traits.chat.max_tokens;
    return limit === null ? {} : { max_tokens: limit };
  },
  ({ stop }) => (stop === undefined || stop.length === 0 ? {} : { stop: [...stop] }),
  ({ seed }) => (seed === undefined ? {} : { seed }),
  format,
  tools,
];

/** Says a request in the words of the protocol. */
export function chatBody(request: ChatRequest, call: ProviderCall): JsonObject {
  const { target, traits } = call;
  const { reasoning_back: back, stream_usage: hasUsage } = traits.chat;
  const params = Object.assign({}, ...PARTS.map((part) => part(request, call))) as JsonObject;
  return {
    ...traits.chat.body,
    ...call.params,
    ...fittedParams(params, traits.chat, target.model),
    model: target.model,
    messages: messagesWithFormat(request, traits.chat).map((message) => messageParam(message, back)),
    stream: true,
    ...(hasUsage ? { stream_options: { include_usage: true } } : {}),
  };
}
