import { isJsonObject, type Json, type JsonObject } from '@heddle/model';

/** What stands at a place (`meta.tokens.input_tokens`); undefined when there is none. The empty place is the whole. */
export function valueAt(value: unknown, place: string): unknown {
  if (place === '') return value;
  return place
    .split('.')
    .reduce<unknown>(
      (inner, name) =>
        typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>)[name] : undefined,
      value,
    );
}

/** The first positive number at one of the places. */
export function numberAt(value: unknown, places: readonly string[]): number | undefined {
  return places
    .map((place) => valueAt(value, place))
    .find((found): found is number => typeof found === 'number' && found > 0);
}

/** A copy with a value put at a place, making objects on the way. */
export function withValueAt(object: JsonObject, place: string, value: Json): JsonObject {
  const [name = '', ...rest] = place.split('.');
  if (rest.length === 0) return { ...object, [name]: value };
  const inner = object[name];
  return { ...object, [name]: withValueAt(isJsonObject(inner) ? inner : {}, rest.join('.'), value) };
}
