import { describeValue, isJsonObject, type Json } from '@heddle/model';
import { nodeErrors } from '../errors/node-errors';
import { isFile } from '../fields/file-value';
import type { TriggerInput } from './schema';

const WORDS: Readonly<Record<string, boolean>> = { true: true, '1': true, false: false, '0': false };

const wrongType = (input: TriggerInput, expected: string, value: Json): Error =>
  nodeErrors.INPUT_TYPE({ input: input.name, expected, got: describeValue(value) });

function toText(input: TriggerInput, value: Json): string {
  if (value === null || typeof value === 'object') throw wrongType(input, 'text', value);
  const text = String(value);
  const limit = input.max_length;
  // Code points are what a person counts, and never more than code units.
  if (limit !== undefined && text.length > limit) {
    const length = [...text].length;
    if (length > limit)
      throw nodeErrors.INPUT_TOO_LONG({ input: input.name, length, limit, unit: 'characters' });
  }
  return text;
}

function toNumber(input: TriggerInput, value: Json): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) throw wrongType(input, 'a number', value);
  return number;
}

function toInteger(input: TriggerInput, value: Json): number {
  const number = toNumber(input, value);
  if (!Number.isSafeInteger(number)) throw wrongType(input, 'a whole number', value);
  return number;
}

function toBoolean(input: TriggerInput, value: Json): boolean {
  if (typeof value === 'boolean') return value;
  const word =
    typeof value === 'number' || typeof value === 'string' ? String(value).trim().toLowerCase() : '';
  const known = Object.hasOwn(WORDS, word) ? WORDS[word] : undefined;
  if (known === undefined) throw wrongType(input, 'true or false', value);
  return known;
}

function toOption(input: TriggerInput, value: Json): string {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text === 'string' && input.options.includes(text)) return text;
  throw wrongType(input, `one of ${input.options.map((option) => `'${option}'`).join(', ')}`, value);
}

/** A list or an object as given, or as JSON text. */
function toStructure<Shape extends Json>(
  input: TriggerInput,
  value: Json,
  shape: { readonly is: (value: unknown) => value is Shape; readonly name: string },
): Shape {
  if (shape.is(value)) return value;
  if (typeof value !== 'string') throw wrongType(input, shape.name, value);
  try {
    const parsed: unknown = JSON.parse(value);
    if (shape.is(parsed)) return parsed;
  } catch {
    // Not JSON: refused below, with the text that was given.
  }
  throw wrongType(input, shape.name, value);
}

const OBJECT_SHAPE = { is: isJsonObject, name: 'an object' };
const LIST_SHAPE = { is: (value: unknown): value is Json[] => Array.isArray(value), name: 'a list' };

function extensionOf(file: Readonly<Record<string, Json>>): string {
  const { extension, name } = file;
  const given = typeof extension === 'string' && extension !== '' ? extension : undefined;
  const ending = given ?? (typeof name === 'string' ? (/\.([^.]+)$/.exec(name)?.[1] ?? '') : '');
  return ending.replace(/^\./, '').toLowerCase();
}

function toFile(input: TriggerInput, value: Json): Json {
  const file = Array.isArray(value) && value.length === 1 ? (value[0] ?? null) : value;
  if (!isFile(file)) throw wrongType(input, 'a file', value);
  const kinds: readonly string[] = input.allowed_file_types;
  const kind = String(file['type'] ?? '');
  if (kinds.length > 0 && !kinds.includes(kind)) {
    throw wrongType(input, `a file of kind ${kinds.join(', ')}`, kind);
  }
  const extensions = input.allowed_file_extensions.map((text) => text.replace(/^\./, '').toLowerCase());
  if (extensions.length > 0 && !extensions.includes(extensionOf(file))) {
    throw wrongType(input, `a file ending in ${extensions.join(', ')}`, extensionOf(file));
  }
  return file;
}

function toFiles(input: TriggerInput, value: Json): Json[] {
  const files = (Array.isArray(value) ? value : [value]).map((file) => toFile(input, file));
  const limit = input.max_files;
  if (limit !== undefined && files.length > limit) {
    throw nodeErrors.INPUT_TOO_LONG({ input: input.name, length: files.length, limit, unit: 'files' });
  }
  return files;
}

const COERCIONS: Readonly<Record<TriggerInput['type'], (input: TriggerInput, value: Json) => Json>> = {
  string: toText,
  paragraph: toText,
  number: toNumber,
  integer: toInteger,
  boolean: toBoolean,
  select: toOption,
  object: (input, value) => toStructure(input, value, OBJECT_SHAPE),
  array: (input, value) => toStructure(input, value, LIST_SHAPE),
  file: toFile,
  files: toFiles,
};

/** What a run sees of an input that nobody gave. */
function absentValue(type: TriggerInput['type']): Json {
  switch (type) {
    case 'string':
    case 'paragraph':
    case 'select':
      return '';
    case 'boolean':
      return false;
    case 'files':
      return [];
    default:
      return null;
  }
}

const isText = (input: TriggerInput): boolean => input.type === 'string' || input.type === 'paragraph';

/** Whether a caller gave nothing: no value, or what an empty form field sends. */
function isBlank(value: Json | undefined): boolean {
  if (value === undefined || value === null) return true;
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === 'string' && value.trim() === '';
}

/**
 * Turns what a caller gave into what the input declares, or says why that cannot be.
 * @throws INPUT_REQUIRED, INPUT_TYPE, INPUT_TOO_LONG
 */
export function coerceInput(input: TriggerInput, given: Json | undefined): Json {
  const isGiven = given !== undefined && given !== null;
  const value = isGiven ? given : input.default;
  if (!isBlank(value)) return COERCIONS[input.type](input, value);
  if (input.required) throw nodeErrors.INPUT_REQUIRED({ input: input.name });
  // Blanks that somebody typed are kept; an empty list is a list.
  if (isText(input) && typeof value === 'string') return toText(input, value);
  return input.type === 'array' && Array.isArray(value) ? [] : absentValue(input.type);
}
