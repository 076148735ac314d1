import type { JsonObject } from '@heddle/model';
import { runModelServer } from './cli';
import { createScriptedModelServer } from './scripted-model-server';

const server = createScriptedModelServer({ contextLimit: 500 });
let base = '';
beforeAll(async () => (base = await server.listen()));
beforeEach(() => server.reset());
afterAll(() => server.close());

const post = (path: string, body: JsonObject, init: RequestInit = {}): Promise<Response> =>
  fetch(base + path, {
    method: 'POST',
    body: JSON.stringify(body),
    ...init,
    headers: { 'content-type': 'application/json', ...init.headers },
  });

const chat = (content: string, extra: JsonObject = {}, init: RequestInit = {}): Promise<Response> =>
  post('/chat/completions', { model: 'scripted', messages: [{ role: 'user', content }], ...extra }, init);

interface Choice {
  message: { content: string | null; reasoning_content?: string; tool_calls?: JsonObject[] };
  finish_reason: string | null;
}
const choice = async (content: string, extra?: JsonObject): Promise<Choice> => {
  const body = (await (await chat(content, extra)).json()) as { choices: [Choice] };
  return body.choices[0];
};

const events = async (content: string, extra: JsonObject = {}): Promise<JsonObject[]> => {
  const text = await (await chat(content, { stream: true, ...extra })).text();
  return text
    .split('\n\n')
    .filter((line) => line.startsWith('data: {'))
    .map((line) => JSON.parse(line.slice(6)) as JsonObject);
};

const deltas = (list: readonly JsonObject[]): JsonObject[] =>
  list.flatMap((event) => (event['choices'] as { delta: JsonObject }[]).map(({ delta }) => delta));

describe('answers', () => {
  it.each([
    ['[[reply:Hello]]', 'Hello'],
    ['[[json:{"a":1}]]', '{"a":1}'],
    ['[[echo]] what I said', 'what I said'],
    ['[[words:3]]', 'the loom takes'],
  ])('follows %s', async (content, expected) => {
    expect(await choice(content)).toMatchObject({ message: { content: expected }, finish_reason: 'stop' });
  });

  it('counts tokens', async () => {
    const body = (await (await chat('[[reply:one two three]]')).json()) as { usage: JsonObject };
    expect(body.usage['completion_tokens']).toBe(4);
    expect(body.usage['total_tokens']).toBe(Number(body.usage['prompt_tokens']) + 4);
  });

  it('streams pieces that join to the answer, with usage when asked', async () => {
    const list = await events('[[think:Well.]][[reply:Hello, 世界 again]]', {
      stream_options: { include_usage: true },
    });
    const text = deltas(list).map((delta) => delta['content'] ?? '');
    expect(text.join('')).toBe('Hello, 世界 again');
    expect(deltas(list).find((delta) => 'reasoning_content' in delta)).toEqual({
      reasoning_content: 'Well.',
    });
    expect(list.at(-1)).toMatchObject({ choices: [], usage: { completion_tokens: 7 } });
    expect((await events('[[reply:x]]')).some((event) => 'usage' in event)).toBe(false);
  });

  it('makes JSON that fits a schema', async () => {
    const schema = {
      type: 'object',
      properties: {
        mood: { enum: ['calm', 'angry'] },
        age: { type: 'integer' },
        tags: { type: 'array', items: {} },
      },
    };
    const format = { type: 'json_schema', json_schema: { name: 'x', schema } };
    const { message } = await choice('I am angry and 42', { response_format: format });
    expect(JSON.parse(message.content ?? '')).toEqual({
      mood: 'angry',
      age: 42,
      tags: ['I am angry and 42'],
    });
  });

  it('calls tools one a round, then answers', async () => {
    const content = '[[tool:add {"a": 1}]][[reply:done]]';
    const first = await choice(content);
    expect(first.finish_reason).toBe('tool_calls');
    expect(first.message.tool_calls).toEqual([
      { id: 'call_1', type: 'function', function: { name: 'add', arguments: '{"a": 1}' } },
    ]);
    const messages = [
      { role: 'user', content },
      { role: 'assistant', content: null, tool_calls: first.message.tool_calls ?? [] },
      { role: 'tool', content: '2' },
    ];
    expect(await choice(content, { messages })).toMatchObject({ message: { content: 'done' } });
  });

  it('makes the call that a request demands, once', async () => {
    const parameters = { type: 'object', properties: { nights: { type: 'integer' } } };
    const tools = [{ type: 'function', function: { name: 'book', parameters } }];
    const demand = { tools, tool_choice: { type: 'function', function: { name: 'book' } } };
    const { message } = await choice('2 nights', demand);
    expect(message.tool_calls).toMatchObject([{ function: { name: 'book', arguments: '{"nights":2}' } }]);
    expect((await choice('[[reply:no]]', demand)).message.content).toBe('no');
    expect((await choice('2 nights', { tools, tool_choice: 'auto' })).message.tool_calls).toBeUndefined();
  });

  it('stops at stop words and at the token limit', async () => {
    expect(await choice('[[reply:one STOP two]]', { stop: 'STOP' })).toMatchObject({
      message: { content: 'one ' },
    });
    expect(await choice('[[reply:one two three]]', { max_tokens: 2 })).toMatchObject({
      message: { content: 'one two' },
      finish_reason: 'length',
    });
  });

  it('lets rules win over directives until they are spent', async () => {
    server.addRules({ match: 'weather', reply: 'rain', times: 1 });
    expect((await choice('the weather? [[reply:sun]]')).message.content).toBe('rain');
    expect((await choice('the weather? [[reply:sun]]')).message.content).toBe('sun');
  });
});

