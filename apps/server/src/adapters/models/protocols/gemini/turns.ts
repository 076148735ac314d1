import type { ChatContentPart, ChatMessage, ChatToolCall } from '@heddle/engine';
import type { JsonObject } from '@heddle/model';
import { signatureOf } from '../call-signature';
import { jsonOf } from '../json-text';
import { mergedTurns, type Turn } from '../merged-turns';
import { contentParts, inlineImage, plainText } from '../message-text';

function part(given: ChatContentPart): JsonObject {
  if (given.type === 'text') return { text: given.text };
  const inline = inlineImage(given.url);
  return inline
    ? { inlineData: { mimeType: inline.mediaType, data: inline.data } }
    : { fileData: { fileUri: given.url } };
}

function callPart({ arguments: text, name, signature }: ChatToolCall): JsonObject {
  const thought = signatureOf('gemini', signature);
  return {
    functionCall: { name, args: jsonOf(text) },
    ...(thought === undefined ? {} : { thoughtSignature: thought }),
  };
}

/** Results name the tool, not the call: the last call of that id before them. */
function resultPart(message: ChatMessage, before: readonly ChatMessage[]): JsonObject {
  const calls = before.flatMap(({ toolCalls = [] }) => toolCalls);
  const name = calls.findLast(({ id }) => id === message.toolCallId)?.name ?? '';
  return { functionResponse: { name, response: { result: plainText(message) } } };
}

function turn(message: ChatMessage, before: readonly ChatMessage[]): Turn<JsonObject> {
  switch (message.role) {
    case 'assistant':
      return {
        role: 'model',
        parts: [...contentParts(message).map(part), ...(message.toolCalls ?? []).map(callPart)],
      };
    case 'tool':
      return { role: 'user', parts: [resultPart(message, before)] };
    default:
      return { role: 'user', parts: contentParts(message).map(part) };
  }
}

/** The turns of a conversation, without what is said to the system. */
export function turnsOf(messages: readonly ChatMessage[]): JsonObject[] {
  const turns = messages.map((message, at) => turn(message, messages.slice(0, at)));
  return mergedTurns(turns).map(({ parts, role }) => ({ role, parts: [...parts] }));
}
