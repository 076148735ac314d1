import path from 'node:path';
import { createLocalEmbedding, type LocalEmbedding, type LocalEmbeddingOptions } from './local-embedding';

const SCRIPT = path.join(__dirname, '..', '..', '..', 'test', 'support', 'scripted-embedding.cjs');
const IDLE_MS = 1_000;
const open = new AbortController().signal;

/** What the scripted process says of how a vector was made. */
interface Made {
  readonly pid: number;
  readonly nth: number;
  readonly length: number;
}

describe('LocalEmbedding', () => {
  const started: LocalEmbedding[] = [];
  const create = (options: LocalEmbeddingOptions = {}): LocalEmbedding => {
    const embedding = createLocalEmbedding({
      script: SCRIPT,
      idleMs: IDLE_MS,
      findMissing: () => undefined,
      ...options,
    });
    started.push(embedding);
    return embedding;
  };
  const made = async (embedding: LocalEmbedding, texts: string[], signal = open): Promise<Made[]> =>
    (await embedding.embed(texts, signal)).vectors.map((vector) => {
      const [pid = 0, nth = 0, length = 0] = vector ?? [];
      return { pid, nth, length };
    });

  beforeEach(() => jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] }));
  afterEach(async () => {
    jest.useRealTimers();
    for (const embedding of started.splice(0)) await embedding.close();
  });

  it('keeps the order of the texts and embeds equal ones once', async () => {
    const vectors = await made(create(), ['three', 'a', 'seventh', 'a', 'no']);
    expect(vectors.map(({ length }) => length)).toEqual([5, 1, 7, 1, 2]);
    expect(vectors[1]).toEqual(vectors[3]);
    expect(Math.max(...vectors.map(({ nth }) => nth))).toBe(4);
  });

  it('names the model, and says null for a text that must not be embedded', async () => {
    expect(await create().embed(['foreign'], open)).toEqual({
      vectors: [null],
      model: 'local-minilm',
      dimensions: 384,
    });
  });

  it('remembers what it has embedded', async () => {
    const embedding = create();
    const first = await made(embedding, ['a', 'b']);
    expect(await made(embedding, ['b', 'a'])).toEqual([...first].reverse());
  });

  it('serves a short call between the steps of a long one', async () => {
    const embedding = create();
    const many = Array.from({ length: 100 }, (_, index) => `text number ${index}`);
    const [long, [short]] = await Promise.all([made(embedding, many), made(embedding, ['short'])]);
    expect(short?.nth).toBe(17);
    expect(Math.max(...long.map(({ nth }) => nth))).toBe(101);
  });

  it('gives a call up when its signal says so, and serves the others', async () => {
    const embedding = create();
    const controller = new AbortController();
    const stopped = made(embedding, ['a', 'b'], controller.signal);
    const other = made(embedding, ['c']);
    controller.abort(new Error('the run was stopped'));
    await expect(stopped).rejects.toThrow('the run was stopped');
    await expect(other).resolves.toHaveLength(1);
    await expect(made(embedding, ['a'], controller.signal)).rejects.toThrow('the run was stopped');
  });

  it('fails only the call whose texts the model cannot embed', async () => {
    const embedding = create();
    const [bad, good] = await Promise.allSettled([made(embedding, ['fail']), made(embedding, ['good'])]);
    expect(bad).toMatchObject({ reason: { code: 'EMBEDDING_UNAVAILABLE', isRetryable: true } });
    expect(good.status).toBe('fulfilled');
    expect(embedding.status()).toEqual({ state: 'ok' });
  });

  it('fails calls when its process dies, refuses more for a while, then starts another', async () => {
    const embedding = create();
    const [before] = await made(embedding, ['before']);
    const calls = await Promise.allSettled([made(embedding, ['die']), made(embedding, ['waiting'])]);
    for (const call of calls) {
      expect(call).toMatchObject({ reason: { code: 'EMBEDDING_UNAVAILABLE', status: 503 } });
    }
    expect(embedding.status()).toEqual({ state: 'unavailable', reason: 'its process ended (SIGKILL)' });
    await expect(made(embedding, ['too soon'])).rejects.toThrow('its process ended (SIGKILL)');
    jest.advanceTimersByTime(1_000);
    const [after] = await made(embedding, ['later']);
    expect(after?.pid).not.toBe(before?.pid);
    expect(embedding.status()).toEqual({ state: 'ok' });
  });

  it('ends a process that gives no answer', async () => {
    const embedding = create();
    await made(embedding, ['before']);
    const call = made(embedding, ['hang']);
    call.catch(() => undefined);
    await jest.advanceTimersByTimeAsync(60_000);
    await expect(call).rejects.toThrow('its process gave no answer within 60 s');
  });

  it('says why the process does not start', async () => {
    const embedding = create({ script: path.join(__dirname, 'no-such-script.cjs') });
    const call = made(embedding, ['a']);
    expect(embedding.status().state).toBe('starting');
    await expect(call).rejects.toThrow('its process ended (exit code 1)');
    expect(embedding.status().state).toBe('unavailable');
  });

  it('is unavailable from the beginning where a package is missing', async () => {
    const embedding = create({ findMissing: () => 'onnxruntime-node is not installed' });
    const reason = 'onnxruntime-node is not installed';
    expect(embedding.status()).toEqual({ state: 'unavailable', reason });
    await expect(made(embedding, ['a'])).rejects.toMatchObject({
      code: 'EMBEDDING_UNAVAILABLE',
      details: { reason },
    });
  });

  it('ends its process when nobody has asked for a while, and starts it again', async () => {
    const embedding = create();
    const [first] = await made(embedding, ['first']);
    jest.advanceTimersByTime(IDLE_MS - 1);
    const [second] = await made(embedding, ['second']);
    jest.advanceTimersByTime(IDLE_MS);
    const [third] = await made(embedding, ['third']);
    expect(second?.pid).toBe(first?.pid);
    expect(third?.pid).not.toBe(first?.pid);
    expect(() => process.kill(first?.pid ?? 0, 0)).toThrow('ESRCH');
    expect(embedding.status()).toEqual({ state: 'ok' });
  });

  it('fails what is under way when it is closed, and all that comes after', async () => {
    const embedding = create();
    const call = made(embedding, ['a']);
    const closing = embedding.close();
    await expect(call).rejects.toThrow('the server is stopping');
    await closing;
    await expect(made(embedding, ['b'])).rejects.toThrow('the server is stopping');
  });
});
