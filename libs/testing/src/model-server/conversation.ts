import { messageText, type ChatBody } from './chat-body';
import { parseDirectives, withoutDirectives, type Directive } from './directives';

/** What a chat request says, taken apart once. */
export interface Conversation {
  readonly body: ChatBody;
  /** The last user message without its directives. */
  readonly said: string;
  /** Those of the last user message. */
  readonly directives: readonly Directive[];
  /** Tool results since the last user message. */
  readonly toolRounds: number;
}

/** Takes a chat request apart. */
export function readConversation(body: ChatBody): Conversation {
  const last = body.messages.findLastIndex((message) => message.role === 'user');
  const text = body.messages.slice(last).map(messageText)[0] ?? '';
  const toolRounds = body.messages.slice(last + 1).filter((message) => message.role === 'tool').length;
  return { body, said: withoutDirectives(text), directives: parseDirectives(text), toolRounds };
}

/** The first directive of one of the names. */
export const directiveNamed = ({ directives }: Conversation, ...names: string[]): Directive | undefined =>
  directives.find(({ name }) => names.includes(name));

/** The last message of a role, as text. */
export const lastTextOf = (body: ChatBody, role: string): string =>
  body.messages
    .filter((message) => message.role === role)
    .map(messageText)
    .at(-1) ?? '';

/** Reads a number; text that is none, or absent, counts as the other. */
export const numberOr = (text: string | undefined, otherwise: number): number => {
  const value = Number(text);
  return text === undefined || text.trim() === '' || !Number.isFinite(value) ? otherwise : value;
};
