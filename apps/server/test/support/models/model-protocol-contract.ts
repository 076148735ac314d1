import type { ChatRequest } from '@heddle/engine';
import type { Json, JsonObject } from '@heddle/model';
import { createRecordingServer, fakeClock, settle, type RecordedRequest } from '@heddle/testing';
import { ProbeCalls } from '../../../src/adapters/models/detect/probe-calls';
import type { ModelTarget } from '../../../src/adapters/models/model-target';
import {
  asking,
  askImpatiently,
  collect,
  never,
  SECRET_KEY as KEY,
  targetAt,
  useModels,
  type ModelHarness,
  type Outcome,
} from './model-harness';

/** A protocol under test, and how it says what every protocol has to say. */
export interface ProtocolSubject {
  readonly name: string;
  readonly providerType: string;
  /** Where the scripted server speaks it. */
  readonly path: string;
  /** The key that a request carries; undefined without one. */
  keyOf(request: RecordedRequest): unknown;
  /** The temperature in a request. */
  temperatureOf(body: JsonObject): unknown;
  /** What a request holds for an image of one byte in a data URL. */
  readonly image: JsonObject;
  /** An answer that was not streamed: "All at once.", a call of `f`, 1 token of prompt and 2 of answer. */
  readonly whole: Json;
  /** What the protocol's owner says about 12,345 tokens where 8,192 fit. */
  readonly tooLong: { readonly message: string; readonly code?: string };
}

/** What the parts of the contract share. */
interface Stage {
  readonly subject: ProtocolSubject;
  readonly models: ModelHarness;
  target(more?: Partial<ModelTarget>): ModelTarget;
  ask(content: string, more?: Partial<ChatRequest>, target?: Partial<ModelTarget>): Promise<Outcome>;
  body(at?: number): JsonObject;
}

const SCHEMA: JsonObject = {
  type: 'object',
  properties: { mood: { enum: ['calm', 'angry'] }, age: { type: 'integer' } },
};

