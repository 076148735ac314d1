import { WORKSPACE_HEADER, type ModelInstance } from '@heddle/contracts';
import { flow, ScriptedModelServer } from '@heddle/testing';
import { randomUUID } from 'node:crypto';
import { asRole } from '../support/as-role';
import { allEvents } from '../support/event-reader';
import { createFlow, publishFlow } from '../support/flow-client';
import type { TestAnswer, TestClient } from '../support/test-client';
import { createTestServer, type TestServer } from '../support/test-server';

const KEY = 'sk-a-long-key-4711';
const BASE = '/api/model-instances/';
const models = new ScriptedModelServer({ apiKey: KEY });
let server: TestServer;
let owner: TestClient;
let provider: string;

beforeAll(async () => {
  await models.listen();
  server = await createTestServer();
  owner = await server.setup();
  const body = { name: 'mine', provider_type: 'openai_compatible', base_url: models.baseURL, api_key: KEY };
  provider = `/api/model-providers/${(await owner.post('/api/model-providers', body)).body.id}`;
});
afterAll(async () => {
  await server.close();
  await models.close();
});
beforeEach(() => models.reset());

const add = (model_name: string, more: object = {}): Promise<TestAnswer> =>
  owner.post(`${provider}/models/`, { model_name, model_type: 'llm', ...more });
const added = async (name: string, more: object = {}): Promise<string> =>
  String((await add(name, more)).body.id);
const drop = (id: string): Promise<TestAnswer> => owner.delete(`${BASE}${id}?force=true`);
const asking = (id: string) =>
  flow()
    .node('start', 'trigger')
    .node('ask', 'llm', { model_instance_id: id, prompt: [{ role: 'user', text: '[[reply:hi]]' }] })
    .node('end', 'output', { outputs: [{ name: 'text', value: '{{ ask.text }}' }] })
    .chain('start', 'ask', 'end')
    .build();

describe('a model', () => {
  it('is added to a provider, listed by type, changed and deleted', async () => {
    const { status, body } = await add('scripted', {
      capabilities: { vision: true },
      price: { input: 1, output: 2 },
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      provider_name: 'mine',
      model_name: 'scripted',
      model_type: 'llm',
      display_name: 'scripted',
      capabilities: { vision: true },
      default_params: {},
      price: { input: 1, output: 2 },
      limits: { requests_per_minute: null, tokens_per_minute: null, concurrency: null },
      fallback_ids: [],
      is_default: false,
      is_active: true,
    });
    const vectors = await added('vectors', { model_type: 'embedding' });
    const listed = async (query: string): Promise<string[]> =>
      ((await owner.get(BASE + query)).body.items as ModelInstance[]).map(({ model_name }) => model_name);
    expect(await listed('?type=llm')).toEqual(['scripted']);
    expect(await listed('?type=embedding')).toEqual(['vectors']);
    expect(await listed('')).toEqual(['vectors', 'scripted']);
    expect((await add('scripted')).body.code).toBe('MODEL_EXISTS');

    const path = `${BASE}${body.id}`;
    const changes = { display_name: 'Scribe', default_params: { temperature: 0.2 }, price: null };
    const changed = await owner.put(path, changes);
    expect(changed.body).toMatchObject({ ...changes, capabilities: { vision: true } });
    const { code, details } = (await owner.put(path, { model_type: 'rerank' })).body;
    expect([code, details.path]).toEqual(['FIELD_NOT_ALLOWED', 'model_type']);
    expect((await owner.get(provider)).body.model_count).toBe(2);
    await owner.put(provider, { is_active: false });
    expect((await owner.get(path)).body.is_active).toBe(false);
    await owner.put(provider, { is_active: true });
    expect((await owner.delete(path)).status).toBe(204);
    expect((await owner.get(path)).status).toBe(404);
    await drop(vectors);
  });

  it('has others stand in for it, of its own type and workspace, named once', async () => {
    const [first, second] = [await added('first'), await added('second')];
    const vectors = await added('vectors', { model_type: 'embedding' });
    expect((await owner.put(`${BASE}${first}`, { fallback_ids: [second] })).body.fallback_ids).toEqual([
      second,
    ]);
    const shouted = { fallback_ids: [second.toUpperCase()] };
    expect((await owner.put(`${BASE}${first}`, shouted)).body.fallback_ids).toEqual([second]);
    for (const fallback_ids of [[first], [vectors], [randomUUID()], [second, second]]) {
      const { body } = await owner.put(`${BASE}${first}`, { fallback_ids });
      expect([body.code, body.details.path]).toEqual([
        'INPUT_INVALID',
        `fallback_ids[${fallback_ids.length - 1}]`,
      ]);
    }
    const refused = await owner.delete(`${BASE}${second}`);
    expect(refused.body).toMatchObject({
      code: 'MODEL_IN_USE',
      details: { uses: [{ kind: 'fallback', flow_id: null, name: 'first', model_id: second }] },
    });
    await drop(second);
    expect((await owner.get(`${BASE}${first}`)).body.fallback_ids).toEqual([]);
    await Promise.all([drop(first), drop(vectors)]);
  });

  it('is the default of its type until another one is', async () => {
    const [first, second] = [await added('first'), await added('second')];
    const none = { llm: null, embedding: null, rerank: null, speech_to_text: null, text_to_speech: null };
    const path = '/api/model-defaults/';
    expect((await owner.get(path)).body).toEqual(none);
    expect((await owner.put(path, { llm: first })).body).toEqual({ ...none, llm: first });
    expect((await owner.put(path, { llm: second })).body).toEqual({ ...none, llm: second });
    expect((await owner.get(`${BASE}${first}`)).body.is_default).toBe(false);
    const wrong = await owner.put(path, { llm: first, embedding: second });
    expect([wrong.body.code, wrong.body.details.path]).toEqual(['INPUT_INVALID', 'embedding']);
    expect((await owner.put(path, { rerank: null })).body.llm).toBe(second);
    const viewer = await asRole(server, 'viewer', () => owner.put(path, { llm: null }));
    expect([viewer.status, viewer.body.details.permission]).toEqual([403, 'model.write']);
    expect((await owner.delete(`${BASE}${second}`)).body.details.uses).toEqual([
      { kind: 'default', flow_id: null, name: 'llm', model_id: second },
    ]);
    expect((await owner.put(path, { llm: null })).body).toEqual(none);
    await Promise.all([drop(first), drop(second)]);
  });

  it('is not deleted from under the flows that name it, nor is its provider', async () => {
    const id = await added('scripted');
    const { id: flowId, path } = await createFlow(owner, asking(id));
    await publishFlow(owner, { id: flowId, path });
    const uses = [
      { kind: 'draft', flow_id: flowId, name: 'a flow', model_id: id },
      { kind: 'published', flow_id: flowId, name: 'a flow', model_id: id },
    ];
    for (const address of [`${BASE}${id}`, provider]) {
      const refused = await owner.delete(address);
      expect([refused.status, refused.body.code]).toEqual([409, 'MODEL_IN_USE']);
      expect(refused.body.details.uses).toEqual(uses);
    }
    expect((await drop(id)).status).toBe(204);
    const run = await owner.post(`${path}/run`, {});
    expect([run.status, run.body.code]).toEqual([422, 'FLOW_INVALID']);
    expect(run.body.details.errors).toMatchObject([
      { code: 'MODEL_NOT_CONFIGURED', node_id: 'ask', path: 'model_instance_id', params: { model: id } },
    ]);
    await owner.delete(path);
  });

  it('is the business of nobody in another workspace', async () => {
    const id = await added('scripted');
    const other = String((await owner.post('/api/workspaces', { name: 'other' })).body.id);
    const there = { headers: { [WORKSPACE_HEADER]: other } };
    const ask = async (model: string): Promise<string[]> => {
      const path = `${BASE}${model}`;
      const answers = await Promise.all([
        owner.get(path, there),
        owner.put(path, { display_name: 'x' }, there),
        owner.delete(`${path}?force=true`, there),
        owner.post(`${path}/test`, {}, there),
      ]);
      return answers.map(({ status, text }) => `${status} ${text.replace(/"request_id":"[^"]*"/, '')}`);
    };
    const foreign = await ask(id);
    expect(foreign).toEqual(await ask(randomUUID()));
    expect(foreign.every((answer) => answer.startsWith('404 '))).toBe(true);
    expect((await owner.put('/api/model-defaults', { llm: id }, there)).body.code).toBe('INPUT_INVALID');
    expect((await owner.get(BASE, there)).body.total).toBe(0);
    await drop(id);
  });
});

