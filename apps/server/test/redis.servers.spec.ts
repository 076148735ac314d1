import pino from 'pino';
import { RedisEventBus } from '../src/platform/bus/redis-event-bus';
import { RedisCache } from '../src/platform/cache/redis-cache';
import { RateLimits } from '../src/platform/rate-limit/rate-limits';
import { RedisLink } from '../src/platform/redis/redis-link';
import { emptyRedisDatabase } from './support/server-database';

const redisUrl = process.env['HEDDLE_TEST_REDIS_URL'];

describe('two processes on one Redis', () => {
  const logger = pino({ level: 'silent' });
  let links: RedisLink[];

  beforeAll(async () => {
    const url = await emptyRedisDatabase(redisUrl ?? '');
    links = [new RedisLink(url, logger), new RedisLink(url, logger)];
    await Promise.all(links.map((link) => link.settle()));
  });
  afterAll(() => links.forEach((link) => link.close()));

  const onBoth = <T>(make: (link: RedisLink) => T): [T, T] => links.map(make) as [T, T];

  it('hear each other, and themselves once', async () => {
    const [here, there] = onBoth((link) => new RedisEventBus(link, logger));
    const heardHere: unknown[] = [];
    const stopHere = here.subscribe('runs', (payload) => heardHere.push(payload));
    const heardThere = new Promise((resolve) => there.subscribe('runs', resolve));
    const subscribed = async () => (await links[0]?.client.pubsub('NUMSUB', 'heddle:bus:runs'))?.[1];
    while ((await subscribed()) !== 2) await new Promise(setImmediate);

    here.publish('runs', { run_id: 'r1' });
    await expect(heardThere).resolves.toEqual({ run_id: 'r1' });
    expect(heardHere).toEqual([{ run_id: 'r1' }]);

    stopHere();
    while ((await subscribed()) !== 1) await new Promise(setImmediate);
  });

  it('share a cache, and take rubbish in it for a miss', async () => {
    const [here, there] = onBoth((link) => new RedisCache(link));
    await here.set('key', { a: [1, null] }, 60_000);
    await expect(there.get('key')).resolves.toEqual({ a: [1, null] });
    await there.delete('key');
    await expect(here.get('key')).resolves.toBeUndefined();
    await links[0]?.client.hset('heddle:cache:key', 'field', 'of another type');
    await expect(here.get('key')).resolves.toBeUndefined();
    await links[0]?.client.set('heddle:cache:text', '{"cut');
    await expect(here.get('text')).resolves.toBeUndefined();
  });

  it('count tries together', async () => {
    const rule = { name: 'shared', points: 3, seconds: 60 };
    const [here, there] = onBoth((link) => new RateLimits(link).create(rule));
    await here.consume('key');
    await there.consume('key');
    await here.consume('key');
    await expect(there.consume('key')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    await here.reset('key');
    await there.consume('key');
  });
});
