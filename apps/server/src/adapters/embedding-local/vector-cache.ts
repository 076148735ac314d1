import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { TextVector } from './embedding-process';

/** At 1.5 KB each. */
const MAX_VECTORS = 4_096;

/** Vectors of the texts that were asked for last. Keeps no text, only its hash. */
export class VectorCache {
  private readonly entries = new LRUCache<string, { readonly vector: TextVector }>({ max: MAX_VECTORS });

  keyOf(text: string): string {
    return createHash('sha256').update(text).digest('base64');
  }

  get(key: string): { readonly vector: TextVector } | undefined {
    return this.entries.get(key);
  }

  set(key: string, vector: TextVector): void {
    this.entries.set(key, { vector });
  }
}
