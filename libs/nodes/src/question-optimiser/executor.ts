import { defineExecutor, type NodeContext } from '@heddle/engine';
import { renderText } from '@heddle/model';
import { askForJson } from '../chat-model/ask-for-json';
import { askQuietly } from '../chat-model/ask-quietly';
import { chatRequest } from '../chat-model/chat-request';
import type { ModelAnswer } from '../chat-model/read-answer';
import { usageOutput } from '../chat-model/usage-output';
import { optimisedSchema, optimiserMessages } from './optimiser-messages';
import { readOptimised, unchanged } from './read-optimised';
import { questionOptimiser, type QuestionOptimiserConfig } from './schema';

async function ask(
  config: QuestionOptimiserConfig,
  query: string,
  context: NodeContext<'chat' | 'history'>,
): Promise<ModelAnswer> {
  const messages = await optimiserMessages(config, query, context);
  context.signal.throwIfAborted();
  const request = chatRequest(config, messages, context);
  return (await askForJson(request, optimisedSchema(config), askQuietly(context))).answer;
}

export default defineExecutor(questionOptimiser, {
  needs: ['chat', 'history'],
  async run(config, context) {
    const original = renderText(context.variables.resolve(config.query));
    const query = original.trim();
    const answer = query === '' ? undefined : await ask(config, query, context);
    const { optimised, queries, isRead } = answer
      ? readOptimised(answer.text, query, config)
      : unchanged(query);
    return {
      outputs: {
        optimized_query: optimised,
        queries: [...queries],
        original_query: original,
        usage: answer ? usageOutput(answer) : {},
      },
      inputs: { query, answer: answer?.text ?? null, is_unchanged: !isRead },
      ...(answer ? { usage: answer.usage } : {}),
    };
  },
});
