import type { ChatToolCall } from '@heddle/engine';
import { isJsonObject, type Json, type JsonObject } from '@heddle/model';

/** Arguments as an object where they are one, else the text as the model wrote it. */
function argumentsOf(text: string): Json {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : text;
  } catch {
    return text;
  }
}

/** The functions that a model asks for, as nodes after it read them. */
export const toolCallsOutput = (calls: readonly ChatToolCall[]): JsonObject[] =>
  calls.map(({ id, name, arguments: text }) => ({ id, name, arguments: argumentsOf(text) }));
