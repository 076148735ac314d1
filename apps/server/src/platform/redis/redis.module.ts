import { Global, Inject, Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { EventBus } from '../bus/event-bus';
import { MemoryEventBus } from '../bus/memory-event-bus';
import { RedisEventBus } from '../bus/redis-event-bus';
import { Cache } from '../cache/cache';
import { MemoryCache } from '../cache/memory-cache';
import { RedisCache } from '../cache/redis-cache';
import { ServerConfig } from '../config/server-config';
import { HealthRegistry, type PartHealth } from '../health/health-registry';
import { AppLogger } from '../logging/app-logger';
import { RateLimits } from '../rate-limit/rate-limits';
import { RedisLink } from './redis-link';

/** Injects the connection to Redis; undefined when none is configured. */
export const REDIS_LINK = Symbol('redis link');

async function connect(config: ServerConfig, logger: AppLogger): Promise<RedisLink | undefined> {
  if (config.redisUrl === undefined) return undefined;
  const link = new RedisLink(config.redisUrl, logger.pino);
  await link.settle();
  return link;
}

async function healthOf(link: RedisLink | undefined): Promise<PartHealth> {
  if (link === undefined) {
    return { status: 'ok', reason: 'not configured; cache, limits and events stay in this process' };
  }
  const answer = await link.attempt((client) => client.ping());
  return answer === undefined
    ? { status: 'degraded', reason: 'no answer; cache, limits and events stay in this process' }
    : { status: 'ok' };
}

/** Cache, event bus and rate limits: over Redis when there is one, else within the process. */
@Global()
@Module({
  providers: [
    { provide: REDIS_LINK, useFactory: connect, inject: [ServerConfig, AppLogger] },
    {
      provide: EventBus,
      useFactory: (link: RedisLink | undefined, { pino }: AppLogger): EventBus =>
        link === undefined ? new MemoryEventBus(pino) : new RedisEventBus(link, pino),
      inject: [REDIS_LINK, AppLogger],
    },
    {
      provide: Cache,
      useFactory: (link: RedisLink | undefined): Cache =>
        link === undefined ? new MemoryCache() : new RedisCache(link),
      inject: [REDIS_LINK],
    },
    {
      provide: RateLimits,
      useFactory: (link: RedisLink | undefined) => new RateLimits(link),
      inject: [REDIS_LINK],
    },
  ],
  exports: [REDIS_LINK, EventBus, Cache, RateLimits],
})
export class RedisModule implements OnModuleInit, OnApplicationShutdown {
  constructor(
    @Inject(REDIS_LINK) private readonly link: RedisLink | undefined,
    private readonly health: HealthRegistry,
  ) {}

  onModuleInit(): void {
    this.health.register('redis', () => healthOf(this.link));
  }

  onApplicationShutdown(): void {
    this.link?.close();
  }
}
