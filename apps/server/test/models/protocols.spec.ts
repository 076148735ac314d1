import { flow, ScriptedModelServer } from '@heddle/testing';
import { createFlow } from '../support/flow-client';
import type { TestClient } from '../support/test-client';
import { createTestServer, type TestServer } from '../support/test-server';

const KEY = 'sk-a-long-key-4711';
const models = new ScriptedModelServer({ apiKey: KEY });
let server: TestServer;
let owner: TestClient;

beforeAll(async () => {
  await models.listen();
  server = await createTestServer();
  owner = await server.setup();
});
afterAll(async () => {
  await server.close();
  await models.close();
});
beforeEach(() => models.reset());

const connect = async (provider_type: string, path: string): Promise<string> => {
  const body = { name: provider_type, provider_type, base_url: models.origin + path, api_key: KEY };
  return `/api/model-providers/${(await owner.post('/api/model-providers', body)).body.id}`;
};
const add = async (provider: string, model_name: string, more: object = {}): Promise<string> =>
  String((await owner.post(`${provider}/models`, { model_name, model_type: 'llm', ...more })).body.id);

async function run(model_instance_id: string, text: string) {
  const definition = flow()
    .node('start', 'trigger')
    .node('ask', 'llm', { model_instance_id, prompt: [{ role: 'user', text }] })
    .node('end', 'output', {
      outputs: [
        { name: 'text', value: '{{ ask.text }}' },
        { name: 'reasoning', value: '{{ ask.reasoning }}' },
      ],
    })
    .chain('start', 'ask', 'end')
    .build();
  const { path } = await createFlow(owner, definition);
  return (await owner.post(`${path}/run`, {})).body;
}

describe.each([
  ['openai_compatible', '/v1'],
  ['anthropic', '/v1'],
  ['gemini', '/v1beta'],
])('a provider of the kind %s', (type, path) => {
  it('is connected, looked through and used by a flow', async () => {
    const provider = await connect(type, path);
    expect((await owner.post(`${provider}/test`, {})).body).toMatchObject({ ok: true });
    const { body } = await owner.post(`${provider}/detect`, {});
    expect(body.models).toContainEqual(
      expect.objectContaining({ model_name: 'scripted', model_type: 'llm', is_added: false }),
    );
    const id = await add(provider, 'scripted', { price: { input: 1, output: 1 } });
    const done = await run(id, '[[think:Hm.]][[reply:Hello]]');
    expect(done).toMatchObject({
      status: 'succeeded',
      outputs: { text: 'Hello', reasoning: 'Hm.' },
      usage: { completion_tokens: 3, cost: expect.any(Number) },
    });
    expect(done.usage.cost).toBeGreaterThan(0);
  });

  it('passes a failure on to the next model, and says what is wrong when there is none', async () => {
    const provider = await connect(type, path);
    const second = await add(provider, 'second');
    const first = await add(provider, 'first', { fallback_ids: [second] });
    models.addRules(
      { model: 'first', fault: { kind: 'status', status: 401, message: 'no: {{key}}' } },
      { model: 'second', reply: 'from the second', times: 1 },
    );
    expect(await run(first, 'hi')).toMatchObject({ outputs: { text: 'from the second' } });
    const only = await add(provider, 'only');
    models.addRules({ model: 'only', fault: { kind: 'status', status: 401, message: 'no: {{key}}' } });
    const { error } = await run(only, 'hi');
    expect(error).toMatchObject({
      code: 'PROVIDER_AUTH_FAILED',
      message: expect.stringContaining('no: ***'),
    });
    expect(JSON.stringify(error)).not.toContain(KEY);
  });
});
