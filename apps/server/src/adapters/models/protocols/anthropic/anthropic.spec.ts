import type { ChatRequest } from '@heddle/engine';
import type { JsonObject } from '@heddle/model';
import {
  asking,
  collect,
  FULL_REQUEST,
  never,
  targetAt,
  useModels,
  type Outcome,
} from '../../../../../test/support/models/model-harness';
import { describeModelProtocol } from '../../../../../test/support/models/model-protocol-contract';
import type { ModelTarget } from '../../model-target';

describeModelProtocol({
  name: 'of Anthropic',
  providerType: 'anthropic',
  path: '/v1',
  keyOf: ({ headers }) => headers['x-api-key'],
  temperatureOf: (body) => body['temperature'],
  image: { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AA==' } },
  whole: {
    type: 'message',
    model: 'other',
    content: [
      { type: 'text', text: 'All at once.' },
      { type: 'tool_use', id: 'c', name: 'f', input: { a: 1 } },
    ],
    stop_reason: 'tool_use',
    usage: { input_tokens: 1, output_tokens: 2 },
  },
  tooLong: { message: 'prompt is too long: 12345 tokens > 8192 maximum' },
});

const models = useModels();
const { server } = models;

async function ask(
  request: ChatRequest,
  target: Partial<ModelTarget> = {},
): Promise<Outcome & { body: JsonObject }> {
  const { chat } = models.ports([targetAt(server.baseURL, { providerType: 'anthropic', ...target })]);
  const outcome = await collect(chat.stream(request, never));
  return { ...outcome, body: server.requests.at(-1)?.body as JsonObject };
}

describe('a request to Anthropic', () => {
  it('says everything in the words of the protocol', async () => {
    const { body } = await ask(FULL_REQUEST);
    expect(server.requests[0]?.headers).toMatchObject({ 'anthropic-version': '2023-06-01' });
    expect(body).toEqual({
      model: 'scripted',
      stream: true,
      system: 'Be brief.',
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is this?' },
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AA==' } },
            { type: 'image', source: { type: 'url', url: 'https://images.example.com/cat.png' } },
          ],
        },
        { role: 'assistant', content: [{ type: 'tool_use', id: 'c1', name: 'look', input: { at: 'it' } }] },
        {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: 'c1', content: [{ type: 'text', text: 'a cat' }] }],
        },
        { role: 'assistant', content: [{ type: 'text', text: 'A cat.' }] },
        { role: 'user', content: [{ type: 'text', text: 'Sure?' }] },
      ],
      temperature: 0,
      top_p: 0.5,
      max_tokens: 100,
      stop_sequences: ['END'],
      tools: [{ name: 'look', description: 'Looks.', input_schema: { type: 'object' } }],
      tool_choice: { type: 'tool', name: 'look' },
    });
  });

  it('always limits the answer, by what the model can where that is known', async () => {
    expect((await ask(asking('hi'))).body).toMatchObject({ max_tokens: 8_192 });
    const capabilities = { max_output: 64_000 };
    expect((await ask(asking('hi'), { capabilities })).body).toMatchObject({ max_tokens: 64_000 });
  });

  it('lets the user say instructions that stand alone', async () => {
    const { body, text } = await ask(
      asking('', { messages: [{ role: 'system', content: '[[reply:yes]]' }] }),
    );
    expect([text, body['system']]).toEqual(['yes', undefined]);
  });

  it('puts the results of several calls into one turn', async () => {
    const call = (id: string) => ({ id, name: 'look', arguments: '{}' });
    const { body } = await ask(
      asking('', {
        messages: [
          { role: 'user', content: 'hi' },
          { role: 'assistant', content: '', toolCalls: [call('a'), call('b')] },
          { role: 'tool', content: 'one', toolCallId: 'a' },
          { role: 'tool', content: '', toolCallId: 'b' },
        ],
      }),
    );
    expect(body['messages']).toMatchObject([
      {},
      {},
      { role: 'user', content: [{ tool_use_id: 'a' }, { tool_use_id: 'b', content: [] }] },
    ]);
  });

  it('gives thoughts back before the calls that they led to', async () => {
    const content = '[[think:Look there.]][[tool:look {}]]';
    const { chunks } = await ask(asking(content));
    const toolCalls = chunks.flatMap((chunk) => (chunk.type === 'tool_call' ? [chunk.call] : []));
    const { body } = await ask(
      asking('', {
        messages: [
          { role: 'user', content },
          { role: 'assistant', content: '', toolCalls },
          { role: 'tool', content: 'a cat', toolCallId: 'toolu_1' },
        ],
      }),
    );
    const signature = Buffer.from('Look there.').toString('base64');
    expect(body['messages']).toMatchObject([
      {},
      { content: [{ type: 'thinking', thinking: 'Look there.', signature }, { type: 'tool_use' }] },
      {},
    ]);
  });

  it('tells a schema in words beside other tools and thinking', async () => {
    const responseFormat = { type: 'json_schema', schema: { type: 'object' } } as const;
    const { body } = await ask({ ...FULL_REQUEST, responseFormat });
    expect(body['system']).toContain('JSON Schema: {"type":"object"}');
    const defaultParams = { thinking: { type: 'enabled', budget_tokens: 1_024 } };
    const thinking = await ask(asking('hi', { responseFormat }), { defaultParams });
    expect(thinking.body).not.toHaveProperty('tools');
  });
});
