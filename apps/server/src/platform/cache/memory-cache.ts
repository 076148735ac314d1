import type { Json } from '@heddle/model';
import { LRUCache } from 'lru-cache';
import { Cache } from './cache';

const MAX_CHARACTERS = 32 * 1024 * 1024;

/** A cache within this process. Values are kept as text, so that nobody shares an object by accident. */
export class MemoryCache extends Cache {
  private readonly entries = new LRUCache<string, string>({
    maxSize: MAX_CHARACTERS,
    sizeCalculation: (text, key) => text.length + key.length,
  });

  override get(key: string): Promise<Json | undefined> {
    const text = this.entries.get(key);
    return Promise.resolve(text === undefined ? undefined : (JSON.parse(text) as Json));
  }

  override set(key: string, value: Json, ttlMs: number): Promise<void> {
    this.entries.set(key, JSON.stringify(value), { ttl: ttlMs });
    return Promise.resolve();
  }

  override delete(key: string): Promise<void> {
    this.entries.delete(key);
    return Promise.resolve();
  }
}
