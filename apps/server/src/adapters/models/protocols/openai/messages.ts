import type { ChatContentPart, ChatMessage, ChatToolCall } from '@heddle/engine';
import type { JsonObject } from '@heddle/model';
import { signatureOf } from '../call-signature';
import { plainText } from '../message-text';

function part(given: ChatContentPart): JsonObject {
  if (given.type === 'text') return { type: 'text', text: given.text };
  const { detail, url } = given;
  return { type: 'image_url', image_url: { url, ...(detail ? { detail } : {}) } };
}

const toolCall = ({ arguments: text, id, name }: ChatToolCall): JsonObject => ({
  id,
  type: 'function',
  function: { name, arguments: text },
});

function assistant(message: ChatMessage, reasoningBack: string | null): JsonObject {
  const calls = message.toolCalls ?? [];
  const text = plainText(message);
  if (calls.length === 0) return { role: 'assistant', content: text };
  const reasoning = signatureOf('openai', calls[0]?.signature);
  return {
    role: 'assistant',
    content: text === '' ? null : text,
    tool_calls: calls.map(toolCall),
    ...(reasoningBack !== null && reasoning !== undefined ? { [reasoningBack]: reasoning } : {}),
  };
}

/** A message in the words of the protocol; `reasoningBack` names where reasoning has to come back, if at all. */
export function messageParam(message: ChatMessage, reasoningBack: string | null): JsonObject {
  const { content, role } = message;
  if (role === 'assistant') return assistant(message, reasoningBack);
  if (role === 'user') return { role, content: typeof content === 'string' ? content : content.map(part) };
  const text = plainText(message);
  return role === 'system'
    ? { role, content: text }
    : { role, content: text, tool_call_id: message.toolCallId ?? '' };
}
