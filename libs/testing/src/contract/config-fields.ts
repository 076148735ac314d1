import { isJsonObject, type AnyNodeDefinition, type Json, type JsonObject } from '@heddle/model';
import { z } from 'zod';

/** A field of a config as the generated form sees it. */
export interface ConfigField {
  /** As `auth.token` or `headers[].name`. */
  readonly path: string;
  readonly schema: JsonObject;
}

const children = (schema: JsonObject): readonly [string, Json][] => [
  ...['anyOf', 'oneOf', 'allOf'].flatMap((key) => {
    const options = schema[key];
    return Array.isArray(options) ? options.map((option): [string, Json] => ['', option]) : [];
  }),
  ...(schema['items'] === undefined ? [] : [['[]', schema['items']] as [string, Json]]),
];

/** A control of its own presents whatever lies below it, so only plain groups and lists are looked into. */
const isPresentedWhole = (schema: JsonObject): boolean =>
  typeof schema['control'] === 'string' && schema['control'] !== 'list';

function* fieldsOf(schema: Json | undefined, path: string): Generator<ConfigField> {
  if (!isJsonObject(schema)) return;
  const properties = schema['properties'];
  for (const [name, property] of Object.entries(isJsonObject(properties) ? properties : {})) {
    if (!isJsonObject(property)) continue;
    const at = path === '' ? name : `${path}.${name}`;
    yield { path: at, schema: property };
    if (!isPresentedWhole(property)) yield* fieldsOf(property, at);
  }
  for (const [suffix, child] of children(schema)) yield* fieldsOf(child, path + suffix);
}

/** Lists the fields that a node's generated form shows, read from the same JSON Schema. */
export function configFields(definition: AnyNodeDefinition): readonly ConfigField[] {
  const schema: unknown = z.toJSONSchema(definition.config, { io: 'input', unrepresentable: 'any' });
  const byPath = new Map([...fieldsOf(schema as Json, '')].map((item) => [item.path, item]));
  return [...byPath.values()];
}
