import type { ChatRequest } from '@heddle/engine';
import type { RecordedRequest } from '@heddle/testing';
import {
  asking,
  collect,
  never,
  SECRET_KEY as KEY,
  targetAt,
  useModels,
  type Outcome,
} from '../../../../../test/support/models/model-harness';
import type { ModelTarget } from '../../model-target';

const models = useModels();
const { server } = models;
const ask = (
  content: string,
  more: Partial<ChatRequest> = {},
  target: Partial<ModelTarget> = {},
): Promise<Outcome> =>
  collect(models.ports([targetAt(server.baseURL, target)]).chat.stream(asking(content, more), never));

const bodyOf = (request: RecordedRequest | undefined): unknown => request?.body;

describe('an answer', () => {
  it('streams text, then ends with its reason, usage and model', async () => {
    const { chunks, text, error } = await ask('[[reply:Hello, 世界 again]]');
    expect(error).toBeUndefined();
    expect(text).toBe('Hello, 世界 again');
    expect(chunks.length).toBeGreaterThan(2);
    expect(chunks.at(-1)).toEqual({
      type: 'done',
      finishReason: 'stop',
      usage: {
        prompt_tokens: expect.any(Number),
        completion_tokens: 5,
        total_tokens: expect.any(Number),
        cost: 0,
      },
      model: 'scripted',
      extra: { attempts: 1 },
    });
  });

  it('tells reasoning from text', async () => {
    const { chunks } = await ask('[[think:I wonder.]][[reply:Yes.]]');
    expect(chunks.slice(0, -1)).toEqual([
      { type: 'reasoning', text: 'I' },
      { type: 'reasoning', text: ' wonder.' },
      { type: 'text', text: 'Yes.' },
    ]);
  });

  it('puts tool calls together', async () => {
    const { chunks } = await ask('[[say:One moment.]][[tools:weather {"city":"Łódź","days":3};;now {}]]');
    expect(chunks.filter((chunk) => chunk.type === 'tool_call')).toEqual([
      { type: 'tool_call', call: { id: 'call_1', name: 'weather', arguments: '{"city":"Łódź","days":3}' } },
      { type: 'tool_call', call: { id: 'call_2', name: 'now', arguments: '{}' } },
    ]);
    expect(chunks.at(-1)).toMatchObject({ type: 'done', finishReason: 'tool_calls' });
  });

  it('may be cut by the token limit, which its reason says', async () => {
    const { text, chunks } = await ask('[[reply:one two three]]', { maxTokens: 2 });
    expect(text).toBe('one two');
    expect(chunks.at(-1)).toMatchObject({ finishReason: 'length' });
  });
});

describe('a request', () => {
  it('says everything in the words of the protocol', async () => {
    await ask('', {
      messages: [
        { role: 'system', content: 'Be brief.' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is this?' },
            { type: 'image', url: 'data:image/png;base64,AA==', detail: 'low' },
          ],
        },
        { role: 'assistant', content: '', toolCalls: [{ id: 'c1', name: 'look', arguments: '{}' }] },
        { role: 'tool', content: 'a cat', toolCallId: 'c1' },
        { role: 'assistant', content: 'A cat.' },
        { role: 'user', content: 'Sure?' },
      ],
      temperature: 0,
      topP: 0.5,
      maxTokens: 100,
      stop: ['END'],
      seed: 7,
      responseFormat: { type: 'json_schema', schema: { type: 'object' } },
      tools: [{ name: 'look', description: 'Looks.', parameters: { type: 'object' } }],
      toolChoice: { name: 'look' },
    });
    const [request] = server.requests;
    expect(request?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(bodyOf(request)).toEqual({
      model: 'scripted',
      stream: true,
      stream_options: { include_usage: true },
      messages: [
        { role: 'system', content: 'Be brief.' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is this?' },
            { type: 'image_url', image_url: { url: 'data:image/png;base64,AA==', detail: 'low' } },
          ],
        },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'c1', type: 'function', function: { name: 'look', arguments: '{}' } }],
        },
        { role: 'tool', content: 'a cat', tool_call_id: 'c1' },
        { role: 'assistant', content: 'A cat.' },
        { role: 'user', content: 'Sure?' },
      ],
      temperature: 0,
      top_p: 0.5,
      max_tokens: 100,
      stop: ['END'],
      seed: 7,
      response_format: { type: 'json_schema', json_schema: { name: 'answer', schema: { type: 'object' } } },
      tools: [
        {
          type: 'function',
          function: { name: 'look', description: 'Looks.', parameters: { type: 'object' } },
        },
      ],
      tool_choice: { type: 'function', function: { name: 'look' } },
    });
  });

  it('leaves out what is not set, and asks for a JSON object', async () => {
    const { text } = await ask('[[json:{"a":1}]]', {
      responseFormat: { type: 'json_object' },
      tools: [],
      stop: [],
    });
    expect(JSON.parse(text)).toEqual({ a: 1 });
    expect(Object.keys(bodyOf(server.requests[0]) as object).sort()).toEqual([
      'messages',
      'model',
      'response_format',
      'stream',
      'stream_options',
    ]);
  });

  it('carries no key where there is none', async () => {
    const { error } = await ask('hi', {}, { apiKeys: [] });
    expect(error).toBeUndefined();
    expect(server.requests[0]?.headers).not.toHaveProperty('authorization');
  });
});

