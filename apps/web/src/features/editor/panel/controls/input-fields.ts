import type { JsonObject } from '@heddle/model';
import { INPUT_TYPES, type TriggerInput } from '@heddle/nodes';

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
