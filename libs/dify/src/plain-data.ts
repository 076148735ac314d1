import { type Json, type JsonObject } from '@heddle/model';
import { difyErrors } from './errors';

/** How deep a file may nest; flows need a fraction of it. */
export const MAX_DEPTH = 100;

/** The key that would change the prototype of whatever it is copied onto. */
const HOSTILE_KEY = '__proto__';

/**
 * A copy of parsed data in which nothing can do harm: no hostile key, no bottomless nesting.
 * @throws DSL_LIMIT
 */
export function plainData(data: unknown, depth = 0): Json {
  if (depth > MAX_DEPTH) throw difyErrors.DSL_LIMIT({ what: 'nested levels', limit: MAX_DEPTH });
  if (Array.isArray(data)) return data.map((item) => plainData(item, depth + 1));
  if (typeof data !== 'object' || data === null) return scalar(data);
  const copy: JsonObject = {};
  for (const [key, value] of Object.entries(data)) {
    if (key !== HOSTILE_KEY) copy[key] = plainData(value, depth + 1);
  }
  return copy;
}

function scalar(value: unknown): Json {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  return typeof value === 'string' || typeof value === 'boolean' ? value : null;
}
