import type { ChatContentPart, ChatMessage, ChatRequest } from '@heddle/engine';
import type OpenAI from 'openai';
import type { ResolvedModel } from './resolved-model';

type Params = OpenAI.Chat.Completions.ChatCompletionCreateParamsStreaming;
type MessageParam = OpenAI.Chat.Completions.ChatCompletionMessageParam;
type PartParam = OpenAI.Chat.Completions.ChatCompletionContentPart;

const plainText = ({ content }: ChatMessage): string =>
  typeof content === 'string'
    ? content
    : content.map((part) => (part.type === 'text' ? part.text : '')).join('');

function partParam(part: ChatContentPart): PartParam {
  if (part.type === 'text') return { type: 'text', text: part.text };
  return { type: 'image_url', image_url: { url: part.url, ...(part.detail ? { detail: part.detail } : {}) } };
}

function assistantParam(message: ChatMessage): MessageParam {
  const calls = (message.toolCalls ?? []).map((call) => ({
    id: call.id,
    type: 'function' as const,
    function: { name: call.name, arguments: call.arguments },
  }));
  const text = plainText(message);
  if (calls.length === 0) return { role: 'assistant', content: text };
  return { role: 'assistant', content: text === '' ? null : text, tool_calls: calls };
}

function messageParam(message: ChatMessage): MessageParam {
  switch (message.role) {
    case 'system':
      return { role: 'system', content: plainText(message) };
    case 'assistant':
      return assistantParam(message);
    case 'tool':
      return { role: 'tool', content: plainText(message), tool_call_id: message.toolCallId ?? '' };
    case 'user':
      return {
        role: 'user',
        content: typeof message.content === 'string' ? message.content : message.content.map(partParam),
      };
  }
}

function formatParam(format: NonNullable<ChatRequest['responseFormat']>): Pick<Params, 'response_format'> {
  if (format.type === 'json_object') return { response_format: { type: 'json_object' } };
  return { response_format: { type: 'json_schema', json_schema: { name: 'answer', schema: format.schema } } };
}

function toolsParam(tools: NonNullable<ChatRequest['tools']>): Pick<Params, 'tools'> {
  if (tools.length === 0) return {};
  return {
    tools: tools.map(({ description, name, parameters }) => ({
      type: 'function',
      function: { name, description, parameters },
    })),
  };
}

/** OpenAI's own newer models refuse `max_tokens`; most of the servers that speak its protocol know nothing else. */
const limitName = (baseURL: string): 'max_completion_tokens' | 'max_tokens' =>
  URL.canParse(baseURL) && new URL(baseURL).hostname === 'api.openai.com'
    ? 'max_completion_tokens'
    : 'max_tokens';

const OPTIONAL: readonly ((request: ChatRequest, model: ResolvedModel) => Partial<Params>)[] = [
  ({ temperature }) => (temperature === undefined ? {} : { temperature }),
  ({ topP }) => (topP === undefined ? {} : { top_p: topP }),
  ({ maxTokens }, { baseURL }) => (maxTokens === undefined ? {} : { [limitName(baseURL)]: maxTokens }),
  ({ stop }) => (stop === undefined || stop.length === 0 ? {} : { stop: [...stop] }),
  ({ seed }) => (seed === undefined ? {} : { seed }),
  ({ responseFormat }) => (responseFormat === undefined ? {} : formatParam(responseFormat)),
  ({ tools }) => (tools === undefined ? {} : toolsParam(tools)),
  ({ toolChoice }) =>
    toolChoice === undefined
      ? {}
      : { tool_choice: { type: 'function', function: { name: toolChoice.name } } },
];

/** Says a request in the words of the OpenAI protocol. */
export function chatParams(request: ChatRequest, model: ResolvedModel): Params {
  const params: Params = {
    model: model.model,
    messages: request.messages.map(messageParam),
    stream: true,
    stream_options: { include_usage: true },
  };
  return OPTIONAL.reduce((all, part) => Object.assign(all, part(request, model)), params);
}
