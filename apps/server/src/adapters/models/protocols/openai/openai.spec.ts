import type { ChatRequest } from '@heddle/engine';
import type { JsonObject } from '@heddle/model';
import {
  asking,
  collect,
  FULL_REQUEST,
  never,
  targetAt,
  useModels,
} from '../../../../../test/support/models/model-harness';
import { describeModelProtocol } from '../../../../../test/support/models/model-protocol-contract';
import type { ModelTarget } from '../../model-target';

describeModelProtocol({
  name: 'of OpenAI',
  providerType: 'openai_compatible',
  path: '/v1',
  keyOf: ({ headers }) => headers.authorization?.replace('Bearer ', ''),
  temperatureOf: (body) => body['temperature'],
  image: { type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } },
  whole: {
    model: 'other',
    choices: [
      {
        message: {
          content: 'All at once.',
          tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{"a":1}' } }],
        },
        finish_reason: 'tool_calls',
      },
    ],
    usage: { prompt_tokens: 1, completion_tokens: 2 },
  },
  tooLong: {
    code: 'context_length_exceeded',
    message:
      "This model's maximum context length is 8192 tokens. However, your messages resulted in 12345 tokens.",
  },
});

const models = useModels();
const { server } = models;

async function sent(request: ChatRequest, target: Partial<ModelTarget> = {}): Promise<JsonObject> {
  const { chat } = models.ports([targetAt(server.baseURL, target)]);
  await collect(chat.stream(request, never));
  return server.requests.at(-1)?.body as JsonObject;
}

describe('a request to OpenAI', () => {
  it('says everything in the words of the protocol', async () => {
    const responseFormat = { type: 'json_schema', schema: { type: 'object' } } as const;
    expect(await sent({ ...FULL_REQUEST, responseFormat })).toEqual({
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
            { type: 'image_url', image_url: { url: 'https://images.example.com/cat.png' } },
          ],
        },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'c1', type: 'function', function: { name: 'look', arguments: '{"at":"it"}' } }],
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

  it('leaves out what is not set', async () => {
    const body = await sent(asking('hi', { tools: [], stop: [] }));
    expect(Object.keys(body).sort()).toEqual(['messages', 'model', 'stream', 'stream_options']);
  });

  it.each([
    ['openai', 'gpt-4o', { temperature: 0, max_completion_tokens: 100 }, ['max_tokens']],
    ['openai', 'gpt-5-mini', { max_completion_tokens: 100, seed: 7 }, ['temperature', 'top_p', 'max_tokens']],
    ['deepseek', 'deepseek-chat', { max_tokens: 100 }, ['seed']],
  ])("leaves out and renames what the preset %s says of '%s'", async (providerType, model, held, absent) => {
    const body = await sent(FULL_REQUEST, { providerType, model });
    expect(body).toMatchObject(held);
    expect(Object.keys(body).filter((name) => absent.includes(name))).toEqual([]);
  });

  it('tells a schema in words where the provider cannot be held to it', async () => {
    const schema = { type: 'object', properties: { a: {} } };
    const request = asking('hi', { responseFormat: { type: 'json_schema', schema } });
    const body = await sent(request, { providerType: 'deepseek' });
    expect(body['response_format']).toEqual({ type: 'json_object' });
    expect(JSON.stringify(body['messages'])).toContain(JSON.stringify(JSON.stringify(schema)).slice(1, -1));
  });

  it('gives reasoning back with tool calls, to those who want it and no others', async () => {
    const { chat } = models.ports([targetAt(server.baseURL, { providerType: 'deepseek' })]);
    const { chunks } = await collect(chat.stream(asking('[[think:Look.]][[tool:look {}]]'), never));
    const calls = chunks.flatMap((chunk) => (chunk.type === 'tool_call' ? [chunk.call] : []));
    const messages: ChatRequest['messages'] = [
      { role: 'user', content: 'hi' },
      { role: 'assistant', content: '', toolCalls: calls },
      { role: 'tool', content: 'a cat', toolCallId: 'call_1' },
    ];
    const back = await sent(asking('', { messages }), { providerType: 'deepseek' });
    expect(back['messages']).toMatchObject([{}, { reasoning_content: 'Look.' }, {}]);
    const other = await sent(asking('', { messages }));
    expect(JSON.stringify(other)).not.toContain('Look.');
  });
});
