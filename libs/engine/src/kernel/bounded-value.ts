import type { Json } from '@heddle/model';
import { engineErrors } from '../errors';

const MAX_DEPTH = 100;
/** Quotes, comma and colon around a key or value. */
const PUNCTUATION = 4;

/** Refuses outputs that are too large or too deep to journal; stops counting at the limit. */
export function refuseOversized(outputs: Json, limitBytes: number): void {
  let size = 0;
  const visit = (value: Json, depth: number): void => {
    if (depth > MAX_DEPTH) throw engineErrors.NODE_OUTPUT_TOO_DEEP({ limit: MAX_DEPTH });
    size += PUNCTUATION;
    if (typeof value === 'string') size += value.length;
    else if (Array.isArray(value)) for (const item of value) visit(item, depth + 1);
    else if (typeof value === 'object' && value !== null) {
      for (const [key, item] of Object.entries(value)) {
        size += key.length;
        visit(item, depth + 1);
      }
    }
    if (size > limitBytes) throw engineErrors.NODE_OUTPUT_TOO_LARGE({ limit_bytes: limitBytes });
  };
  visit(outputs, 0);
}
