import { z } from 'zod';
import { isJsonObject, ownValue, type Json, type JsonObject } from '../json';

const cache = new WeakMap<z.ZodType, JsonObject>();

/** The JSON Schema of a config, as forms and messages read it; made once per schema. */
export function configSchemaOf(schema: z.ZodType): JsonObject {
  const known = cache.get(schema);
  if (known) return known;
  const made = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as unknown as JsonObject;
  cache.set(schema, made);
  return made;
}

const LINK = '#/$defs/';

/** Follows `$ref`s and spreads alternatives: every plain schema that a value may obey. */
export function schemaAlternatives(schema: Json | undefined, root: JsonObject): JsonObject[] {
  const found: JsonObject[] = [];
  const waiting = [schema];
  for (let turns = 0; waiting.length > 0 && turns < 200; turns += 1) {
    const next = waiting.shift();
    if (!isJsonObject(next)) continue;
    const link = next['$ref'];
    if (typeof link === 'string' && link.startsWith(LINK)) {
      const definitions = root['$defs'];
      if (isJsonObject(definitions)) waiting.push(ownValue(definitions, link.slice(LINK.length)));
      continue;
    }
    if (link === '#') waiting.push(root);
    const nested = ['anyOf', 'oneOf', 'allOf'].flatMap((key) => (Array.isArray(next[key]) ? next[key] : []));
    if (nested.length > 0) waiting.push(...nested);
    else found.push(next);
  }
  return found;
}

/** The schemas one step further inside a value. */
export function schemaStep(
  schemas: readonly JsonObject[],
  step: string | number,
  root: JsonObject,
): JsonObject[] {
  return schemas.flatMap((schema) => {
    if (typeof step === 'number') return schemaAlternatives(schema['items'], root);
    const properties = schema['properties'];
    const property = isJsonObject(properties) ? ownValue(properties, step) : undefined;
    return schemaAlternatives(property ?? schema['additionalProperties'], root);
  });
}

/** The schemas that hold at a place of a config. */
export function schemaAt(root: JsonObject, path: readonly PropertyKey[]): JsonObject[] {
  return path.reduce<JsonObject[]>(
    (schemas, step) => schemaStep(schemas, typeof step === 'number' ? step : String(step), root),
    schemaAlternatives(root, root),
  );
}

const MAX_LISTED = 20;
const thousands = (value: number): string => value.toLocaleString('en-US');
const bound = (value: Json | undefined): number | undefined =>
  typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER ? value : undefined;

function describeNumber(schema: JsonObject, unit: string): string {
  const [low, high] = [bound(schema['minimum']), bound(schema['maximum'])];
  const noun = schema['type'] === 'integer' ? 'a whole number' : 'a number';
  if (low !== undefined && high !== undefined) return `${thousands(low)}-${thousands(high)}${unit}`;
  if (low !== undefined) return `${noun} of at least ${thousands(low)}${unit}`;
  return high === undefined ? `${noun}${unit}` : `${noun} up to ${thousands(high)}${unit}`;
}

function describeSize(
  noun: string,
  unit: string,
  { low, high }: Record<'low' | 'high', Json | undefined>,
): string {
  if (typeof high === 'number') return `${noun} of ${thousands(Number(low ?? 0))}-${thousands(high)} ${unit}`;
  return typeof low === 'number' && low > 0 ? `${noun} of at least ${thousands(low)} ${unit}` : noun;
}

function describeOne(schema: JsonObject, unit: string): string {
  const choices = schema['enum'] ?? ('const' in schema ? [schema['const'] ?? null] : undefined);
  if (Array.isArray(choices)) {
    const listed = choices.slice(0, MAX_LISTED).map((choice) => String(choice));
    return listed.length === 1 ? `'${listed.join('')}'` : `one of ${listed.join(', ')}`;
  }
  switch (schema['type']) {
    case 'integer':
    case 'number':
      return describeNumber(schema, unit);
    case 'string':
      return describeSize('text', 'characters', { low: schema['minLength'], high: schema['maxLength'] });
    case 'array':
      return describeSize('a list', 'items', { low: schema['minItems'], high: schema['maxItems'] });
    case 'object':
      return 'an object';
    case 'boolean':
      return 'true or false';
    default:
      return 'a value';
  }
}

/** Says in words what a schema wants: `1-3,600,000 ms`, `GET, POST`, `a list`. */
export function describeSchemas(schemas: readonly JsonObject[], field: string): string {
  const unit = field.endsWith('_ms') ? ' ms' : '';
  return [...new Set(schemas.map((schema) => describeOne(schema, unit)))].join(' or ');
}
