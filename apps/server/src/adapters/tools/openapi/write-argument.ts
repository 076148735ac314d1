import { isJsonObject, type Json } from '@heddle/model';
import type { OperationArgument } from './operation';

type Pair = readonly [string, string];

/** A value as text: scalars as they are, what is nested as JSON. */
export const plainText = (value: Json): string =>
  typeof value === 'string'
    ? value
    : value === null
      ? ''
      : typeof value === 'object'
        ? JSON.stringify(value)
        : String(value);

const SEPARATORS: Partial<Record<OperationArgument['style'], string>> = {
  spaceDelimited: ' ',
  pipeDelimited: '|',
};

function objectPairs(
  { name, style, explode }: OperationArgument,
  entries: readonly (readonly [string, Json])[],
): Pair[] {
  if (style === 'deepObject') return entries.map(([key, item]) => [`${name}[${key}]`, plainText(item)]);
  if (explode) return entries.map(([key, item]) => [key, plainText(item)]);
  return [[name, entries.flatMap(([key, item]) => [key, plainText(item)]).join(',')]];
}

/** An argument as parameters of a query, or as cookies. */
export function argumentPairs(argument: OperationArgument, value: Json): Pair[] {
  const { name, style, explode } = argument;
  if (style === 'json') return [[name, JSON.stringify(value)]];
  if (Array.isArray(value)) {
    if (explode) return value.map((item) => [name, plainText(item)]);
    return [[name, value.map(plainText).join(SEPARATORS[style] ?? ',')]];
  }
  return isJsonObject(value) ? objectPairs(argument, Object.entries(value)) : [[name, plainText(value)]];
}

/** An argument as one text, for a path or a header. */
export function argumentText({ style, explode }: OperationArgument, value: Json): string {
  if (style === 'json') return JSON.stringify(value);
  if (Array.isArray(value)) return value.map(plainText).join(',');
  if (!isJsonObject(value)) return plainText(value);
  const entries = Object.entries(value).map(([key, item]) => [key, plainText(item)] as const);
  return entries.map(([key, item]) => (explode ? `${key}=${item}` : `${key},${item}`)).join(',');
}
