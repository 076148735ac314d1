import { isJsonObject, VALUE_TYPES, type Json } from '@heddle/model';

/** A type of Dify's as we know it; `any` where we do not. */
export const readType = (type: string): string =>
  (VALUE_TYPES as readonly string[]).includes(type) ? type : 'any';

/** A type of ours as Dify knows it. */
export function writeType(type: string): string {
  if (type === 'integer') return 'number';
  if (type === 'array[integer]') return 'array[number]';
  return type === 'any' ? 'object' : type;
}

const isListOrObject = (type: string): boolean => type === 'object' || type.startsWith('array');

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** A constant as its type says: Dify writes lists, objects and often numbers as text. */
export function readConstant(value: Json | undefined, type: string): Json {
  if (typeof value !== 'string') return value ?? null;
  if (isListOrObject(type)) return value.trim() === '' ? null : (parsed(value) ?? value);
  if (type === 'number' || type === 'integer') return value.trim() === '' ? null : numberOr(value);
  return type === 'boolean' ? value === 'true' : value;
}

const numberOr = (text: string): Json => (Number.isFinite(Number(text)) ? Number(text) : text);

/** A constant as Dify writes it: lists and objects as JSON text. */
export const writeConstant = (value: Json): Json =>
  Array.isArray(value) || isJsonObject(value) ? JSON.stringify(value) : (value ?? '');
