import {
  asking,
  askImpatiently,
  collect,
  never,
  targetAt,
  useModels,
} from '../../../../test/support/models/model-harness';
import type { ModelTarget } from '../model-target';

const models = useModels();
const { server } = models;
const first = (more: Partial<ModelTarget> = {}) => targetAt(server.baseURL, { model: 'first', ...more });
const second = (more: Partial<ModelTarget> = {}) => targetAt(server.baseURL, { model: 'second', ...more });
const modelsAsked = (): unknown[] => server.requests.map(({ body }) => (body as { model: string }).model);

describe('another model', () => {
  it('steps in when the first fails for good before its first token', async () => {
    server.addRules({ model: 'first', fault: { kind: 'status', status: 500 } }, { reply: 'from the second' });
    const { chunks, text } = await askImpatiently(models, asking('hi'), [first(), second()]);
    expect(text).toBe('from the second');
    expect(modelsAsked()).toEqual(['first', 'first', 'first', 'second']);
    expect(chunks.at(-1)).toMatchObject({ model: 'second', extra: { attempts: 4, models_passed: 1 } });
    expect(models.calls.map(({ target, error }) => [target.model, error?.code])).toEqual([
      ...Array.from({ length: 3 }, () => ['first', 'UPSTREAM_ERROR']),
      ['second', undefined],
    ]);
  });

  it.each([
    ['refuses the key', { kind: 'status', status: 401 }],
    ['does not know the model', { kind: 'status', status: 404 }],
    ['is no model at all', { kind: 'html' }],
    ['asks for a long wait', { kind: 'status', status: 429, retryAfter: '10' }],
  ] as const)('steps in at once when the first %s', async (_case, fault) => {
    server.addRules({ model: 'first', fault }, { reply: 'ok' });
    const { text, waits } = await askImpatiently(models, asking('hi'), [first(), second()]);
    expect([text, waits, modelsAsked()]).toEqual(['ok', [], ['first', 'second']]);
  });

  it('is not asked when the request itself is refused', async () => {
    server.addRules({
      model: 'first',
      fault: { kind: 'status', status: 400, message: 'temperature is too high' },
    });
    const { error } = await askImpatiently(models, asking('hi'), [first(), second()]);
    expect(error).toMatchObject({ code: 'UPSTREAM_ERROR', message: expect.stringContaining('too high') });
    expect(modelsAsked()).toEqual(['first']);
  });

  it('is not asked once a word has come', async () => {
    server.addRules({ model: 'first', reply: 'a b c', fault: { kind: 'drop', afterChunks: 1 } });
    const { error, text } = await askImpatiently(models, asking('hi'), [first(), second()]);
    expect(text).toBe('a');
    expect(error).toMatchObject({ code: 'UPSTREAM_TRUNCATED' });
    expect(modelsAsked()).toEqual(['first']);
  });

  it('takes what is too long for the first when it takes more, and only then', async () => {
    const message = 'prompt is too long: 12345 tokens > 8192 maximum';
    server.addRules({ model: 'first', fault: { kind: 'status', status: 400, message } }, { reply: 'ok' });
    const sized = (context_length: number) => ({ capabilities: { context_length } });
    const small = targetAt(server.baseURL, { model: 'small', ...sized(8_192) });
    const targets = [first(sized(8_192)), small, second(sized(100_000))];
    expect((await askImpatiently(models, asking('hi'), targets)).text).toBe('ok');
    expect(modelsAsked()).toEqual(['first', 'second']);
    const { error } = await askImpatiently(models, asking('hi'), [first(), second()]);
    expect(error).toMatchObject({ code: 'CONTEXT_TOO_LONG' });
  });

  it('is asked without a detour while the keys of the first rest', async () => {
    server.addRules(
      { model: 'first', fault: { kind: 'status', status: 429, retryAfter: '30' }, times: 1 },
      { reply: 'ok' },
    );
    const { chat } = models.ports([first(), second()]);
    await collect(chat.stream(asking('hi'), never));
    await collect(chat.stream(asking('hi'), never));
    expect(modelsAsked()).toEqual(['first', 'second', 'second']);
  });

  it('that fails too has the last word', async () => {
    server.addRules(
      { model: 'first', fault: { kind: 'status', status: 401 } },
      { model: 'second', fault: { kind: 'status', status: 404, message: 'gone' } },
    );
    const { error } = await askImpatiently(models, asking('hi'), [first(), second()]);
    expect(error).toMatchObject({ code: 'UPSTREAM_ERROR', message: 'Acme answered 404: gone' });
  });
});

describe('a model', () => {
  it.each([
    [{}, 'No model is configured'],
    [{ model: 'gpt-x' }, "The model 'gpt-x' is not configured."],
  ])('that is not there is said so: %j', async (choice, message) => {
    const asked: unknown[] = [];
    const find = (...given: unknown[]) => {
      asked.push(given);
      return Promise.resolve([]);
    };
    const { chat } = models.ports([], { directory: { find } });
    const { error } = await collect(chat.stream(asking('hi', choice), never));
    expect(error).toMatchObject({
      code: 'MODEL_NOT_CONFIGURED',
      category: 'user',
      message: expect.stringContaining(message),
    });
    expect(asked).toEqual([['w', 'llm', choice]]);
  });
});
