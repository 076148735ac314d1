import type { Json } from '@heddle/model';
import type { RedisLink } from '../redis/redis-link';
import { Cache } from './cache';

const PREFIX = 'heddle:cache:';

const readJson = (text: string): Json | undefined => {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
};

/** A cache that all processes share; without an answer from Redis everything is a miss. */
export class RedisCache extends Cache {
  constructor(private readonly link: RedisLink) {
    super();
  }

  override async get(key: string): Promise<Json | undefined> {
    const answer = await this.link.attempt((client) => client.get(PREFIX + key));
    return answer === undefined || answer.value === null ? undefined : readJson(answer.value);
  }

  override async set(key: string, value: Json, ttlMs: number): Promise<void> {
    await this.link.attempt((client) => client.set(PREFIX + key, JSON.stringify(value), 'PX', ttlMs));
  }

  override async delete(key: string): Promise<void> {
    await this.link.attempt((client) => client.del(PREFIX + key));
  }
}
