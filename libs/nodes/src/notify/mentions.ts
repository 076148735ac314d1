import { type Json, renderText } from '@heddle/model';

/** Who is to be told apart from everybody who reads along. */
export interface Mentions {
  readonly everyone: boolean;
  /** Names or ids as the channel knows them. */
  readonly ids: readonly string[];
  readonly mobiles: readonly string[];
}

const EVERYONE: ReadonlySet<string> = new Set(['all', 'everyone', '所有人']);
/** With a country code, or as written in China. */
const MOBILE = /^(?:\+\d{6,15}|1\d{10})$/;

const wordsOf = (value: Json): string[] =>
  Array.isArray(value) ? value.flatMap(wordsOf) : renderText(value).split(/[\s,，;；、]+/);

/** Reads mentions: a list, or words between commas, each with its `@` or without. */
export function readMentions(value: Json | undefined): Mentions {
  const words = wordsOf(value ?? null).map((word) => word.replace(/^@/, ''));
  const people = [...new Set(words)].filter((word) => word !== '' && !EVERYONE.has(word));
  return {
    everyone: words.some((word) => EVERYONE.has(word)),
    ids: people.filter((word) => !MOBILE.test(word)),
    mobiles: people.filter((word) => MOBILE.test(word)),
  };
}
