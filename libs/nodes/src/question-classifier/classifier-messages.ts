import type { ChatMessage, NodeContext } from '@heddle/engine';
import { conversationHistory } from '../chat-model/conversation-history';
import { imageParts, withImages } from '../chat-model/message-images';
import { type Category, NONE } from './categories';
import type { QuestionClassifierConfig } from './schema';

/** What is to be sorted, and into what. */
export interface Task {
  readonly query: string;
  readonly categories: readonly Category[];
  readonly canBeNone: boolean;
}

const line = ({ key, name, description }: Category): string => {
  const words = [...new Set([key, name, description])].filter((word) => word !== '');
  return `- ${words.join(': ')}`;
};

function systemText({ categories, canBeNone }: Task, instruction: string): string {
  return [
    'You sort what users say into categories. Choose the one category that fits best the last message of the user.',
    `Categories:\n${categories.map(line).join('\n')}`,
    ...(canBeNone ? [`When none of them fits, choose "${NONE}".`] : []),
    ...(instruction.trim() === '' ? [] : [instruction]),
    `Answer with JSON alone: {"category": ${JSON.stringify(categories[0]?.key ?? '')}, "confidence": 0.9}. ` +
      'The category is written as in the list, before the colon; the confidence is between 0 and 1. ' +
      'Do not answer the message itself.',
  ].join('\n\n');
}

/** The messages that ask a model for its choice. */
export async function classifierMessages(
  config: QuestionClassifierConfig,
  task: Task,
  context: NodeContext<'files' | 'history'>,
): Promise<ChatMessage[]> {
  const window = config.memory?.enabled ? config.memory.window : 0;
  const [history, images] = await Promise.all([
    conversationHistory(window, context),
    imageParts(config.vision, context),
  ]);
  const system = systemText(task, context.variables.text(config.instruction));
  return withImages(
    [{ role: 'system', content: system }, ...history, { role: 'user', content: task.query }],
    images,
  );
}
