/**
 * Any value that survives a round trip through JSON text; what nodes exchange.
 * `string` stands before `boolean` because Vue makes props of this type: the other way round it reads '' as true.
 */
export type Json = null | string | number | boolean | Json[] | JsonObject;

/** A JSON object; keys are user data, so read them as own properties only. */
export interface JsonObject {
  [key: string]: Json;
}

/** Tells a JSON object from arrays, null and scalars. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads an own key of user data, so that `constructor` and friends never resolve to the prototype. */
export const ownValue = <T>(record: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined;
