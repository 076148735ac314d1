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
