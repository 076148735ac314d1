import type { EmbeddingPort } from '@heddle/engine';
import type { JsonObject } from '@heddle/model';
import { createRecordingServer, fakeEmbedding, settle } from '@heddle/testing';
import { never, targetAt, useModels } from '../../../../test/support/models/model-harness';
import type { ModelTarget } from '../model-target';

const models = useModels();
const { server } = models;
const other = createRecordingServer();
beforeAll(() => other.listen());
beforeEach(() => other.reset());
afterAll(() => other.close());

const target = (more: Partial<ModelTarget> = {}) =>
  targetAt(server.baseURL, { model: 'scripted-embedding', ...more });
const request = (...texts: string[]) => ({ workspaceId: 'w', texts });
const embeddingOf = (more: Partial<ModelTarget> = {}): EmbeddingPort =>
  models.ports([target(more)]).embedding;
const inputs = (): string[][] => server.requests.map(({ body }) => (body as JsonObject)['input'] as string[]);

describe('vectors', () => {
  it('come in the order of the texts, however many batches it takes', async () => {
    const texts = Array.from({ length: 70 }, (_, index) => `text ${index}`);
    const { dimensions, model, usage, vectors } = await embeddingOf().embed(request(...texts), never);
    expect(inputs().map(({ length }) => length)).toEqual([32, 32, 6]);
    expect([vectors.length, dimensions, model]).toEqual([70, 384, 'scripted-embedding']);
    const alone = await embeddingOf().embed(request('text 69'), never);
    expect(vectors[69]).toEqual(alone.vectors[0]);
    expect(usage.prompt_tokens).toBe(140);
    expect(models.calls.map(({ type, promptTokens }) => [type, promptTokens])).toEqual([
      ['embedding', 64],
      ['embedding', 64],
      ['embedding', 12],
      ['embedding', 2],
    ]);
  });

  it('may be answered in another order', async () => {
    other.answerJson({
      data: [
        { index: 1, embedding: [2, 2] },
        { index: 0, embedding: [1, 1] },
      ],
    });
    const { vectors } = await embeddingOf({ baseURL: other.origin }).embed(request('a', 'b'), never);
    expect(vectors).toEqual([
      [1, 1],
      [2, 2],
    ]);
  });

  it('are not asked for where there is nothing to embed', async () => {
    const { vectors } = await embeddingOf().embed(request('a', ' ', 'b', ''), never);
    expect(vectors.map((vector) => vector?.length ?? null)).toEqual([384, null, 384, null]);
    expect(inputs()).toEqual([['a', 'b']]);
  });

  it('are as long as asked, and say what they are for, as the preset knows', async () => {
    const wanted = { ...request('a'), dimensions: 16, purpose: 'document' } as const;
    const jina = await embeddingOf({ providerType: 'jina' }).embed(wanted, never);
    expect(jina.dimensions).toBe(16);
    expect(server.requests[0]?.body).toMatchObject({ dimensions: 16, task: 'retrieval.passage' });
    await embeddingOf({ providerType: 'xinference' }).embed(wanted, never);
    expect(server.requests[1]?.body).not.toHaveProperty('dimensions');
  });

  it.each([
    ['too few', { data: [{ embedding: [1] }] }, '1 vectors for 2 texts'],
    ['uneven', { data: [{ embedding: [1] }, { embedding: [1, 2] }] }, 'vectors of different lengths'],
    ['empty', { data: [{ embedding: [] }, { embedding: [] }] }, 'a vector is empty'],
    ['not numbers', { data: [{ embedding: [null] }, { embedding: ['1'] }] }, 'something else than numbers'],
    ['something else', { hello: 'world' }, '0 vectors for 2 texts'],
  ])('that are %s are refused', async (_case, body, reason) => {
    other.answerJson(body as JsonObject);
    await expect(
      embeddingOf({ baseURL: other.origin }).embed(request('a', 'b'), never),
    ).rejects.toMatchObject({
      code: 'UPSTREAM_ANSWER_INVALID',
      message: expect.stringContaining(reason),
    });
  });

  it('come from the same model elsewhere after a failure, never from another one', async () => {
    const dead = target({ baseURL: 'http://127.0.0.1:1/v1', provider: 'Dead' });
    const stranger = target({ model: 'other-embedding' });
    const noRetry = { retries: 0 };
    const { embedding } = models.ports([dead, stranger, target()], noRetry);
    expect((await embedding.embed(request('a'), never)).model).toBe('scripted-embedding');
    const lonely = models.ports([dead, stranger], noRetry).embedding;
    await expect(lonely.embed(request('a'), never)).rejects.toMatchObject({ code: 'UPSTREAM_ERROR' });
  });

  it('come from this machine where no model is chosen and none is set up', async () => {
    const local = fakeEmbedding();
    const { embedding } = models.ports([], { localEmbedding: local });
    expect((await embedding.embed(request('a'), never)).model).toBe('scripted');
    const named = embedding.embed({ ...request('a'), model: 'gone' }, never);
    await expect(named).rejects.toMatchObject({ code: 'MODEL_NOT_CONFIGURED' });
    expect(local.requests).toHaveLength(1);
  });

  it('are not to be had where the protocol has none', async () => {
    await expect(embeddingOf({ providerType: 'anthropic' }).embed(request('a'), never)).rejects.toMatchObject(
      {
        code: 'MODEL_USE_NOT_SUPPORTED',
        category: 'user',
        message: 'Acme offers no embeddings.',
      },
    );
  });

  it('fail like answers do: the key masked, the caller heard', async () => {
    const wrong = embeddingOf().embed(request('[[error:401 message="wrong: {{key}}"]]'), never);
    await expect(wrong).rejects.toMatchObject({
      code: 'PROVIDER_AUTH_FAILED',
      message: expect.stringContaining('wrong: ***'),
    });
    const page = embeddingOf().embed(request('[[html]]'), never);
    await expect(page).rejects.toMatchObject({ code: 'UPSTREAM_NOT_A_MODEL_API' });
    const controller = new AbortController();
    const hanging = embeddingOf().embed(request('[[hang]]'), controller.signal);
    const result = expect(hanging).rejects.toMatchObject({ name: 'AbortError' });
    await server.when(({ inFlight }) => inFlight === 1);
    controller.abort();
    await result;
    await server.when(({ aborted }) => aborted === 1);
    await settle();
    expect(models.calls.at(-1)?.error).toMatchObject({ code: 'CANCELLED' });
  });
});

