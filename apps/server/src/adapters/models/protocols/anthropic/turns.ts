import type { ChatContentPart, ChatMessage } from '@heddle/engine';
import { isJsonObject, type JsonObject } from '@heddle/model';
import { signatureOf } from '../call-signature';
import { jsonOf } from '../json-text';
import { mergedTurns, type Turn } from '../merged-turns';
import { contentParts, inlineImage } from '../message-text';

function block(part: ChatContentPart): JsonObject {
  if (part.type === 'text') return { type: 'text', text: part.text };
  const inline = inlineImage(part.url);
  const source = inline
    ? { type: 'base64', media_type: inline.mediaType, data: inline.data }
    : { type: 'url', url: part.url };
  return { type: 'image', source };
}

/** Thinking that led to tool calls has to stand before them, exactly as it came. */
function thinkingBlocks(signature: string | undefined): readonly JsonObject[] {
  const kept = jsonOf(signatureOf('anthropic', signature) ?? '[]');
  return Array.isArray(kept) ? kept.filter(isJsonObject) : [];
}

function assistantBlocks(message: ChatMessage): readonly JsonObject[] {
  const calls = message.toolCalls ?? [];
  return [
    ...thinkingBlocks(calls[0]?.signature),
    ...contentParts(message).map(block),
    ...calls.map(({ arguments: text, id, name }) => ({ type: 'tool_use', id, name, input: jsonOf(text) })),
  ];
}

function toolResult(message: ChatMessage): JsonObject {
  return {
    type: 'tool_result',
    tool_use_id: message.toolCallId ?? '',
    content: contentParts(message).map(block),
  };
}

function turn(message: ChatMessage): Turn<JsonObject> {
  switch (message.role) {
    case 'assistant':
      return { role: 'assistant', parts: assistantBlocks(message) };
    case 'tool':
      return { role: 'user', parts: [toolResult(message)] };
    default:
      return { role: 'user', parts: contentParts(message).map(block) };
  }
}

/** The turns of a conversation, without what is said to the system. */
export function turnsOf(messages: readonly ChatMessage[]): JsonObject[] {
  return mergedTurns(messages.map(turn)).map(({ parts, role }) => ({ role, content: [...parts] }));
}
