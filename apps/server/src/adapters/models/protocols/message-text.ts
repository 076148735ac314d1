import type { ChatContentPart, ChatMessage, ChatRequest } from '@heddle/engine';
import type { ChatTraits } from '../presets/preset';

/** The text of a message; images are left out. */
export const plainText = ({ content }: ChatMessage): string =>
  typeof content === 'string'
    ? content
    : content.map((part) => (part.type === 'text' ? part.text : '')).join('');

/** The content of a message as a list of parts, empty texts left out. */
export const contentParts = ({ content }: ChatMessage): readonly ChatContentPart[] =>
  (typeof content === 'string' ? [{ type: 'text', text: content } as const] : content).filter(
    (part) => part.type !== 'text' || part.text !== '',
  );

/** An image inside a data URL; undefined for one that lies elsewhere. */
export function inlineImage(url: string): { readonly mediaType: string; readonly data: string } | undefined {
  const match = /^data:([\w.+-]+\/[\w.+-]+)(?:;[\w=.-]+)*;base64,/i.exec(url);
  return match?.[1] === undefined ? undefined : { mediaType: match[1], data: url.slice(match[0].length) };
}

const ASK_FOR_JSON = 'Answer with a JSON object and nothing else.';

/** What can be asked for in a provider's own way; everything else has to be said. */
export type FormatMeans = Pick<ChatTraits, 'json_schema' | 'json_object'>;

function formatWords({ messages, responseFormat }: ChatRequest, means: FormatMeans): string {
  if (responseFormat === undefined) return '';
  if (responseFormat.type === 'json_schema') {
    if (means.json_schema) return '';
    return `${ASK_FOR_JSON} It has to fit this JSON Schema: ${JSON.stringify(responseFormat.schema)}`;
  }
  // Servers refuse to be held to JSON when no message speaks of it.
  const isAsked = messages.some((message) => /json/i.test(plainText(message)));
  return isAsked && means.json_object ? '' : ASK_FOR_JSON;
}

/** The messages, with the wanted format told in words as far as the provider knows no other way. */
export function messagesWithFormat(request: ChatRequest, means: FormatMeans): readonly ChatMessage[] {
  const words = formatWords(request, means);
  if (words === '') return request.messages;
  const at = request.messages.findLastIndex(({ role }) => role === 'system');
  const system = request.messages[at];
  if (system === undefined) return [{ role: 'system', content: words }, ...request.messages];
  return request.messages.with(at, { ...system, content: `${plainText(system)}\n\n${words}` });
}

/** A conversation whose instructions stand apart. */
export interface Instructed {
  readonly system: string;
  readonly messages: readonly ChatMessage[];
}

/** Takes instructions out of a conversation; where nothing else is said, they are what the user says. */
export function instructed(messages: readonly ChatMessage[]): Instructed {
  const spoken = messages.filter(({ role }) => role !== 'system');
  const system = messages
    .filter(({ role }) => role === 'system')
    .map(plainText)
    .filter(Boolean)
    .join('\n\n');
  return spoken.length > 0
    ? { system, messages: spoken }
    : { system: '', messages: [{ role: 'user', content: system }] };
}