describe('what the provider does wrong', () => {
  it.each([401, 403])(
    'refuses the key with %i: the error names the provider and never the key',
    async (status) => {
      const { error } = await ask(
        `[[error:${status} message="Incorrect key {{key}}, sent as Bearer {{key}}"]]`,
      );
      expect(error).toMatchObject({
        code: 'PROVIDER_AUTH_FAILED',
        isRetryable: false,
        message: expect.stringMatching(/check the key of Acme.*Incorrect key \*\*\*/),
      });
      expect(JSON.stringify([error, String(error), (error as Error).stack])).not.toContain(KEY);
      expect(server.requests).toHaveLength(1);
    },
  );

  it('refuses for length: both numbers, and no second try', async () => {
    server.addRules({
      fault: {
        kind: 'status',
        status: 400,
        code: 'context_length_exceeded',
        message:
          "This model's maximum context length is 8192 tokens. However, your messages resulted in 12345 tokens.",
      },
    });
    const { error } = await ask('long');
    expect(error).toMatchObject({
      code: 'CONTEXT_TOO_LONG',
      isRetryable: false,
      message: 'The messages are too long for the model: 12,345 tokens, limit 8,192.',
      details: { prompt_tokens: 12_345, limit_tokens: 8_192 },
    });
    expect(server.requests).toHaveLength(1);
  });

  it('cuts the connection in the middle: what has come is kept', async () => {
    const { error, text } = await ask('[[drop:2]][[reply:a b c d]]');
    expect(text).toBe('a b');
    expect(error).toMatchObject({ code: 'UPSTREAM_TRUNCATED', details: { partial_text: 'a b' } });
    expect(server.requests).toHaveLength(1);
  });

  it.each([
    ['ends early in good order', '[[end_early:2]]'],
    ['ends without a finish reason', '[[no_finish]]'],
  ])('%s: that is no success', async (_case, directive) => {
    const { error, chunks } = await ask(`${directive}[[reply:a b]]`);
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
    const { error, chunks } = await ask('[[bad_arguments]][[tool:add {"a":1}]]');
    expect(error).toMatchObject({
      code: 'TOOL_ARGUMENTS_INVALID',
      details: { tool: 'add', arguments: '{"a":1,,' },
    });
    expect(chunks.some((chunk) => chunk.type === 'tool_call')).toBe(false);
    expect(server.requests).toHaveLength(1);
  });

  it('is at an address that is never allowed', async () => {
    const { error } = await ask('hi', {}, { baseURL: 'http://169.254.169.254/v1' });
    expect(error).toMatchObject({ code: 'PROVIDER_URL_NOT_ALLOWED', isRetryable: false });
  });
});