function answers({ ask, body, models, subject, target }: Stage): void {
  it('streams text, then ends with its reason, usage and model', async () => {
    const { chunks, error, text } = await ask(
      '[[reply:Hello, 世界 again]]',
      {},
      { price: { input: 0, output: 2 } },
    );
    expect([error, text]).toEqual([undefined, 'Hello, 世界 again']);
    expect(chunks.length).toBeGreaterThan(2);
    expect(chunks.at(-1)).toEqual({
      type: 'done',
      finishReason: 'stop',
      usage: {
        prompt_tokens: expect.any(Number),
        completion_tokens: 5,
        total_tokens: expect.any(Number),
        cost: 0.00001,
      },
      model: 'scripted',
      extra: { attempts: 1 },
    });
    expect(models.calls).toMatchObject([{ type: 'llm', completionTokens: 5, cost: 0.00001 }]);
    expect(models.calls[0]).not.toHaveProperty('error');
    expect(models.calls[0]?.firstTokenMs).toBeLessThanOrEqual(models.calls[0]?.totalMs ?? 0);
  });

  it('tells reasoning from text', async () => {
    const { chunks } = await ask('[[think:I wonder.]][[reply:Yes.]]');
    expect(chunks.slice(0, -1)).toEqual([
      { type: 'reasoning', text: 'I' },
      { type: 'reasoning', text: ' wonder.' },
      { type: 'text', text: 'Yes.' },
    ]);
  });

  it('puts tool calls together, and brings their results back', async () => {
    const content = '[[say:One moment.]][[tools:weather {"city":"Łódź","days":3};;now {}]][[last_tool]]';
    const { chunks, text } = await ask(content);
    const calls = chunks.flatMap((chunk) => (chunk.type === 'tool_call' ? [chunk.call] : []));
    expect(text).toBe('One moment.');
    expect(calls.map(({ name }) => name)).toEqual(['weather', 'now']);
    expect(calls.map((call) => JSON.parse(call.arguments))).toEqual([{ city: 'Łódź', days: 3 }, {}]);
    expect(new Set(calls.map(({ id }) => id)).size).toBe(2);
    expect(chunks.at(-1)).toMatchObject({ type: 'done', finishReason: 'tool_calls' });
    const messages: ChatRequest['messages'] = [
      { role: 'user', content },
      { role: 'assistant', content: text, toolCalls: calls },
      ...calls.map(({ id, name }) => ({ role: 'tool' as const, content: `${name} is fine`, toolCallId: id })),
    ];
    expect((await ask('', { messages })).text).toBe('now is fine');
  });

  it('offers tools, and demands one', async () => {
    const parameters = { type: 'object', properties: { nights: { type: 'integer' } } };
    const tools = [{ name: 'book', description: 'Books.', parameters }];
    const { chunks } = await ask('2 nights', { tools, toolChoice: { name: 'book' } });
    expect(chunks[0]).toMatchObject({ type: 'tool_call', call: { name: 'book', arguments: '{"nights":2}' } });
  });

  it('sends instructions, images and what was said before', async () => {
    const { text } = await ask('', {
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Hello' },
        { role: 'assistant', content: 'Hi.' },
        {
          role: 'user',
          content: [
            { type: 'text', text: '[[system]]' },
            { type: 'image', url: 'data:image/png;base64,AA==' },
          ],
        },
      ],
    });
    expect(text).toBe('Be brief.');
    expect(JSON.stringify(body())).toContain(JSON.stringify(subject.image));
  });

  it('answers by a JSON schema', async () => {
    const { chunks, text } = await ask('I am angry and 42', {
      responseFormat: { type: 'json_schema', schema: SCHEMA },
    });
    expect(JSON.parse(text)).toEqual({ mood: 'angry', age: 42 });
    expect(chunks.at(-1)).toMatchObject({ finishReason: 'stop' });
  });

  it('says that JSON is wanted where only an object is asked for', async () => {
    await ask('hi', { responseFormat: { type: 'json_object' } });
    expect(JSON.stringify(body())).toContain('JSON object');
  });

  it('guesses the usage that is not reported, and says so', async () => {
    const { chunks } = await ask('[[no_usage]][[reply:one two three]]');
    const done = chunks.at(-1);
    expect(done).toMatchObject({ type: 'done', extra: { usage_estimated: true } });
    expect(done?.type === 'done' && done.usage.completion_tokens).toBe(3);
  });

  it('may be cut by the token limit, which its reason says', async () => {
    const { chunks, text } = await ask('[[reply:one two three]]', { maxTokens: 2 });
    expect(text).toBe('one two');
    expect(chunks.at(-1)).toMatchObject({ finishReason: 'length' });
  });

  it('may come in one piece although a stream was asked for', async () => {
    const server = createRecordingServer();
    await server.listen();
    server.answerJson(subject.whole);
    const { chunks } = await ask('hi', {}, { baseURL: server.origin });
    await server.close();
    expect(chunks).toEqual([
      { type: 'text', text: 'All at once.' },
      { type: 'tool_call', call: expect.objectContaining({ name: 'f', arguments: '{"a":1}' }) },
      {
        type: 'done',
        finishReason: 'tool_calls',
        usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3, cost: 0 },
        model: 'other',
        extra: { attempts: 1 },
      },
    ]);
  });

  it("puts the model's settings beneath the request", async () => {
    const defaultParams = { temperature: 0.2, top_p: 0.5, something_new: { on: true } };
    await ask('hi', {}, { defaultParams });
    await ask('hi', { temperature: 0 }, { defaultParams });
    expect([subject.temperatureOf(body(0)), subject.temperatureOf(body(1))]).toEqual([0.2, 0]);
    expect(body(0)).toMatchObject({ something_new: { on: true } });
  });

  it('carries its key, and none where there is none', async () => {
    await ask('hi');
    await ask('hi', {}, { apiKeys: [] });
    expect(models.server.requests.map((request) => subject.keyOf(request))).toEqual([KEY, undefined]);
  });

  it('lists models, with what each is for', async () => {
    const probe = new ProbeCalls(models.fetch);
    const found = await probe.detect(target({ model: '' }), never);
    expect(found.map(({ name, type }) => [name.replace(':latest', ''), type])).toEqual([
      ['scripted', 'llm'],
      ['scripted-embedding', 'embedding'],
      ['scripted-mini', 'llm'],
    ]);
    await expect(probe.ping(target({ model: '' }), never)).resolves.toBeUndefined();
  });
}

