import { flow, ScriptedModelServer } from '@heddle/testing';
import OpenAI from 'openai';
import { publishedFlow } from '../support/flow-client';
import type { TestClient } from '../support/test-client';
import { createTestServer, type TestServer } from '../support/test-server';

const models = new ScriptedModelServer();
let server: TestServer;
let owner: TestClient;

beforeAll(async () => {
  server = await createTestServer({
    env: { OPENAI_BASE_URL: await models.listen(), OPENAI_MODEL: 'scripted' },
  });
  owner = await server.setup();
});
afterAll(async () => {
  await server.close();
  await models.close();
});
beforeEach(() => models.reset());

const chatflow = () =>
  flow()
    .node('start', 'trigger')
    .node('ask', 'llm', { prompt: [{ role: 'system', text: 'Be brief.' }] })
    .node('say', 'answer', { text: '{{ ask.text }}!' })
    .chain('start', 'ask', 'say')
    .build();
const sdk = async (definition: object, mode: 'chatflow' | 'workflow' = 'chatflow') => {
  const { api, id } = await publishedFlow(owner, definition, mode);
  return {
    id,
    api,
    client: new OpenAI({ baseURL: `${server.url}/v1`, apiKey: String(api.token), maxRetries: 0 }),
  };
};

describe('the openai SDK', () => {
  it('gets an answer, with the conversation it keeps itself', async () => {
    const { client, id } = await sdk(chatflow());
    const completion = await client.chat.completions.create({
      model: 'any',
      messages: [
        { role: 'system', content: 'ignored' },
        { role: 'user', content: 'I am Ann' },
        { role: 'assistant', content: 'Hello Ann' },
        { role: 'user', content: [{ type: 'text', text: '[[reply:Ann]]' }] },
      ],
    });
    expect(completion).toMatchObject({
      object: 'chat.completion',
      model: 'any',
      choices: [{ index: 0, message: { role: 'assistant', content: 'Ann!' }, finish_reason: 'stop' }],
      usage: { total_tokens: expect.any(Number) as number },
    });
    expect((models.requests[0]?.body as { messages: object[] }).messages).toEqual([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'I am Ann' },
      { role: 'assistant', content: 'Hello Ann' },
      { role: 'user', content: '[[reply:Ann]]' },
    ]);
    const listed = await client.models.list();
    expect(listed.data).toMatchObject([{ id, object: 'model', owned_by: 'heddle' }]);
  });

  it('streams, with usage when asked', async () => {
    const { client } = await sdk(chatflow());
    const stream = await client.chat.completions.create({
      model: 'm',
      messages: [{ role: 'user', content: '[[reply:one two three]]' }],
      stream: true,
      stream_options: { include_usage: true },
    });
    const chunks = [];
    for await (const chunk of stream) chunks.push(chunk);
    expect(chunks[0]?.choices[0]?.delta).toEqual({ role: 'assistant', content: '' });
    expect(chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')).toBe('one two three!');
    expect(chunks.at(-2)?.choices[0]?.finish_reason).toBe('stop');
    expect(chunks.at(-1)).toMatchObject({
      choices: [],
      usage: { total_tokens: expect.any(Number) as number },
    });
  });

  it('reads the outputs of a workflow as text', async () => {
    const { client } = await sdk(
      flow()
        .node('start', 'trigger', { inputs: [{ name: 'n', type: 'number' }] })
        .node('end', 'output', {
          outputs: [
            { name: 'asked', value: '{{ sys.query }}' },
            { name: 'n', value: '{{ start.n }}' },
          ],
        })
        .chain('start', 'end')
        .build(),
      'workflow',
    );
    const completion = await client.chat.completions.create({
      model: 'm',
      messages: [{ role: 'user', content: 'hi' }],
      ...{ inputs: { n: 2 } },
    });
    expect(completion.choices[0]?.message.content).toContain('hi');
  });

  it('is told of errors in its own form', async () => {
    const { client, api } = await sdk(chatflow());
    const ask = (content: string, using = client) =>
      using.chat.completions.create({ model: 'm', messages: [{ role: 'user', content }] });
    await expect(ask('[[error:400]]')).rejects.toMatchObject({ status: 422, type: 'flow_failed' });
    await expect(ask('')).rejects.toMatchObject({ status: 400, type: 'invalid_request_error' });
    const stranger = new OpenAI({ baseURL: `${server.url}/v1`, apiKey: 'app-nothing', maxRetries: 0 });
    await expect(ask('x', stranger)).rejects.toBeInstanceOf(OpenAI.AuthenticationError);
    expect(
      await api.post('/v1/chat/completions', { messages: [{ role: 'system', content: 'x' }] }),
    ).toMatchObject({
      status: 400,
      body: { error: { type: 'invalid_request_error', code: 'message_missing', param: 'messages' } },
    });
  });
});
