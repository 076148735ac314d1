import { isJsonObject, type Json, type JsonObject } from '@heddle/model';
import { z } from 'zod';

const REPLACEMENT = '\uFFFD';
const CONTROL = /\p{Cc}/u;
const LONE_SURROGATE = /\p{Cs}/u;
const UNSTORABLE = /[\0\p{Cs}]/gu;

/** The longest message that a chat takes, in UTF-16 units. */
export const MAX_CHAT_TEXT = 100_000;

/**
 * The written rule for text that must not be refused, such as what somebody says in a chat: NUL and lone surrogates,
 * which Postgres cannot store, become U+FFFD; everything else stays as it is.
 */
export const storableText = (text: string): string => text.replace(UNSTORABLE, REPLACEMENT);

/** {@link storableText} for every text and key of a JSON value. */
export function storableJson<T extends Json>(value: T): T;
export function storableJson(value: Json): Json {
  if (typeof value === 'string') return storableText(value);
  if (Array.isArray(value)) return value.map((item) => storableJson(item));
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(
    ([key, item]) => [storableText(key), storableJson(item)] as const,
  );
  return Object.fromEntries(entries) satisfies JsonObject;
}

const firstMatch = (text: string, patterns: readonly RegExp[]): number | undefined => {
  const positions = patterns.map((pattern) => text.search(pattern)).filter((position) => position >= 0);
  return positions.length === 0 ? undefined : Math.min(...positions);
};

const refusing = (patterns: readonly RegExp[]) => (context: z.core.ParsePayload<string>) => {
  const position = firstMatch(context.value, patterns);
  if (position === undefined) return;
  context.issues.push({
    code: 'custom',
    input: context.value,
    params: { code: 'INPUT_BAD_CHARACTER', position },
    message: `has a character at ${position} that cannot be used here`,
  });
};

/** One line that is shown as a name: trimmed, not blank, without control characters. */
export const nameText = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .check(refusing([CONTROL, LONE_SURROGATE]));

/** Text of any number of lines, possibly empty, that is stored exactly as written. */
export const plainText = (max: number) =>
  z
    .string()
    .max(max)
    .check(refusing([/\0/, LONE_SURROGATE]));

/** What somebody says in a chat: never blank, never refused for a character. */
export const chatText = (max = MAX_CHAT_TEXT) =>
  z
    .string()
    .max(max)
    .refine((text) => text.trim() !== '', { params: { code: 'INPUT_REQUIRED' }, error: 'must not be empty' })
    .transform(storableText);
