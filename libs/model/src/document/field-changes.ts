import { isJsonObject, ownValue, type Json, type JsonObject } from '../json';

/** A field that is another in two values; the side that does not have it has no entry. */
export interface FieldChange {
  /** As `config.cases[0].name`; '' for the value as a whole. */
  readonly path: string;
  readonly before?: Json;
  readonly after?: Json;
}

type Side = Json | undefined;

/** Whether two values read the same; the order of an object's keys says nothing. */
export function isSameJson(a: Side, b: Side): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, index) => isSameJson(item, b[index]));
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && isSameJson(a[key], b[key]))
  );
}

const isObject = (value: Side): value is JsonObject => value !== undefined && isJsonObject(value);

const under = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`);

function objectChanges(a: JsonObject, b: JsonObject, path: string): FieldChange[] {
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].flatMap((key) => changesAt(ownValue(a, key), ownValue(b, key), under(path, key)));
}

/** What is equal at both ends is passed over, so that an item put between others is one change and not many. */
function listChanges(a: readonly Json[], b: readonly Json[], path: string): FieldChange[] {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && isSameJson(a[start], b[start])) start += 1;
  let end = 0;
  while (end < shorter - start && isSameJson(a[a.length - 1 - end], b[b.length - 1 - end])) end += 1;
  const before = a.slice(start, a.length - end);
  const after = b.slice(start, b.length - end);
  return Array.from({ length: Math.max(before.length, after.length) }, (_, index) =>
    changesAt(before[index], after[index], `${path}[${start + index}]`),
  ).flat();
}

function changesAt(a: Side, b: Side, path: string): FieldChange[] {
  if (isSameJson(a, b)) return [];
  if (isObject(a) && isObject(b)) return objectChanges(a, b, path);
  if (Array.isArray(a) && Array.isArray(b)) return listChanges(a, b, path);
  return [{ path, ...(a === undefined ? {} : { before: a }), ...(b === undefined ? {} : { after: b }) }];
}

/** Lists the fields in which two values differ, as deep inside as they do. */
export const fieldChanges = (before: Json, after: Json): FieldChange[] => changesAt(before, after, '');
