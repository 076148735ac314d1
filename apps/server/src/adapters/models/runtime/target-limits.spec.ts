import { fakeClock, settle, type FakeClock } from '@heddle/testing';
import { asking, collect, never, targetAt, useModels } from '../../../../test/support/models/model-harness';
import { RateLimits } from '../../../platform/rate-limit/rate-limits';
import type { ModelTarget } from '../model-target';
import { SharedAllowance } from './shared-allowance';
import type { Allowance } from './target-limits';

const models = useModels();
const { server } = models;
const NONE = { requests_per_minute: null, tokens_per_minute: null, concurrency: null };
const limited = (limits: Partial<ModelTarget['limits']>, model = 'scripted') =>
  targetAt(server.baseURL, { instanceId: model, model, limits: { ...NONE, ...limits } });

/** An allowance that comes back a minute after it was first used, by a clock that tests move. */
function minuteAllowance(clock: FakeClock): Allowance & { readonly taken: [string, number][] } {
  const taken: [string, number][] = [];
  const windows = new Map<string, { until: number; used: number }>();
  return {
    taken,
    take(key, perMinute, amount) {
      const now = clock.monotonic();
      const known = windows.get(key);
      const current = known && known.until > now ? known : { until: now + 60_000, used: 0 };
      windows.set(key, current);
      if (current.used + amount > perMinute) return Promise.resolve(current.until - now);
      current.used += amount;
      taken.push([key, amount]);
      return Promise.resolve(0);
    },
  };
}

describe('requests at once', () => {
  it('are held to the limit, in turn, and go on when a place is free', async () => {
    const { chat } = models.ports([limited({ concurrency: 2 })]);
    const stop = new AbortController();
    const hanging = [1, 2].map(() => collect(chat.stream(asking('[[hang]]'), stop.signal)));
    await server.when(({ inFlight }) => inFlight === 2);
    const third = collect(chat.stream(asking('[[reply:third]]'), never));
    await settle();
    expect(server.counts.received).toBe(2);
    stop.abort();
    expect((await third).text).toBe('third');
    await Promise.all(hanging);
    expect(server.counts.mostInFlight).toBe(2);
  });

  it('do not wait longer than for a first token, and give up when the caller does', async () => {
    const clock = fakeClock();
    const { chat } = models.ports([limited({ concurrency: 1 })], { clock, limits: { firstTokenMs: 5_000 } });
    const stop = new AbortController();
    const first = collect(chat.stream(asking('[[hang:1]][[reply:a b]]'), stop.signal));
    while (clock.nextIn !== 30_000) await settle();
    const caller = new AbortController();
    const leaving = collect(chat.stream(asking('hi'), caller.signal));
    await settle();
    caller.abort();
    expect(await leaving).toMatchObject({ chunks: [], error: undefined });
    const waiting = collect(chat.stream(asking('hi'), never));
    await settle();
    await clock.elapse(5_000);
    expect((await waiting).error).toMatchObject({
      code: 'RATE_LIMITED',
      message: "The limit of 'scripted' is used up: requests at once.",
    });
    stop.abort();
    await first;
    expect(server.counts.received).toBe(1);
  });
});

describe('an allowance a minute', () => {
  it('makes requests wait for the next minute when that is soon enough', async () => {
    const clock = fakeClock();
    const allowance = minuteAllowance(clock);
    const { chat } = models.ports([limited({ requests_per_minute: 1 })], {
      ...{ clock, allowance },
      limits: { firstTokenMs: 60_000 },
    });
    await collect(chat.stream(asking('hi'), never));
    clock.advance(50_000);
    const second = collect(chat.stream(asking('[[reply:second]]'), never));
    await settle();
    expect(server.counts.received).toBe(1);
    await clock.elapse(10_000);
    expect((await second).text).toBe('second');
  });

  it('refuses what would wait too long, and says when to come back', async () => {
    const clock = fakeClock();
    const { chat } = models.ports([limited({ requests_per_minute: 1 })], {
      ...{ clock, allowance: minuteAllowance(clock) },
      limits: { firstTokenMs: 10_000 },
    });
    await collect(chat.stream(asking('hi'), never));
    const { error } = await collect(chat.stream(asking('hi'), never));
    expect(error).toMatchObject({
      code: 'RATE_LIMITED',
      details: { limit: 'requests_per_minute', retry_after_seconds: 60 },
    });
    expect(server.counts.received).toBe(1);
  });

  it('lets another model step in instead of waiting', async () => {
    const clock = fakeClock();
    const targets = [limited({ requests_per_minute: 1 }), limited({}, 'second')];
    const { chat } = models.ports(targets, { clock, allowance: minuteAllowance(clock) });
    await collect(chat.stream(asking('hi'), never));
    const { chunks } = await collect(chat.stream(asking('hi'), never));
    expect(chunks.at(-1)).toMatchObject({ model: 'second' });
  });

  it('counts tokens: those of the prompt before, those of the answer after', async () => {
    const clock = fakeClock();
    const allowance = minuteAllowance(clock);
    const { chat } = models.ports([limited({ tokens_per_minute: 100 })], { clock, allowance });
    const { chunks } = await collect(chat.stream(asking('[[reply:one two three]]'), never));
    const done = chunks.at(-1);
    const used = allowance.taken.reduce((sum, [, amount]) => sum + amount, 0);
    expect(allowance.taken).toHaveLength(2);
    expect(done?.type === 'done' && done.usage.total_tokens).toBe(used);
  });

  it('is counted apart for each workspace, by what all processes share', async () => {
    const allowance = new SharedAllowance(new RateLimits(undefined));
    const { chat } = models.ports([limited({ requests_per_minute: 1 })], {
      ...{ allowance, clock: fakeClock() },
      limits: { firstTokenMs: 1_000 },
    });
    const ask = async (workspaceId: string): Promise<unknown> =>
      (await collect(chat.stream(asking('hi', { workspaceId }), never))).error;
    expect(await ask('a')).toBeUndefined();
    expect(await ask('b')).toBeUndefined();
    expect(await ask('a')).toMatchObject({ code: 'RATE_LIMITED', category: 'operational' });
  });
});

describe('the limits of a workspace', () => {
  it('count all of its models together, and no other workspace', async () => {
    const clock = fakeClock();
    const targets = [limited({}), limited({}, 'second')];
    const runtime = { clock, allowance: minuteAllowance(clock), limits: { firstTokenMs: 1_000 } };
    const { chat } = models.ports(targets, {
      ...runtime,
      workspaceLimits: { ...NONE, requests_per_minute: 1 },
    });
    const ask = async (workspaceId: string): Promise<unknown> =>
      (await collect(chat.stream(asking('hi', { workspaceId }), never))).error;
    expect(await ask('a')).toBeUndefined();
    expect(await ask('b')).toBeUndefined();
    expect(await ask('a')).toMatchObject({
      code: 'RATE_LIMITED',
      message: 'The limit of the workspace is used up: requests a minute.',
    });
  });
});
