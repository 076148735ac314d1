import { isJsonObject, ownValue, type Json, type JsonObject } from '@heddle/model';
import type { PayloadRef } from './detach-payloads';

/** Finds the JSON text of a part by its hash. */
export type FindPayload = (sha256: string) => string | undefined;

/** What puts parts back into a value. */
export interface Attaching {
  readonly find: FindPayload;
  /** Hears of a part that is nowhere; null stays in its place unless this throws. */
  readonly onMissing: (sha256: string) => void;
}

function put(target: Json | undefined, step: string | number, part: Json): void {
  if (Array.isArray(target)) target[Number(step)] = part;
  // A plain assignment to `__proto__` would not make a key.
  else if (isJsonObject(target)) {
    Object.defineProperty(target, step, {
      value: part,
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
}

function inner(target: Json | undefined, step: string | number): Json | undefined {
  if (Array.isArray(target)) return target[Number(step)];
  return isJsonObject(target) ? ownValue(target, String(step)) : undefined;
}

/** Puts the parts of a value back where they were, in place. */
export function attachPayloads(
  value: JsonObject,
  refs: readonly PayloadRef[],
  { find, onMissing }: Attaching,
): void {
  for (const { at, sha256 } of refs) {
    const last = at.at(-1);
    if (last === undefined) continue;
    const content = find(sha256);
    if (content === undefined) {
      onMissing(sha256);
      continue;
    }
    let target: Json | undefined = value;
    for (const step of at.slice(0, -1)) target = inner(target, step);
    put(target, last, JSON.parse(content) as Json);
  }
}