describe('faults', () => {
  it('fails as often as told, with headers and the key where asked', async () => {
    const content = '[[error:429 times=1 retry_after=7 message="no {{key}}"]][[reply:ok]]';
    const first = await chat(content, {}, { headers: { authorization: 'Bearer sk-123' } });
    expect(first.status).toBe(429);
    expect(first.headers.get('retry-after')).toBe('7');
    expect(await first.json()).toMatchObject({ error: { message: 'no sk-123', type: 'rate_limit_error' } });
    expect((await choice(content)).message.content).toBe('ok');
  });

  it('refuses long prompts the way OpenAI does', async () => {
    const response = await chat('word '.repeat(600));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: 'context_length_exceeded' } });
  });

  it('cuts the connection in the middle without counting it as abandoned', async () => {
    const response = await chat('[[drop:2]][[reply:a b c d]]', { stream: true });
    await expect(response.text()).rejects.toThrow();
    await server.when(({ inFlight }) => inFlight === 0);
    expect(server.counts.aborted).toBe(0);
  });

  it('ends early, reports errors inside 200, leaves out the finish reason, and shows a page', async () => {
    const text = async (content: string): Promise<string> => (await chat(content, { stream: true })).text();
    expect(await text('[[end_early:1]][[reply:a b]]')).not.toContain('[DONE]');
    expect(await text('[[error_in_200:1]][[reply:a b]]')).toContain('"error":{"message"');
    expect(deltas(await events('[[no_finish]]')).length).toBeGreaterThan(0);
    expect((await choice('[[no_finish]]')).finish_reason).toBeNull();
    expect(await text('[[html]]')).toContain('<!doctype html>');
  });

  it('counts callers that go away', async () => {
    const controller = new AbortController();
    const call = chat('[[hang]]', {}, { signal: controller.signal });
    await server.when(({ inFlight }) => inFlight === 1);
    controller.abort();
    await expect(call).rejects.toThrow();
    await server.when(({ aborted }) => aborted === 1);
    expect(server.counts).toMatchObject({ received: 1, inFlight: 0, aborted: 1 });
  });

  it('waits before the first token', async () => {
    const start = performance.now();
    await choice('[[pace:ttft=30]]');
    expect(performance.now() - start).toBeGreaterThanOrEqual(29);
  });
});

describe('the other routes', () => {
  it('embeds the same text alike, and related texts nearer than others', async () => {
    const input = ['the invoice is paid', 'an invoice was paid', 'blue whales sing', '退款 政策'];
    const response = await post('/embeddings', { input, dimensions: 64 });
    const body = (await response.json()) as { data: { embedding: number[] }[] };
    const vectors = body.data.map(({ embedding }) => embedding);
    const cosine = (a: number, b: number): number =>
      (vectors[a] ?? []).reduce((sum, value, at) => sum + value * (vectors[b]?.[at] ?? 0), 0);
    expect(vectors.map((vector) => vector.length)).toEqual([64, 64, 64, 64]);
    expect(cosine(0, 0)).toBeCloseTo(1, 5);
    expect(cosine(0, 1)).toBeGreaterThan(cosine(0, 2) + 0.2);
    const packed = await post('/embeddings', {
      input: 'the invoice is paid',
      dimensions: 64,
      encoding_format: 'base64',
    });
    const { data } = (await packed.json()) as { data: [{ embedding: string }] };
    expect(Buffer.from(data[0].embedding, 'base64').readFloatLE(0)).toBeCloseTo(vectors[0]?.[0] ?? NaN, 6);
  });

  it('lists models, refuses unknown routes and broken bodies, and remembers requests', async () => {
    expect(await (await fetch(`${base}/models`)).json()).toMatchObject({ object: 'list' });
    expect((await fetch(`${base}/nowhere`)).status).toBe(404);
    expect((await post('/chat/completions', {}, { body: '{' })).status).toBe(400);
    expect((await post('/chat/completions', { messages: [] })).status).toBe(400);
    expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /v1/models',
      'GET /v1/nowhere',
      'POST /v1/chat/completions',
    ]);
  });

  it('is controlled over HTTP when it runs from the command line', async () => {
    const lines: string[] = [];
    const other = await runModelServer(['--port', '0', '--api-key', 'sk-1'], (line) => lines.push(line));
    const root = other.baseURL.replace('/v1', '');
    try {
      expect(lines).toEqual([`scripted model server at ${other.baseURL}`]);
      expect((await fetch(`${other.baseURL}/models`)).status).toBe(401);
      await fetch(`${root}/__control/rules`, { method: 'POST', body: JSON.stringify({ reply: 'by rule' }) });
      const answer = await fetch(`${other.baseURL}/chat/completions`, {
        method: 'POST',
        headers: { authorization: 'Bearer sk-1' },
        body: JSON.stringify({ messages: [{ role: 'user', content: 'hi' }] }),
      });
      expect(await answer.json()).toMatchObject({ choices: [{ message: { content: 'by rule' } }] });
      expect(await (await fetch(`${root}/__control/counts`)).json()).toMatchObject({
        received: 2,
        aborted: 0,
      });
      expect(await (await fetch(`${root}/__control/requests`)).json()).toHaveLength(2);
    } finally {
      await other.close();
    }
  });
});