function failures({ ask, models, subject, target }: Stage): void {
  const { server } = models;

  it.each([401, 403])(
    'refuses the key with %i: the error names the provider and never a key',
    async (status) => {
      const second = 'second-key-+/=-of-this-provider';
      const content = `[[error:${status} message="Incorrect key {{key}}, base64 ${Buffer.from(second).toString('base64')}"]]`;
      const { error } = await ask(content, {}, { apiKeys: [KEY, second] });
      expect(error).toMatchObject({
        code: 'PROVIDER_AUTH_FAILED',
        isRetryable: false,
        message: expect.stringMatching(/check the key of Acme.*Incorrect key \*\*\*, base64 \*\*\*/),
      });
      expect(
        JSON.stringify([error, String(error), (error as Error).stack, models.calls[0]?.error]),
      ).not.toContain(KEY);
      expect(models.calls[0]?.error).toMatchObject({ code: 'PROVIDER_AUTH_FAILED' });
    },
  );

  it('cannot be asked with what is no key, which is said before anything is sent', async () => {
    const { error } = await ask('hi', {}, { apiKeys: ['sk-123 or\u200b so'] });
    expect(error).toMatchObject({
      code: 'PROVIDER_AUTH_FAILED',
      message: expect.not.stringContaining('sk-123'),
    });
    expect(server.requests).toEqual([]);
  });

  it('refuses for length: both numbers, and no second try', async () => {
    server.addRules({ fault: { kind: 'status', status: 400, ...subject.tooLong } });
    const { error } = await ask('long');
    expect(error).toMatchObject({
      code: 'CONTEXT_TOO_LONG',
      isRetryable: false,
      details: { prompt_tokens: 12_345, limit_tokens: 8_192 },
    });
    expect(server.requests).toHaveLength(1);
  });

  it.each([429, 500, 503])('says %i at first: a later try succeeds', async (status) => {
    const request = asking(`[[error:${status} times=2]][[reply:at last]]`);
    const { chunks, text, waits } = await askImpatiently(models, request, [target()]);
    expect(text).toBe('at last');
    expect(chunks.at(-1)).toMatchObject({ extra: { attempts: 3 } });
    expect(waits).toHaveLength(2);
  });

  it('says when to come back, and is believed', async () => {
    const request = asking('[[error:429 times=1 retry_after=12]][[reply:ok]]');
    const { text, waits } = await askImpatiently(models, request, [target()]);
    expect([text, waits]).toEqual(['ok', [12_000]]);
  });

  it('cuts the connection in the middle: what has come is kept', async () => {
    const { error, text } = await ask('[[drop:2]][[reply:a b c d]]');
    expect(text).toBe('a b');
    expect(error).toMatchObject({ code: 'UPSTREAM_TRUNCATED', details: { partial_text: 'a b' } });
    expect(server.requests).toHaveLength(1);
    expect(models.calls).toMatchObject([{ completionTokens: 2, error: { code: 'UPSTREAM_TRUNCATED' } }]);
  });

  it.each([
    ['ends early in good order', '[[end_early:2]]'],
    ['ends without a finish reason', '[[no_finish]]'],
  ])('%s: that is no success', async (_case, directive) => {
    const { chunks, error } = await ask(`${directive}[[reply:a b]]`);
    expect(error).toMatchObject({ code: 'UPSTREAM_TRUNCATED', details: { partial_text: 'a b' } });
    expect(chunks.some((chunk) => chunk.type === 'done')).toBe(false);
  });

  it('sends something that is not JSON in the middle', async () => {
    const { error } = await ask('[[malformed:1]][[reply:a b]]');
    expect(error).toMatchObject({ code: 'UPSTREAM_TRUNCATED', details: { partial_text: 'a' } });
  });

  it('reports an error inside a response of status 200', async () => {
    const { error, text } = await ask('[[error_in_200:2]][[reply:a b c]]');
    expect(text).toBe('a b');
    expect(error).toMatchObject({
      code: 'UPSTREAM_ERROR',
      message: 'Acme reported an error: The scripted model failed.',
      details: { partial_text: 'a b' },
    });
  });

  it('answers with a web page', async () => {
    const { error } = await ask('[[html]]');
    expect(error).toMatchObject({ code: 'UPSTREAM_NOT_A_MODEL_API', isRetryable: false });
    expect(server.requests).toHaveLength(1);
  });

  it('refuses the request: no second try', async () => {
    const { error } = await ask('[[error:404 code=model_not_found message="The model does not exist"]]');
    expect(error).toMatchObject({
      code: 'UPSTREAM_ERROR',
      isRetryable: false,
      message: 'Acme answered 404: The model does not exist',
      details: { status: 404, upstream_code: 'model_not_found' },
    });
    expect(server.requests).toHaveLength(1);
  });

  it('calls a tool with broken arguments', async () => {
    const { chunks, error } = await ask('[[bad_arguments]][[tool:add {"a":1}]]');
    expect(error).toMatchObject({ code: 'TOOL_ARGUMENTS_INVALID' });
    expect((error as { details: JsonObject }).details['arguments']).toContain('{"a":1,,');
    expect(chunks.some((chunk) => chunk.type === 'tool_call')).toBe(false);
    expect(server.requests).toHaveLength(1);
  });

  it('is at an address that is never allowed', async () => {
    const { error } = await ask('hi', {}, { baseURL: 'http://169.254.169.254/v1' });
    expect(error).toMatchObject({ code: 'PROVIDER_URL_NOT_ALLOWED', isRetryable: false });
  });
}

