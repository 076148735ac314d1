import type { ChatCompletionBody, OpenAiMessage } from '@heddle/contracts';
import type { HistoryMessage } from '@heddle/engine';
import { publishedErrors } from './published-errors';

/** A conversation that the caller keeps: what is asked now, and what was said before. */
export interface AskedNow {
  readonly query: string;
  readonly history: readonly HistoryMessage[];
}

function textOf({ content }: OpenAiMessage): string {
  if (typeof content === 'string') return content;
  return (content ?? []).map((part) => part.text ?? '').join('');
}

/** Splits messages into the last question and what was said before it; instructions are the flow's own. @throws MESSAGE_MISSING */
export function askedNow({ messages }: ChatCompletionBody): AskedNow {
  const last = messages.findLastIndex(({ role }) => role === 'user');
  const question = messages[last];
  if (!question) throw publishedErrors.MESSAGE_MISSING({ path: 'messages' });
  const history = messages.slice(0, last).flatMap((message): HistoryMessage[] => {
    const { role } = message;
    return role === 'user' || role === 'assistant' ? [{ role, content: textOf(message) }] : [];
  });
  return { query: textOf(question), history };
}
