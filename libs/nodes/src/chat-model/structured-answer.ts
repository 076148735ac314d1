import type { ChatMessage } from '@heddle/engine';
import type { Json, JsonObject } from '@heddle/model';
import { jsonSchemaMismatch } from './json-schema-mismatch';

/** What an answer says as JSON, or why it does not. */
export type StructuredReading =
  { readonly isValid: true; readonly value: Json } | { readonly isValid: false; readonly reason: string };

/** The JSON in an answer, thoughts left out: all of it, or what its outermost brackets hold (in a fence, after words). */
function jsonPart(text: string): string {
  const trimmed = text.replace(/<think>[^]*?<\/think>/g, '').trim();
  const start = trimmed.search(/[[{]/);
  if (start <= 0 && /[\]}]$/.test(trimmed)) return trimmed;
  const end = Math.max(trimmed.lastIndexOf('}'), trimmed.lastIndexOf(']'));
  return start >= 0 && end > start ? trimmed.slice(start, end + 1) : trimmed;
}

/** Reads an answer as JSON that fits the schema. */
export function readStructured(text: string, schema: JsonObject): StructuredReading {
  let value: Json;
  try {
    value = JSON.parse(jsonPart(text)) as Json;
  } catch (error) {
    return { isValid: false, reason: error instanceof Error ? error.message : String(error) };
  }
  const reason = jsonSchemaMismatch(value, schema);
  return reason === undefined ? { isValid: true, value } : { isValid: false, reason };
}

/** What was not understood, for the model that is to put it right. */
export interface Correction {
  readonly answer: string;
  readonly reason: string;
  readonly schema: JsonObject;
}

/** The conversation that asks a model to put its own answer right. */
export const repairMessages = (
  messages: readonly ChatMessage[],
  { answer, reason, schema }: Correction,
): ChatMessage[] => [
  ...messages,
  ...(answer === '' ? [] : [{ role: 'assistant' as const, content: answer }]),
  {
    role: 'user',
    content:
      `Your answer cannot be used: ${reason}. Send the corrected JSON alone, without any other text. ` +
      `It has to fit this JSON Schema:\n${JSON.stringify(schema)}`,
  },
];
