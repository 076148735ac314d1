import { isJsonObject, type Json, type JsonObject } from '@heddle/model';
import { jsonSchemaMismatch } from '../chat-model/json-schema-mismatch';
import { nodeErrors } from '../errors/node-errors';

type Fit = (value: Json) => Json | undefined;

const ABSENT = Symbol('absent');

function parsed(text: string, isWanted: (value: Json) => boolean): Json | undefined {
  try {
    const value = JSON.parse(text) as Json;
    return isWanted(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const NUMBER = /^\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?\s*$/i;

/** What a value of another type stands for, by the type wanted; undefined where it stands for nothing. */
const FITS: Readonly<Record<string, Fit>> = {
  string: (value) => (typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined),
  number: (value) => (typeof value === 'string' && NUMBER.test(value) ? Number(value) : undefined),
  integer: (value) => (typeof value === 'string' && NUMBER.test(value) ? Number(value) : undefined),
  boolean: (value) => (value === 'true' || value === 'false' ? value === 'true' : undefined),
  object: (value) => (typeof value === 'string' ? parsed(value, isJsonObject) : undefined),
  array: (value) => (typeof value === 'string' ? parsed(value, Array.isArray) : undefined),
};

/** Absent as models and forms write it: null, or nothing where no text is wanted. */
const isAbsent = (value: Json, type: Json | undefined): boolean =>
  value === null || (value === '' && typeof type === 'string' && type !== 'string');

function fitted(value: Json, schema: Json | undefined, isRequired: boolean): Json | typeof ABSENT {
  if (!isJsonObject(schema) || jsonSchemaMismatch(value, schema) === undefined) return value;
  const { type } = schema;
  if (!isRequired && isAbsent(value, type)) return ABSENT;
  const fit = typeof type === 'string' && Object.hasOwn(FITS, type) ? FITS[type]?.(value) : undefined;
  return fit ?? value;
}

/**
 * Makes arguments fit the schema of a tool where that is only a matter of spelling: `"5"` where a number is wanted, an
 * object written as text, null for what may be left out.
 * @throws TOOL_ARGUMENTS_INVALID with what does not fit
 */
export function fitArguments(tool: string, schema: JsonObject, given: JsonObject): JsonObject {
  const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const entries = Object.entries(given).flatMap(([name, value]) => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const fit = fitted(value, property, required.includes(name));
    return fit === ABSENT ? [] : [[name, fit] as const];
  });
  const fits: JsonObject = Object.fromEntries(entries);
  const reason = jsonSchemaMismatch(fits, schema);
  if (reason !== undefined) {
    throw nodeErrors.TOOL_ARGUMENTS_INVALID({ tool, reason: reason.replace(/^\$\.?/, '') });
  }
  return fits;
}