describe('an order of texts', () => {
  const TEXTS = ['blue whales sing', 'an invoice was paid', 'the invoice is paid late'];
  const rank = (more: Partial<ModelTarget> = {}, topN?: number) =>
    models
      .ports([target({ model: 'scripted-rerank', ...more })])
      .rerank.rerank(
        { workspaceId: 'w', query: 'invoice paid', texts: TEXTS, ...(topN ? { topN } : {}) },
        never,
      );

  it.each([
    ['of Jina', 'openai_compatible', '/v1', 18],
    ['of Cohere', 'cohere', '/v2', undefined],
  ])('is read in the shape %s: the best first', async (_shape, providerType, path, tokens) => {
    const { items, model, usage } = await rank({ providerType, baseURL: server.origin + path });
    expect(items.at(-1)?.index).toBe(0);
    expect(items.map(({ score }) => score)).toEqual(
      items.map(({ score }) => score).toSorted((a, b) => b - a),
    );
    expect(items.every(({ score }) => score >= 0 && score <= 1)).toBe(true);
    expect(model).toBe('scripted-rerank');
    expect(usage.prompt_tokens).toBe(tokens ?? models.calls[0]?.promptTokens);
  });

  it('may be cut to the best', async () => {
    expect((await rank({}, 1)).items).toHaveLength(1);
    expect(server.requests[0]?.body).toMatchObject({ top_n: 1, return_documents: false });
  });

  it('keeps its order when scores are not between 0 and 1', async () => {
    const score = (index: number, relevance_score: number) => ({ index, relevance_score });
    other.answerJson({ results: [score(0, -3), score(1, 0), score(2, 4.5)] });
    const { items } = await rank({ baseURL: other.origin });
    expect(items.map(({ index }) => index)).toEqual([2, 1, 0]);
    expect(items[1]?.score).toBe(0.5);
  });

  it.each([
    [{ results: [] }, 'it ranks nothing'],
    [{ results: [{ index: 3, relevance_score: 1 }] }, 'it ranks a text that was not sent'],
    [{ results: [{ index: 0 }] }, 'a score is no number'],
  ])('that makes no sense is refused: %j', async (body, reason) => {
    other.answerJson(body as JsonObject);
    await expect(rank({ baseURL: other.origin })).rejects.toMatchObject({
      code: 'UPSTREAM_ANSWER_INVALID',
      message: expect.stringContaining(reason),
    });
  });
});
