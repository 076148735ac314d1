import { addUsage } from '@heddle/engine';
import type { JsonObject } from '@heddle/model';
import type { ModelAnswer } from './read-answer';

/** What an answer took, as nodes put it out. */
export const usageOutput = ({ usage, firstTokenMs, totalMs }: ModelAnswer): JsonObject => ({
  prompt: usage.prompt_tokens,
  completion: usage.completion_tokens,
  total: usage.total_tokens,
  cost: usage.cost,
  first_token_ms: Math.round(firstTokenMs),
  total_ms: Math.round(totalMs),
});

/** Two rounds as one answer: what it says is the second's, what it took is the sum. */
export const combineAnswers = (first: ModelAnswer, second: ModelAnswer): ModelAnswer => ({
  ...second,
  reasoning: first.reasoning + second.reasoning,
  usage: addUsage(first.usage, second.usage),
  firstTokenMs: first.firstTokenMs,
  totalMs: first.totalMs + second.totalMs,
});
