import {
  formatReferencePath,
  isJsonObject,
  type Json,
  type JsonObject,
  ownValue,
  parseReferencePath,
} from '@heddle/model';
import { isFile } from './file-value';

/** Attributes that files are asked for although their value does not hold them under that name. */
const FILE_ATTRIBUTES: Readonly<Record<string, (file: JsonObject) => Json>> = {
  filename: (file) => file['name'] ?? null,
  related_id: (file) => file['id'] ?? null,
  transfer_method: () => 'local_file',
};

function stepInto(value: Json | undefined, step: string | number): Json | undefined {
  if (Array.isArray(value)) return typeof step === 'number' ? value[step] : undefined;
  return isJsonObject(value) ? ownValue(value, String(step)) : undefined;
}

function followed(item: Json, key: string): Json | undefined {
  const path = parseReferencePath(key);
  // What does not read as a path to its end names nothing, rather than what its beginning names.
  if (path.length === 0 || formatReferencePath(path) !== key) return undefined;
  return path.reduce<Json | undefined>(stepInto, item);
}

/** An attribute of a list's item by its key or path (`size`, `user.name`); the item itself for no key, null for none. */
export function itemAttribute(item: Json, key: string): Json {
  if (key === '') return item;
  const own = isJsonObject(item) ? ownValue(item, key) : undefined;
  if (own !== undefined) return own;
  if (!isFile(item)) return followed(item, key) ?? null;
  return ownValue(FILE_ATTRIBUTES, key)?.(item) ?? followed(item, key) ?? null;
}
