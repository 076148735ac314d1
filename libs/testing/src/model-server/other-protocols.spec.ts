import type { JsonObject } from '@heddle/model';
import { createScriptedModelServer } from './scripted-model-server';

const server = createScriptedModelServer({ contextLimit: 4_096, models: ['scripted', 'scripted-embedding'] });
beforeAll(() => server.listen());
beforeEach(() => server.reset());
afterAll(() => server.close());

const post = async (
  path: string,
  body: JsonObject,
  headers: Record<string, string> = {},
): Promise<Response> => fetch(server.origin + path, { method: 'POST', body: JSON.stringify(body), headers });
const get = async (path: string, headers: Record<string, string> = {}): Promise<unknown> =>
  (await fetch(server.origin + path, { headers })).json();

const messages = (content: string, more: JsonObject = {}): JsonObject => ({
  model: 'scripted',
  max_tokens: 100,
  messages: [{ role: 'user', content }],
  ...more,
});
const contents = (text: string, more: JsonObject = {}): JsonObject => ({
  contents: [{ role: 'user', parts: [{ text }] }],
  ...more,
});

const events = async (response: Response): Promise<JsonObject[]> =>
  [...(await response.text()).matchAll(/^data: (.*)$/gm)].map(
    ([, data = '']) => JSON.parse(data) as JsonObject,
  );

describe("Anthropic's Messages", () => {
  it('are answered whole, with the blocks of the protocol', async () => {
    const response = await post('/v1/messages', messages('[[think:Hm.]][[say:Wait.]][[tool:add {"a":1}]]'));
    expect(await response.json()).toMatchObject({
      type: 'message',
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'Hm.' },
        { type: 'text', text: 'Wait.' },
        { type: 'tool_use', id: 'toolu_1', name: 'add' },
      ],
      stop_reason: 'tool_use',
      usage: { input_tokens: expect.any(Number), output_tokens: expect.any(Number) },
    });
  });

  it('are streamed as named events, each block begun and ended', async () => {
    const response = await post('/v1/messages', messages('[[reply:a b]]', { stream: true }));
    const seen = await events(response);
    expect(seen.map(({ type }) => type)).toEqual([
      ...['message_start', 'ping', 'content_block_start', 'content_block_delta', 'content_block_delta'],
      ...['content_block_stop', 'message_delta', 'message_stop'],
    ]);
    expect(seen[6]).toMatchObject({ delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 2 } });
  });

  it('are refused without a limit, for length, and with the key echoed where a test wants it', async () => {
    expect((await post('/v1/messages', { model: 'm', messages: [] })).status).toBe(400);
    const long = await post('/v1/messages', messages('word '.repeat(5_000)));
    expect(await long.json()).toMatchObject({
      type: 'error',
      error: {
        type: 'invalid_request_error',
        message: expect.stringMatching(/^prompt is too long: \d+ tokens > 4096/),
      },
    });
    const wrong = await post('/v1/messages', messages('[[error:401 message="no {{key}}"]]'), {
      'x-api-key': 'k',
    });
    expect(await wrong.json()).toMatchObject({ error: { type: 'authentication_error', message: 'no k' } });
  });

  it('come with a list of models', async () => {
    expect(await get('/v1/models', { 'anthropic-version': '2023-06-01' })).toMatchObject({
      data: [{ type: 'model', id: 'scripted' }, { id: 'scripted-embedding' }],
      has_more: false,
    });
  });
});

describe('Gemini', () => {
  const path = (method: string): string => `/v1beta/models/scripted:${method}`;

  it('answers whole and streamed', async () => {
    const whole = await post(path('generateContent'), contents('[[reply:a b]]'));
    expect(await whole.json()).toMatchObject({
      candidates: [
        { content: { role: 'model', parts: [{ text: 'a' }, { text: ' b' }] }, finishReason: 'STOP' },
      ],
      usageMetadata: { candidatesTokenCount: 2 },
    });
    const seen = await events(
      await post(`${path('streamGenerateContent')}?alt=sse`, contents('[[tool:f {}]]')),
    );
    expect(seen).toMatchObject([
      { candidates: [{ content: { parts: [{ functionCall: { name: 'f', args: {} } }] } }] },
      { candidates: [{ finishReason: 'STOP' }], usageMetadata: {} },
    ]);
  });

  it('reports calls that it cannot carry', async () => {
    const response = await post(path('generateContent'), contents('[[bad_arguments]][[tool:f {"a":1}]]'));
    expect(await response.json()).toMatchObject({
      candidates: [{ finishReason: 'MALFORMED_FUNCTION_CALL' }],
    });
  });

  it('makes vectors of one text and of many, alike', async () => {
    const content = { parts: [{ text: 'the invoice' }] };
    const one = (await (await post(path('embedContent'), { content })).json()) as { embedding: object };
    const requests = [{ content: { parts: [{ text: 'whales' }] } }, { content }];
    const many = (await (await post(path('batchEmbedContents'), { requests })).json()) as {
      embeddings: object[];
    };
    expect(many.embeddings[1]).toEqual(one.embedding);
  });

  it('refuses in its own words and lists its models', async () => {
    const refused = await post(path('generateContent'), contents('[[error:429]]'));
    expect(await refused.json()).toMatchObject({ error: { code: 429, status: 'RESOURCE_EXHAUSTED' } });
    expect(await get('/v1beta/models')).toMatchObject({
      models: [
        { name: 'models/scripted', inputTokenLimit: 4_096 },
        { supportedGenerationMethods: ['embedContent', 'batchEmbedContents'] },
      ],
    });
  });
});

describe('the rest', () => {
  it.each([
    ['/v1/rerank', { usage: { total_tokens: expect.any(Number) } }],
    ['/v2/rerank', { meta: { billed_units: { search_units: 1 } } }],
  ])('ranks texts at %s', async (path, counted) => {
    const documents = ['blue whales sing', 'an invoice was paid'];
    const response = await post(path, { model: 'm', query: 'paid invoice', documents, top_n: 1 });
    expect(await response.json()).toMatchObject({ results: [{ index: 1 }], ...counted });
    const refused = await post(path, { model: 'm', query: '[[error:503]] x', documents });
    expect(refused.status).toBe(503);
  });

  it('lists models as vLLM and Ollama do', async () => {
    expect(await get('/v1/models')).toMatchObject({ data: [{ id: 'scripted', max_model_len: 4_096 }, {}] });
    expect(await get('/api/tags')).toMatchObject({
      models: [
        { name: 'scripted:latest', details: { family: 'llama' } },
        { details: { families: ['nomic-bert'] } },
      ],
    });
  });
});
