import type { ChatToolCall } from '@heddle/engine';
import type { JsonObject } from '@heddle/model';
import { callArguments } from '../tool-calls/call-tools';

/** The functions that a model asks for, as nodes after it read them. */
export const toolCallsOutput = (calls: readonly ChatToolCall[]): JsonObject[] =>
  calls.map(({ id, name, arguments: text }) => ({ id, name, arguments: callArguments(text) }));
