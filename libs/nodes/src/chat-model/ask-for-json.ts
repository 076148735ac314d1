import type { ChatMessage, ChatRequest } from '@heddle/engine';
import { isFlowError, type JsonObject } from '@heddle/model';
import type { ModelAnswer } from './read-answer';
import { readStructured, type StructuredReading } from './structured-answer';

/** Sends a request and reads the whole answer. */
export type Ask = (request: ChatRequest) => Promise<ModelAnswer>;

/** An answer that was to be JSON, and what it says. */
export interface JsonAnswer {
  readonly answer: ModelAnswer;
  readonly reading: StructuredReading;
}

/** Whether a provider refuses a request because it does not know a feature, by the name of the parameter. */
export const isFeatureRefused = (error: unknown, feature: RegExp): boolean =>
  isFlowError(error, 'UPSTREAM_ERROR') && !error.isRetryable && feature.test(error.message);

const JSON_FEATURE = /response_?format|json_?schema|structured/i;

/** Says the schema in words, for providers that offer nothing better. */
export function withSchemaInWords(messages: readonly ChatMessage[], schema: JsonObject): ChatMessage[] {
  const words =
    'Answer with JSON alone, without any other text. It has to fit this JSON Schema:\n' +
    JSON.stringify(schema);
  const [first, ...others] = messages;
  // Some models know one system message only, and at the beginning.
  if (first?.role === 'system' && typeof first.content === 'string') {
    return [{ ...first, content: `${first.content}\n\n${words}` }, ...others];
  }
  return [{ role: 'system', content: words }, ...messages];
}

/** Asks for JSON that fits a schema: natively, or in words where the provider refuses that. */
export async function askForJson(request: ChatRequest, schema: JsonObject, ask: Ask): Promise<JsonAnswer> {
  const answer = await ask({ ...request, responseFormat: { type: 'json_schema', schema } }).catch(
    (error: unknown) => {
      if (!isFeatureRefused(error, JSON_FEATURE)) throw error;
      return ask({ ...request, messages: withSchemaInWords(request.messages, schema) });
    },
  );
  return { answer, reading: readStructured(answer.text, schema) };
}
