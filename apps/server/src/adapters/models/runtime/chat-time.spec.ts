import { fakeClock, settle, type FakeClock } from '@heddle/testing';
import {
  askImpatiently as askModels,
  asking,
  collect,
  never,
  useModels,
  type Outcome,
} from '../../../../test/support/models/model-harness';
import type { ModelRuntimeOptions } from './model-means';

const models = useModels();
const { server } = models;
const chatPort = (more: Partial<ModelRuntimeOptions> = {}) => models.ports(undefined, more).chat;
const askImpatiently = (content: string) => askModels(models, asking(content));

describe('a second try', () => {
  it.each([429, 500, 502, 503, 408])(
    'follows %i before the first token, with growing waits',
    async (status) => {
      const { text, chunks, waits } = await askImpatiently(`[[error:${status} times=2]][[reply:at last]]`);
      expect(text).toBe('at last');
      expect(chunks.at(-1)).toMatchObject({ extra: { attempts: 3 } });
      expect(server.requests).toHaveLength(3);
      const [first = 0, second = 0] = waits;
      expect([first >= 375 && first <= 625, second >= 750 && second <= 1_250]).toEqual([true, true]);
    },
  );

  it('is the third at most', async () => {
    const { error } = await askImpatiently('[[error:500 message="broken"]]');
    expect(error).toMatchObject({
      code: 'UPSTREAM_ERROR',
      isRetryable: true,
      message: 'Acme answered 500: broken',
    });
    expect(server.requests).toHaveLength(3);
  });

  it('waits as long as the provider asks', async () => {
    const { text, waits } = await askImpatiently('[[error:429 times=1 retry_after=12]][[reply:ok]]');
    expect([text, waits]).toEqual(['ok', [12_000]]);
  });

  it('does not come when the provider asks for more than half a minute', async () => {
    const { error, waits } = await askImpatiently('[[error:429 times=1 retry_after=31]][[reply:ok]]');
    expect(error).toMatchObject({
      code: 'RATE_LIMITED',
      category: 'operational',
      details: { retry_after_ms: 31_000 },
    });
    expect(waits).toEqual([]);
  });

  it('does not come when the account is empty', async () => {
    const { error } = await askImpatiently(
      '[[error:429 code=insufficient_quota message="You exceeded your current quota"]]',
    );
    expect(error).toMatchObject({ code: 'RATE_LIMITED', isRetryable: false });
    expect(server.requests).toHaveLength(1);
  });

  it.each(['[[drop:0]]', '[[error_in_200:0]]'])(
    'follows a stream that fails before its first piece: %s',
    async (fault) => {
      await askImpatiently(fault);
      expect(server.requests).toHaveLength(3);
    },
  );

  it('is called off at once when the caller stops', async () => {
    const clock = fakeClock();
    const controller = new AbortController();
    const outcome = collect(chatPort({ clock }).stream(asking('[[error:500]]'), controller.signal));
    await server.when(({ inFlight, received }) => received === 1 && inFlight === 0);
    while (clock.pending === 0 || (clock.nextIn ?? 0) > 1_000) await settle();
    controller.abort();
    expect(await outcome).toMatchObject({ chunks: [], error: undefined });
    expect([clock.pending, server.requests.length]).toEqual([0, 1]);
  });
});

describe('time', () => {
  async function untilOver(content: string, steps: (clock: FakeClock) => Promise<void>): Promise<Outcome> {
    const clock = fakeClock();
    const outcome = collect(chatPort({ clock }).stream(asking(content), never));
    await server.when(({ inFlight }) => inFlight === 1);
    await steps(clock);
    const result = await outcome;
    expect(clock.pending).toBe(0);
    await server.when(({ aborted }) => aborted === 1);
    expect(server.requests).toHaveLength(1);
    return result;
  }

  it('is up when the first token takes a minute', async () => {
    const { error } = await untilOver('[[hang]]', async (clock) => {
      await clock.elapse(59_999);
      expect(server.counts.inFlight).toBe(1);
      await clock.elapse(1);
    });
    expect(error).toMatchObject({
      code: 'UPSTREAM_TIMEOUT',
      message: 'The model did not begin to answer within 60 s.',
      details: { phase: 'first_token', limit_ms: 60_000 },
    });
  });

  it('is up when nothing follows for half a minute; what has come is kept', async () => {
    const { error, text } = await untilOver('[[hang:2]][[reply:a b c]]', async (clock) => {
      while (clock.nextIn !== 30_000) await settle();
      await clock.elapse(30_000);
    });
    expect(text).toBe('a b');
    expect(error).toMatchObject({
      code: 'UPSTREAM_TIMEOUT',
      details: { phase: 'idle', partial_text: 'a b' },
    });
  });

  it('is not up because the reader takes its time', async () => {
    const clock = fakeClock();
    const texts: string[] = [];
    for await (const chunk of chatPort({ clock }).stream(asking('[[reply:a b c]]'), never)) {
      await clock.elapse(45_000);
      if (chunk.type === 'text') texts.push(chunk.text);
    }
    expect(texts.join('')).toBe('a b c');
  });

  it('is up when the whole takes ten minutes, however lively', async () => {
    const clock = fakeClock();
    const stream = chatPort({ clock }).stream(asking('[[pace:tps=500]][[words:500]]'), never);
    let pieces = 0;
    const reading = (async () => {
      for await (const chunk of stream) {
        if (chunk.type === 'text') pieces += 1;
        clock.advance(10_000);
      }
    })();
    await expect(reading).rejects.toMatchObject({
      code: 'UPSTREAM_TIMEOUT',
      message: "The model's answer took longer than 600 s.",
      details: { phase: 'total' },
    });
    expect(pieces).toBeGreaterThanOrEqual(59);
    await server.when(({ aborted }) => aborted === 1);
  });

  it('may be limited by the caller', async () => {
    const clock = fakeClock();
    const outcome = collect(
      chatPort({ clock, limits: { firstTokenMs: 5 } }).stream(asking('[[hang]]'), never),
    );
    await server.when(({ inFlight }) => inFlight === 1);
    await clock.elapse(5);
    expect((await outcome).error).toMatchObject({ code: 'UPSTREAM_TIMEOUT', details: { limit_ms: 5 } });
  });
});

describe('stopping', () => {
  it.each([
    ['before the first token', '[[hang]]'],
    ['in the middle', '[[hang:2]][[reply:a b c]]'],
  ])('%s reaches the provider at once and is no error', async (_case, content) => {
    const controller = new AbortController();
    const outcome = collect(chatPort().stream(asking(content), controller.signal));
    await server.when(({ inFlight }) => inFlight === 1);
    controller.abort();
    expect((await outcome).error).toBeUndefined();
    await server.when(({ aborted }) => aborted === 1);
  });

  it('by leaving the loop does the same', async () => {
    for await (const chunk of chatPort().stream(asking('[[hang:2]][[reply:a b c]]'), never)) {
      expect(chunk).toEqual({ type: 'text', text: 'a' });
      break;
    }
    await server.when(({ aborted }) => aborted === 1);
    expect(server.counts.inFlight).toBe(0);
  });

  it('before the request sends nothing', async () => {
    expect(await collect(chatPort().stream(asking('hi'), AbortSignal.abort()))).toMatchObject({ chunks: [] });
    expect(server.requests).toEqual([]);
  });
});
