import { isJsonObject, ownValue, type Json, type JsonObject } from '@heddle/model';

/** The way into a config: keys and list positions. */
export type ConfigPath = readonly (string | number)[];

const STEP_PATTERN = /([^.[\]]+)|\[(\d+)\]/g;

/** Reads a path as the server writes it in its findings: `cases[0].conditions[1].right`. */
export function parseConfigPath(text: string): ConfigPath {
  return [...text.matchAll(STEP_PATTERN)].map((match) =>
    match[2] === undefined ? (match[1] ?? '') : Number(match[2]),
  );
}

/** Writes a path the way the server does. */
export const formatConfigPath = (path: ConfigPath): string =>
  path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    return text === '' ? step : `${text}.${step}`;
  }, '');

/** Reads what stands at a path; undefined where there is nothing. */
export function readAt(root: Json | undefined, path: ConfigPath): Json | undefined {
  let value: Json | undefined = root;
  for (const step of path) {
    if (Array.isArray(value)) value = typeof step === 'number' ? value[step] : undefined;
    else if (isJsonObject(value)) value = ownValue(value, String(step));
    else return undefined;
  }
  return value;
}

function withItem(list: readonly Json[], index: number, value: Json | undefined): Json[] {
  const next = [...list];
  if (value === undefined) next.splice(index, 1);
  else next[index] = value;
  return next;
}

function withKey(record: JsonObject, key: string, value: Json | undefined): JsonObject {
  const entries = Object.entries(record).filter(([name]) => name !== key);
  if (value === undefined) return Object.fromEntries(entries);
  if (!Object.hasOwn(record, key)) return Object.fromEntries([...entries, [key, value]]);
  return Object.fromEntries(Object.entries(record).map(([name, old]) => [name, name === key ? value : old]));
}

/** Writes a value at a path, sharing everything beside it; undefined removes. */
export function writeAt(root: Json | undefined, path: ConfigPath, value: Json | undefined): Json | undefined {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  const child = writeAt(readAt(root, [step]), rest, value);
  if (typeof step === 'number') return withItem(Array.isArray(root) ? root : [], step, child);
  return withKey(isJsonObject(root) ? root : {}, step, child);
}
