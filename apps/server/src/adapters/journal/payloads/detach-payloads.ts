import type { Json, JsonObject } from '@heddle/model';
import { hash } from 'node:crypto';

/** Where in a stored value a part is missing, and under which hash it lies. */
export interface PayloadRef {
  /** Steps from the outside in: keys of objects and positions of lists. */
  readonly at: readonly (string | number)[];
  /** Hexadecimal. */
  readonly sha256: string;
}

/** A part of a value, stored by itself. */
export interface Payload {
  readonly sha256: string;
  /** JSON text; parts of it may be payloads in turn. */
  readonly content: string;
}

/** A value without its large parts. */
export interface Detached {
  readonly rest: JsonObject;
  /** In the order in which parts are put back: the outer ones before those inside them. */
  readonly refs: readonly PayloadRef[];
  readonly payloads: readonly Payload[];
}

interface Visited {
  readonly value: Json;
  /** Characters of JSON text, about. */
  readonly size: number;
  readonly refs: readonly PayloadRef[];
}

/** JSON text of `null` with a comma. */
const SIZE_OF_NULL = 5;
const SIZE_OF_SCALAR = 8;
/** Quotes, comma and colon. */
const PUNCTUATION = 4;
/** One character of a text may need six in JSON (`\u0000`). */
const LONGEST_ESCAPE = 6;
/** Deeper values are not looked into. */
const MAX_DEPTH = 200;

/** Takes apart one value; the payloads of all its parts come together in `payloads`. */
class Detacher {
  readonly payloads: Payload[] = [];
  /** The way to what is looked at. */
  private readonly place: (string | number)[] = [];

  constructor(private readonly limit: number) {}

  /** Takes the large parts out of what lies at one step from here. */
  visitAt(step: string | number, value: Json): Visited {
    this.place.push(step);
    const visited = this.visit(value);
    this.place.pop();
    return visited;
  }

  /** Puts a part elsewhere, whatever its size. */
  move({ value, refs }: Visited, at: PayloadRef['at']): Visited {
    const content = JSON.stringify(value);
    const sha256 = hash('sha256', content, 'hex');
    this.payloads.push({ sha256, content });
    return { value: null, size: SIZE_OF_NULL, refs: [{ at, sha256 }, ...refs] };
  }

  private visit(value: Json): Visited {
    if (typeof value === 'string') return this.bounded({ value, size: this.sizeOfText(value), refs: [] });
    if (typeof value !== 'object' || value === null) return { value, size: SIZE_OF_SCALAR, refs: [] };
    if (this.place.length > MAX_DEPTH) {
      return this.bounded({ value, size: JSON.stringify(value).length, refs: [] });
    }
    const parts = Array.isArray(value)
      ? value.map((item, index) => this.visitAt(index, item))
      : Object.entries(value).map(([key, item]) => this.visitAt(key, item));
    return this.bounded(together(value, parts));
  }

  private bounded(visited: Visited): Visited {
    return visited.size > this.limit ? this.move(visited, [...this.place]) : visited;
  }

  /** Writes a text as JSON only when it depends on that whether it is large. */
  private sizeOfText(text: string): number {
    const least = text.length + PUNCTUATION;
    const isUnclear = least <= this.limit && least * LONGEST_ESCAPE > this.limit;
    return isUnclear ? JSON.stringify(text).length : least;
  }
}

function together(value: Json[] | JsonObject, parts: readonly Visited[]): Visited {
  const refs = parts.flatMap((part) => part.refs);
  if (Array.isArray(value)) {
    const size = parts.reduce((sum, part) => sum + part.size, PUNCTUATION);
    return { value: refs.length === 0 ? value : parts.map((part) => part.value), size, refs };
  }
  const keys = Object.keys(value);
  const size = parts.reduce((sum, part, index) => sum + part.size + (keys[index] ?? '').length, PUNCTUATION);
  return { value: refs.length === 0 ? value : objectOf(keys, parts), size, refs };
}

/** `fromEntries` makes a key `__proto__` like any other. */
const objectOf = (keys: readonly string[], parts: readonly Visited[]): JsonObject =>
  Object.fromEntries(keys.map((key, index) => [key, parts[index]?.value ?? null]));

/**
 * Takes the large parts out of a value: every text, list or object of more than `limit` characters, and then the
 * largest of what stands at the top until the rest is within the limit as well. Where a part was, null is left.
 */
export function detachPayloads(value: JsonObject, limit: number): Detached {
  const detacher = new Detacher(limit);
  const keys = Object.keys(value);
  const parts = keys.map((key) => detacher.visitAt(key, value[key] ?? null));
  let size = parts.reduce((sum, part, index) => sum + part.size + (keys[index] ?? '').length, 0);
  const bySize = parts.map((part, index) => ({ part, index })).sort((a, b) => b.part.size - a.part.size);
  for (const { part, index } of bySize) {
    if (size <= limit || part.size <= SIZE_OF_SCALAR) break;
    const moved = detacher.move(part, [keys[index] ?? '']);
    parts[index] = moved;
    size += moved.size - part.size;
  }
  const refs = parts.flatMap((part) => part.refs);
  return { rest: objectOf(keys, parts), refs, payloads: detacher.payloads };
}