describe('testing a model', () => {
  it('answers with what it said, as a whole and piece by piece', async () => {
    const id = await added('scripted', { default_params: { temperature: 0.3 } });
    const body = { prompt: '[[think:hmm]][[reply:Hello you]]', params: { max_tokens: 50 } };
    const whole = await owner.post(`${BASE}${id}/test`, body);
    expect(whole.body).toMatchObject({
      ok: true,
      text: 'Hello you',
      usage: { prompt_tokens: expect.any(Number) as number },
    });
    expect(models.requests.at(-1)?.body).toMatchObject({ model: 'scripted', temperature: 0.3 });
    const streamed = await owner.fetch(`${BASE}${id}/test`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, stream: true }),
    });
    const events = await allEvents(streamed);
    const said = events.filter(({ event }) => event === 'text').map(({ data }) => String(data.text));
    expect(said.join('')).toBe('Hello you');
    expect(events.at(0)).toMatchObject({ event: 'reasoning' });
    expect(events.at(-1)).toMatchObject({ event: 'done', data: { ok: true, text: 'Hello you' } });
    await drop(id);
  });

  it('says why it did not answer, in both ways', async () => {
    const id = await added('scripted');
    const prompt = '[[error:400]]';
    const whole = await owner.post(`${BASE}${id}/test`, { prompt });
    expect([whole.status, whole.body.ok, whole.body.error.code]).toEqual([200, false, 'UPSTREAM_ERROR']);
    const streamed = await owner.fetch(`${BASE}${id}/test`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ prompt, stream: true }),
    });
    expect((await allEvents(streamed)).at(-1)).toMatchObject({
      event: 'error',
      data: { code: 'UPSTREAM_ERROR' },
    });
    await drop(id);
  });

  it('tells how wide the vectors of an embedding model are', async () => {
    const id = await added('scripted-embedding', { model_type: 'embedding' });
    expect((await owner.post(`${BASE}${id}/test`, {})).body).toMatchObject({ ok: true, text: '384' });
    await drop(id);
  });
});
