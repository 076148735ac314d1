import { describeValue, isJsonObject, type Json, type JsonObject } from '@heddle/model';

const MAX_DEPTH = 32;

const TYPE_CHECKS: Readonly<Record<string, (value: Json) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  array: (value) => Array.isArray(value),
  object: isJsonObject,
};

const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);

function typeMismatch(value: Json, type: Json | undefined, at: string): string | undefined {
  const names = (Array.isArray(type) ? type : [type]).filter(
    (name): name is string => typeof name === 'string',
  );
  const fits = (name: string): boolean =>
    Object.hasOwn(TYPE_CHECKS, name) ? TYPE_CHECKS[name]?.(value) === true : true;
  if (names.length === 0 || names.some(fits)) return undefined;
  return `${at} is ${describeValue(value)}, expected ${names.join(' or ')}`;
}

/** Choices are nearly always scalars; only where they are not is the value written out for comparison. */
const isChoice = (value: Json, choice: Json): boolean =>
  value === choice ||
  (typeof choice === 'object' && choice !== null && JSON.stringify(choice) === JSON.stringify(value));

function choiceMismatch(value: Json, schema: JsonObject, at: string): string | undefined {
  const choices = 'const' in schema ? [schema['const'] ?? null] : listOf(schema['enum']);
  if (choices.length === 0 || choices.some((choice) => isChoice(value, choice))) return undefined;
  return `${at} is ${describeValue(value)}, expected one of ${JSON.stringify(choices)}`;
}

/** A part of the value: where it stands, and how the parts below it are looked at. */
interface Place {
  readonly at: string;
  deeper(value: Json, schema: Json | undefined, at: string): string | undefined;
}

function firstOf(checks: Iterable<string | undefined>): string | undefined {
  for (const mismatch of checks) if (mismatch !== undefined) return mismatch;
  return undefined;
}

function objectMismatch(value: JsonObject, schema: JsonObject, { at, deeper }: Place): string | undefined {
  const missing = listOf(schema['required']).find(
    (key) => typeof key === 'string' && !Object.hasOwn(value, key),
  );
  if (missing !== undefined) return `${at}.${String(missing)} is missing`;
  const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
  const additional = schema['additionalProperties'];
  return firstOf(
    Object.entries(value).map(([key, item]) => {
      if (Object.hasOwn(properties, key)) return deeper(item, properties[key], `${at}.${key}`);
      if (additional === false) return `${at}.${key} is not allowed`;
      return deeper(item, additional, `${at}.${key}`);
    }),
  );
}

function combinationMismatch(value: Json, schema: JsonObject, { at, deeper }: Place): string | undefined {
  const options = [...listOf(schema['anyOf']), ...listOf(schema['oneOf'])];
  const fits = options.length === 0 || options.some((option) => deeper(value, option, at) === undefined);
  if (!fits) return `${at} fits none of the ${options.length} allowed forms`;
  return firstOf(listOf(schema['allOf']).map((part) => deeper(value, part, at)));
}

function ownMismatch(value: Json, schema: JsonObject, place: Place): string | undefined {
  return (
    typeMismatch(value, schema['type'], place.at) ??
    choiceMismatch(value, schema, place.at) ??
    combinationMismatch(value, schema, place)
  );
}

function mismatchBelow(
  value: Json,
  schema: Json | undefined,
  depth: number,
): (at: string) => string | undefined {
  return (at) => {
    if (!isJsonObject(schema) || depth > MAX_DEPTH) return undefined;
    const place: Place = { at, deeper: (item, part, path) => mismatchBelow(item, part, depth + 1)(path) };
    const own = ownMismatch(value, schema, place);
    if (own !== undefined) return own;
    if (isJsonObject(value)) return objectMismatch(value, schema, place);
    if (!Array.isArray(value)) return undefined;
    return firstOf(value.map((item, index) => place.deeper(item, schema['items'], `${at}[${index}]`)));
  };
}

/**
 * Says where a value first differs from a JSON Schema, in words for a model to correct. Looks at types, choices,
 * properties, items and combinations; what else a schema may demand is left to the model.
 */
export const jsonSchemaMismatch = (value: Json, schema: JsonObject): string | undefined =>
  mismatchBelow(value, schema, 0)('$');
