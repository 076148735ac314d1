import type { Json } from '@heddle/model';

/** Keeps values for a while so that they need not be read or computed again. Losing one costs time, nothing else. */
export abstract class Cache {
  /** Undefined when it is not there, has run out, or cannot be asked. */
  abstract get(key: string): Promise<Json | undefined>;
  abstract set(key: string, value: Json, ttlMs: number): Promise<void>;
  abstract delete(key: string): Promise<void>;
}
