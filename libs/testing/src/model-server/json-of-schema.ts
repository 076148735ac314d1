import { isJsonObject, type Json, type JsonObject } from '@heddle/model';

type Maker = (schema: JsonObject, text: string) => Json;

const numberOf: Maker = (schema, text) => {
  const found = Number(/-?\d+(?:\.\d+)?/.exec(text)?.[0] ?? 1);
  const minimum = typeof schema['minimum'] === 'number' ? schema['minimum'] : -Infinity;
  const maximum = typeof schema['maximum'] === 'number' ? schema['maximum'] : Infinity;
  return Math.min(maximum, Math.max(minimum, found));
};

const listOf: Maker = (schema, text) => {
  const length = typeof schema['minItems'] === 'number' ? Math.max(1, schema['minItems']) : 1;
  return Array.from({ length }, () => jsonOfSchema(schema['items'] ?? {}, text));
};

const objectOf: Maker = (schema, text) => {
  const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
  return Object.fromEntries(
    Object.entries(properties).map(([key, value]) => [key, jsonOfSchema(value, text)]),
  );
};

const MAKERS: Readonly<Record<string, Maker>> = {
  object: objectOf,
  array: listOf,
  number: numberOf,
  integer: (schema, text) => Math.trunc(Number(numberOf(schema, text))),
  boolean: (_schema, text) => !/\b(?:no|not|false|never)\b/i.test(text),
  null: () => null,
  string: (schema, text) =>
    text.slice(0, typeof schema['maxLength'] === 'number' ? schema['maxLength'] : 120),
};

function typeOf(schema: JsonObject): string {
  const type = schema['type'];
  if (Array.isArray(type)) return String(type.find((item) => item !== 'null') ?? 'null');
  return typeof type === 'string' ? type : isJsonObject(schema['properties']) ? 'object' : 'string';
}

/** A value that fits a JSON Schema: enums by the first option that the text names, numbers and texts from the text. */
export function jsonOfSchema(schema: Json, text: string): Json {
  if (!isJsonObject(schema)) return null;
  if (schema['const'] !== undefined) return schema['const'];
  const options = schema['enum'];
  if (Array.isArray(options))
    return options.find((option) => text.includes(String(option))) ?? options[0] ?? null;
  const [alternative] = [schema['anyOf'], schema['oneOf']].filter(Array.isArray);
  if (alternative?.[0] !== undefined) return jsonOfSchema(alternative[0], text);
  return (MAKERS[typeOf(schema)] ?? objectOf)(schema, text);
}
