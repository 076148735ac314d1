import type { Json } from '@heddle/model';

/** Reads JSON text; what is none counts as an empty object. */
export function jsonOf(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return {};
  }
}
