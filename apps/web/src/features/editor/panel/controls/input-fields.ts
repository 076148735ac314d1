import type { JsonObject } from '@heddle/model';
import { INPUT_TYPES, type TriggerInput } from '@heddle/nodes';
import type { JsonSchema } from '@heddle/ui';

/** The type of a declared input. */
export type InputType = TriggerInput['type'];

const ALWAYS = ['name', 'label', 'type', 'required'];
const OF_FILES = ['allowed_file_types', 'allowed_file_extensions'];
const BY_TYPE: Readonly<Record<InputType, readonly string[]>> = {
  string: ['default', 'max_length'],
  paragraph: ['default', 'max_length'],
  number: ['default'],
  integer: ['default'],
  boolean: ['default'],
  select: ['options', 'default'],
  object: ['default'],
  array: ['default'],
  file: OF_FILES,
  files: [...OF_FILES, 'max_files'],
};

/** Which settings an input of a type has. */
export const fieldsOfInputType = (type: InputType): ReadonlySet<string> =>
  new Set([...ALWAYS, ...BY_TYPE[type]]);

/** The type of a declared input as it is written; texts are the usual ones. */
export const inputTypeOf = (input: JsonObject): InputType =>
  INPUT_TYPES.find((type) => type === input['type']) ?? 'string';

const DEFAULT_SHAPES: Partial<Readonly<Record<InputType, JsonSchema>>> = {
  string: { type: 'string', control: 'text' },
  paragraph: { type: 'string', control: 'textarea' },
  number: { type: 'number', control: 'number' },
  integer: { type: 'integer', control: 'number' },
  boolean: { type: 'boolean', control: 'switch' },
};

/** How the default of an input is entered: as a value of its type, not as JSON. */
export function defaultSchema(input: JsonObject, property: JsonSchema): JsonSchema {
  const type = inputTypeOf(input);
  const { options } = input;
  if (type === 'select' && Array.isArray(options)) return { ...property, enum: options, control: 'select' };
  return { ...property, ...DEFAULT_SHAPES[type] };
}
