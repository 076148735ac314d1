import type { ChatMessage } from '@heddle/engine';
import type { JsonObject } from '@heddle/model';

/** Messages as the trace shows them, images named but not copied. */
export const tracedMessages = (messages: readonly ChatMessage[]): JsonObject[] =>
  messages.map(({ role, content }) => ({
    role,
    content:
      typeof content === 'string'
        ? content
        : content.map((part) => (part.type === 'text' ? part.text : '[image]')).join('\n'),
  }));
