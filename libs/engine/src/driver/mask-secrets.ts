import type { Json, JsonObject } from '@heddle/model';

const MASK = '••••••';
/** Shorter values would mask ordinary words. */
const MIN_LENGTH = 4;

/** Replaces secret values wherever they stand in a value; also inside longer texts. */
export function maskSecrets<Value>(value: Value, secrets: readonly string[]): Value {
  const known = secrets.filter((secret) => secret.length >= MIN_LENGTH);
  if (known.length === 0) return value;
  const maskText = (text: string): string =>
    known.reduce((masked, secret) => masked.replaceAll(secret, MASK), text);
  const visit = (item: Json): Json => {
    if (typeof item === 'string') return maskText(item);
    if (Array.isArray(item)) return item.map(visit);
    if (typeof item !== 'object' || item === null) return item;
    const masked: JsonObject = {};
    for (const [key, child] of Object.entries(item)) masked[maskText(key)] = visit(child);
    return masked;
  };
  return visit(value as Json) as Value;
}
