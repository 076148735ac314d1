import { isJsonObject, ownValue, type Json, type JsonObject } from '@heddle/model';

const MAX_HOPS = 20;

const unescaped = (part: string): string => {
  const pointer = part.replaceAll('~1', '/').replaceAll('~0', '~');
  try {
    return decodeURIComponent(pointer);
  } catch {
    return pointer;
  }
};

function step(value: Json | undefined, key: string): Json | undefined {
  if (Array.isArray(value)) return value[Number(key)];
  return isJsonObject(value) ? ownValue(value, key) : undefined;
}

/** What a `$ref` within the document leads to; undefined when it leads out of it, or nowhere. */
function follow(root: JsonObject, reference: string): Json | undefined {
  if (!reference.startsWith('#/')) return undefined;
  return reference.slice(2).split('/').map(unescaped).reduce<Json | undefined>(step, root);
}

/** An object of the document, or what its `$ref` leads to. */
export function resolved(root: JsonObject, value: Json | undefined): JsonObject | undefined {
  let current = value;
  for (let hops = 0; hops < MAX_HOPS; hops += 1) {
    if (!isJsonObject(current)) return undefined;
    const reference = current['$ref'];
    if (typeof reference !== 'string') return current;
    current = follow(root, reference);
  }
  return undefined;
}