function time({ models, target }: Stage): void {
  const { server } = models;

  it.each([
    ['before the first piece', '[[hang]]', 60_000, { phase: 'first_token', partial_text: '' }],
    ['in the middle', '[[hang:2]][[reply:a b c]]', 30_000, { phase: 'idle', partial_text: 'a b' }],
  ])('is up when the model is silent %s', async (_case, content, limitMs, details) => {
    const clock = fakeClock();
    const { chat } = models.ports([target()], { clock });
    const outcome = collect(chat.stream(asking(content), never));
    await server.when(({ inFlight }) => inFlight === 1);
    while (clock.nextIn !== limitMs) await settle();
    await clock.elapse(limitMs);
    expect((await outcome).error).toMatchObject({ code: 'UPSTREAM_TIMEOUT', details });
    await server.when(({ aborted }) => aborted === 1);
    expect([server.requests.length, clock.pending]).toEqual([1, 0]);
  });

  it('is not up for a model that is slow but steady', async () => {
    const { chat } = models.ports([target()], { limits: { idleMs: 1_000 } });
    const { text } = await collect(chat.stream(asking('[[pace:tps=200]][[words:20]]'), never));
    expect(text.split(' ')).toHaveLength(20);
  });

  it.each([
    ['before the first token', '[[hang]]', 0],
    ['in the middle', '[[hang:2]][[reply:a b c]]', 2],
  ])(
    'ends when the caller stops %s: the provider is told, usage is noted',
    async (_case, content, tokens) => {
      const controller = new AbortController();
      const clock = fakeClock();
      const { chat } = models.ports([target()], { clock });
      const outcome = collect(chat.stream(asking(content), controller.signal));
      await server.when(({ inFlight }) => inFlight === 1);
      while (clock.nextIn !== (tokens === 0 ? 60_000 : 30_000)) await settle();
      controller.abort();
      expect((await outcome).error).toBeUndefined();
      await server.when(({ aborted }) => aborted === 1);
      expect(models.calls).toMatchObject([{ completionTokens: tokens, error: { code: 'CANCELLED' } }]);
      expect(models.calls[0]?.promptTokens).toBeGreaterThan(0);
    },
  );

  it('ends when the caller leaves the loop', async () => {
    const { chat } = models.ports([target()]);
    for await (const chunk of chat.stream(asking('[[hang:2]][[reply:a b c]]'), never)) {
      expect(chunk).toEqual({ type: 'text', text: 'a' });
      break;
    }
    await server.when(({ aborted }) => aborted === 1);
    expect(models.calls).toMatchObject([{ error: { code: 'CANCELLED' } }]);
  });
}

/** Runs what every protocol must pass, against the scripted server that speaks it. */
export function describeModelProtocol(subject: ProtocolSubject): void {
  describe(`the protocol ${subject.name}`, () => {
    const models = useModels();
    const { server } = models;
    const target = (more: Partial<ModelTarget> = {}): ModelTarget =>
      targetAt(`${server.origin}${subject.path}`, { providerType: subject.providerType, ...more });
    const stage: Stage = {
      subject,
      models,
      target,
      ask: (content, more = {}, special = {}) =>
        collect(models.ports([target(special)]).chat.stream(asking(content, more), never)),
      body: (at = 0) => server.requests[at]?.body as JsonObject,
    };
    describe('an answer', () => answers(stage));
    describe('a provider that', () => failures(stage));
    describe('time', () => time(stage));
  });
}
