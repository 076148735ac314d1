import type { ChatMessage, NodeContext } from '@heddle/engine';
import type { JsonObject } from '@heddle/model';
import { conversationHistory } from '../chat-model/conversation-history';
import { DEFAULT_MEMORY_WINDOW } from '../chat-model/model-fields';
import type { QuestionOptimiserConfig } from './schema';

const TASKS: Readonly<Record<QuestionOptimiserConfig['strategy'], (most: number) => string>> = {
  rewrite: () => '',
  expand: (most) =>
    `"queries" lists up to ${most} other ways to ask for the same, in other words and with synonyms, for a search.`,
  decompose: (most) =>
    `"queries" lists up to ${most} smaller questions whose answers together answer the question, in a sensible order.`,
};

/** The JSON Schema of what the model is to say. */
export const optimisedSchema = ({ strategy }: QuestionOptimiserConfig): JsonObject => ({
  type: 'object',
  properties: {
    optimized_query: { type: 'string' },
    ...(strategy === 'rewrite' ? {} : { queries: { type: 'array', items: { type: 'string' } } }),
  },
  required: strategy === 'rewrite' ? ['optimized_query'] : ['optimized_query', 'queries'],
  additionalProperties: false,
});

function windowOf({ history }: QuestionOptimiserConfig, { run }: Pick<NodeContext, 'run'>): number {
  if (history) return history.enabled ? history.window : 0;
  return run.mode === 'chatflow' ? DEFAULT_MEMORY_WINDOW : 0;
}

function systemText({ strategy, max_queries: most }: QuestionOptimiserConfig, instruction: string): string {
  return [
    'You put questions so that they can be understood and answered by themselves. Do not answer them.',
    '"optimized_query" is the last message of the user, put clearly: what it refers to in earlier messages is named, ' +
      'mistakes in writing are corrected, nothing is added that was not asked for. Keep the language of the user.',
    ...[TASKS[strategy](most), instruction.trim()].filter((text) => text !== ''),
    strategy === 'rewrite'
      ? 'Answer with JSON alone: {"optimized_query": "…"}'
      : 'Answer with JSON alone: {"optimized_query": "…", "queries": ["…"]}',
  ].join('\n\n');
}

/** The messages that ask a model for a better question. */
export async function optimiserMessages(
  config: QuestionOptimiserConfig,
  query: string,
  context: NodeContext<'history'>,
): Promise<ChatMessage[]> {
  const history = await conversationHistory(windowOf(config, context), context);
  const content = systemText(config, context.variables.text(config.instruction));
  return [{ role: 'system', content }, ...history, { role: 'user', content: query }];
}
