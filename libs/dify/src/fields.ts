import { isJsonObject, ownValue, type Json, type JsonObject } from '@heddle/model';

/** Something that was found in a record and not read. */
export interface LeftOver {
  readonly path: string;
  readonly value: Json;
}

/** Whether a value says nothing: losing it is no loss. */
export function isBlank(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === '' || value === false) return true;
  if (Array.isArray(value)) return value.length === 0;
  return isJsonObject(value) && Object.values(value).every(isBlank);
}

/** Reads a record of unsure shape field by field, and knows afterwards what nobody has read. */
export class Fields {
  readonly #data: JsonObject;
  readonly #read = new Set<string>();
  readonly #objects = new Map<string, Fields>();
  readonly #lists = new Map<string, Fields[]>();

  constructor(data: Json | undefined) {
    this.#data = isJsonObject(data) ? data : {};
  }

  /** The same record, with nothing read yet. */
  copy(): Fields {
    return new Fields(this.#data);
  }

  /** The value, without counting as read. */
  peek(key: string): Json | undefined {
    return ownValue(this.#data, key);
  }

  /** The names of all fields. */
  keys(): string[] {
    return Object.keys(this.#data);
  }

  has(key: string): boolean {
    return !isBlank(this.peek(key));
  }

  value(key: string): Json | undefined {
    this.#read.add(key);
    return this.peek(key);
  }

  text(key: string, fallback = ''): string {
    const value = this.value(key);
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : fallback;
  }

  flag(key: string, fallback = false): boolean {
    const value = this.value(key);
    if (value === 'true' || value === 'false') return value === 'true';
    return typeof value === 'boolean' ? value : fallback;
  }

  number(key: string): number | undefined {
    const value = this.value(key);
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
  }

  list(key: string): Json[] {
    const value = this.value(key);
    return Array.isArray(value) ? value : [];
  }

  texts(key: string): string[] {
    return this.list(key).flatMap((item) =>
      typeof item === 'string' || typeof item === 'number' ? [String(item)] : [],
    );
  }

  /** A record inside; an empty one where there is none. */
  object(key: string): Fields {
    const known = this.#objects.get(key);
    if (known) return known;
    const fields = new Fields(this.value(key));
    this.#objects.set(key, fields);
    return fields;
  }

  /** The records of a list; other items are passed over. */
  objects(key: string): Fields[] {
    const known = this.#lists.get(key);
    if (known) return known;
    const fields = this.list(key).map((item) => new Fields(item));
    this.#lists.set(key, fields);
    return fields;
  }

  /** Counts keys as read, because they mean nothing to us. */
  ignore(...keys: readonly string[]): void {
    for (const key of keys) this.#read.add(key);
  }

  /** What was not read and says something, with its place. */
  leftOvers(at = ''): LeftOver[] {
    return Object.entries(this.#data).flatMap(([key, value]): LeftOver[] => {
      const path = at === '' ? key : `${at}.${key}`;
      const inside = this.#objects.get(key);
      if (inside) return inside.leftOvers(path);
      const items = this.#lists.get(key);
      if (items) return items.flatMap((item, index) => item.leftOvers(`${path}[${index}]`));
      return this.#read.has(key) || isBlank(value) ? [] : [{ path, value }];
    });
  }

  /** The record of what was not read, nested as it was; items of lists cannot be told apart later and are left out. */
  rest(): JsonObject {
    const rest: JsonObject = {};
    for (const [key, value] of Object.entries(this.#data)) {
      const inside = this.#objects.get(key);
      const kept = inside ? inside.rest() : value;
      if (!isBlank(kept) && (inside || !this.#read.has(key))) rest[key] = kept;
    }
    return rest;
  }
}
