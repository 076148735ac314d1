import { isJsonObject, type Json } from '@heddle/model';
import { readStructured } from '../chat-model/structured-answer';
import type { QuestionOptimiserConfig } from './schema';

/** A question put better, and the questions to go on with. */
export interface OptimisedQuestion {
  readonly optimised: string;
  readonly queries: readonly string[];
  /** Whether the model's answer could be used. */
  readonly isRead: boolean;
}

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value.trim() : '');

const distinct = (queries: readonly string[]): string[] =>
  [...new Set(queries)].filter((query) => query !== '');

/** The question as it is. */
export const unchanged = (query: string): OptimisedQuestion => ({
  optimised: query,
  queries: query === '' ? [] : [query],
  isRead: false,
});

/** Reads what a model made of a question; what cannot be read leaves the question as it is. */
export function readOptimised(
  text: string,
  query: string,
  { strategy, max_queries: most }: QuestionOptimiserConfig,
): OptimisedQuestion {
  const reading = readStructured(text, {});
  const value = reading.isValid ? reading.value : text;
  // A model that knows no JSON may still have written the question.
  const plain = strategy === 'rewrite' ? textOf(value) : '';
  const said = isJsonObject(value) ? textOf(value['optimized_query']) : plain;
  const listed = isJsonObject(value) && Array.isArray(value['queries']) ? value['queries'].map(textOf) : [];
  if (said === '' && listed.length === 0) return unchanged(query);
  const optimised = said || query;
  if (strategy === 'rewrite') return { optimised, queries: [optimised], isRead: true };
  const own = distinct(strategy === 'expand' ? [optimised, ...listed] : listed).slice(0, most);
  return { optimised, queries: own.length > 0 ? own : [optimised], isRead: true };
}
