import { defineExecutor, type NodeContext, type NodeResult } from '@heddle/engine';
import { type JsonObject, renderText } from '@heddle/model';
import { askForJson } from '../chat-model/ask-for-json';
import { askQuietly } from '../chat-model/ask-quietly';
import { chatRequest } from '../chat-model/chat-request';
import type { ModelAnswer } from '../chat-model/read-answer';
import { usageOutput } from '../chat-model/usage-output';
import { nodeErrors } from '../errors/node-errors';
import { type Choice, choiceSchema, filledCategories, readChoice } from './categories';
import { classifierMessages, type Task } from './classifier-messages';
import { hasOwnFallback, questionClassifier, type QuestionClassifierConfig } from './schema';

type Context = NodeContext<'chat' | 'files' | 'history'>;

/** What stands for the model's choice when it made none: the category for that, else the first one. */
function fallbackOf(config: QuestionClassifierConfig, { categories }: Task): Choice | undefined {
  if (hasOwnFallback(config)) return undefined;
  const category = categories.find(({ id }) => id === config.fallback) ?? categories[0];
  return category && { category, confidence: 0 };
}

/** The outputs for a choice, or for the way out that is no category. */
const choiceOutputs = (choice: Choice | undefined, fallback: string): JsonObject & { category_id: string } =>
  choice
    ? {
        category: choice.category.name,
        category_id: choice.category.id,
        category_label: choice.category.label,
        confidence: choice.confidence,
      }
    : { category: null, category_id: fallback, category_label: null, confidence: 0 };

function resultOf(config: QuestionClassifierConfig, task: Task, answer: ModelAnswer | undefined): NodeResult {
  const read = answer && readChoice(answer.text, task.categories);
  const outputs = choiceOutputs(read ?? fallbackOf(config, task), config.fallback);
  return {
    outputs: { ...outputs, usage: answer ? usageOutput(answer) : {} },
    handle: outputs.category_id,
    inputs: { query: task.query, answer: answer?.text ?? null, is_fallback: read === undefined },
    ...(answer ? { usage: answer.usage } : {}),
  };
}

async function ask(config: QuestionClassifierConfig, task: Task, context: Context): Promise<ModelAnswer> {
  const messages = await classifierMessages(config, task, context);
  context.signal.throwIfAborted();
  const request = chatRequest(config, messages, context);
  const schema = choiceSchema(task.categories, task.canBeNone);
  return (await askForJson(request, schema, askQuietly(context))).answer;
}

export default defineExecutor(questionClassifier, {
  needs: ['chat', 'files', 'history'],
  async run(config, context) {
    const { variables } = context;
    const task = {
      query: renderText(variables.resolve(config.query)).trim(),
      categories: filledCategories(config.categories, context),
      canBeNone: config.fallback !== '',
    };
    if (task.categories.length === 0) {
      throw nodeErrors.NODE_CONFIG_INVALID({ reason: 'There is no category to choose.', path: 'categories' });
    }
    // Nothing was asked, so there is nothing that a model could tell.
    const isEmpty = task.query === '' && !config.vision?.enabled;
    return resultOf(config, task, isEmpty ? undefined : await ask(config, task, context));
  },
});
