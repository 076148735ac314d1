import { flow, ScriptedModelServer } from '@heddle/testing';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { DataSource } from 'typeorm';
import { ModelCallRecorder } from '../../src/modules/models/model-call-recorder';
import { AppLogger } from '../../src/platform/logging/app-logger';
import { copyDatabaseTemplate } from '../support/database-template';
import { createFlow, publishedFlow } from '../support/flow-client';
import { createServerDatabase, type ServerDatabase } from '../support/server-database';
import type { TestClient } from '../support/test-client';
import { createTestServer, OWNER, type TestServer } from '../support/test-server';

const SETTINGS_KEY = 'sk-of-the-settings-1';
const OWN_KEY = 'sk-of-the-workspace-2';
const settings = new ScriptedModelServer({ apiKey: SETTINGS_KEY });
const own = new ScriptedModelServer({ apiKey: OWN_KEY });
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'heddle-models-'));
let shared: ServerDatabase | undefined;
let server: TestServer;
let owner: TestClient;
let provider: string;

const boot = (env: Record<string, string> = {}): Promise<TestServer> =>
  createTestServer({
    env: {
      HEDDLE_DATA_DIR: dataDir,
      ...(shared ? { DATABASE_URL: shared.url } : {}),
      OPENAI_BASE_URL: settings.baseURL,
      OPENAI_API_KEY: SETTINGS_KEY,
      OPENAI_MODEL: 'seeded',
      ...env,
    },
  });

beforeAll(async () => {
  const adminUrl = process.env['HEDDLE_TEST_DATABASE_URL'];
  if (adminUrl) shared = await createServerDatabase(adminUrl);
  else await copyDatabaseTemplate(dataDir);
  await Promise.all([settings.listen(), own.listen()]);
  server = await boot();
  owner = await server.setup();
  const { body } = await owner.post('/api/model-providers', {
    name: 'own',
    provider_type: 'openai_compatible',
    base_url: own.baseURL,
    api_key: OWN_KEY,
  });
  provider = `/api/model-providers/${body.id}`;
});
afterAll(async () => {
  await server.close();
  await Promise.all([settings.close(), own.close()]);
  await shared?.drop();
  rmSync(dataDir, { recursive: true, force: true });
});
beforeEach(() => {
  settings.reset();
  own.reset();
});

const add = async (model_name: string, more: object = {}): Promise<string> =>
  String((await owner.post(`${provider}/models`, { model_name, model_type: 'llm', ...more })).body.id);
const drop = (id: string) => owner.delete(`/api/model-instances/${id}?force=true`);
const asking = (config: { model?: string; model_instance_id?: string }, text = '[[reply:hi]]') =>
  flow()
    .node('start', 'trigger')
    .node('ask', 'llm', { ...config, prompt: [{ role: 'user', text }] })
    .node('end', 'output', { outputs: [{ name: 'text', value: '{{ ask.text }}' }] })
    .chain('start', 'ask', 'end')
    .build();
const run = async (config: object, text?: string) => {
  const { path: address } = await createFlow(owner, asking(config, text));
  const { body } = await owner.post(`${address}/run`, {});
  await owner.delete(address);
  return body;
};
/** The models that were asked, where. */
const asked = (): string[] => [
  ...settings.requests.map(({ body }) => `settings ${(body as { model: string }).model}`),
  ...own.requests.map(({ body }) => `own ${(body as { model: string }).model}`),
];

describe('the provider of the settings', () => {
  it('is there from the start with its model as the default, its key sealed', async () => {
    const providers = await owner.get('/api/model-providers?sort=created_at');
    expect(providers.body.items[0]).toMatchObject({
      base_url: settings.baseURL,
      has_key: true,
      key_hint: 'gs-1',
      model_count: 1,
    });
    const { items } = (await owner.get('/api/model-instances?type=llm')).body;
    expect(items).toMatchObject([{ model_name: 'seeded', is_default: true }]);
    const rows: unknown[] = await server.app.get(DataSource).query('SELECT * FROM model_providers');
    expect(JSON.stringify(rows) + providers.text).not.toContain(SETTINGS_KEY);
  });

  it('is there in every new workspace', async () => {
    const { body } = await owner.post('/api/workspaces', { name: 'second' });
    const there = { headers: { 'x-heddle-workspace': String(body.id) } };
    expect((await owner.get('/api/model-instances', there)).body.items).toMatchObject([
      { model_name: 'seeded', is_default: true },
    ]);
  });
});

describe('the model of a run', () => {
  it('is the one that is picked, though another is the default', async () => {
    const id = await add('picked', { default_params: { temperature: 0.4 } });
    expect(await run({ model_instance_id: id })).toMatchObject({
      status: 'succeeded',
      outputs: { text: 'hi' },
    });
    expect(asked()).toEqual(['own picked']);
    expect(own.requests[0]?.body).toMatchObject({ temperature: 0.4 });
    await drop(id);
  });

  it('is the one that is named, of the workspace before the settings', async () => {
    const id = await add('named');
    await run({ model: 'named' });
    await run({ model: 'unheard-of' });
    expect(asked()).toEqual(['settings unheard-of', 'own named']);
    await drop(id);
  });

  it('is the default where none is asked for, as soon as the default is another one', async () => {
    await run({});
    const id = await add('newer');
    const { llm } = (await owner.get('/api/model-defaults')).body as { llm: string };
    await owner.put('/api/model-defaults', { llm: id });
    await run({});
    await owner.put('/api/model-defaults', { llm });
    expect(asked()).toEqual(['settings seeded', 'own newer']);
    await drop(id);
  });

  it('is one that stands in, when the one that is picked fails before it has said anything', async () => {
    const second = await add('second');
    const first = await add('first', { fallback_ids: [second] });
    own.addRules({ model: 'first', fault: { kind: 'status', status: 401 } });
    expect(await run({ model_instance_id: first })).toMatchObject({ status: 'succeeded' });
    expect(asked()).toEqual(['own first', 'own second']);
    await drop(first);
    await drop(second);
  });

  it('is none when the one that is picked is switched off, with it or its provider', async () => {
    const id = await add('sleeping', { display_name: 'Sleeping beauty' });
    const { path: address, api } = await publishedFlow(owner, asking({ model_instance_id: id }));
    const before = await api.post('/v1/workflows/run', { inputs: {}, user: 'u', response_mode: 'blocking' });
    expect(before.body.data.status).toBe('succeeded');
    await owner.put(provider, { is_active: false });
    const issue = {
      code: 'MODEL_NOT_CONFIGURED',
      node_id: 'ask',
      path: 'model_instance_id',
      message: "the model 'Sleeping beauty' is switched off",
      texts: { zh: '模型“Sleeping beauty”已停用' },
    };
    expect((await owner.post(`${address}/validate`)).body.errors).toMatchObject([issue]);
    const refused = await owner.post(`${address}/publish`);
    expect([refused.status, refused.body.code]).toEqual([422, 'FLOW_INVALID']);
    const live = await api.post('/v1/workflows/run', { inputs: {}, user: 'u', response_mode: 'blocking' });
    expect(live.body.data).toMatchObject({ status: 'failed' });
    expect(live.text).toContain('Sleeping beauty');
    expect(asked()).toEqual(['own sleeping']);
    await owner.put(provider, { is_active: true });
    await owner.delete(address);
    await drop(id);
  });

  it('is no embedding model', async () => {
    const id = await add('vectors', { model_type: 'embedding' });
    const body = await run({ model_instance_id: id });
    expect(body.details.errors).toMatchObject([
      { code: 'MODEL_NOT_CONFIGURED', params: { model: 'vectors' } },
    ]);
    await drop(id);
  });
});

/** Every line that the server logs from now on, however unimportant. */
function logLines(): string[] {
  const lines: string[] = [];
  const logger = server.app.get(AppLogger).pino as unknown as Record<string | symbol, unknown>;
  logger['level'] = 'trace';
  logger[pino.symbols.streamSym] = { write: (line: string) => lines.push(line) };
  return lines;
}

describe('the keys of models', () => {
  it('show in no answer, event, row of a run, log, or export, though the provider sends them back', async () => {
    const lines = logLines();
    await owner.put(provider, { api_key: OWN_KEY });
    const id = await add('leaky');
    own.addRules({
      model: 'leaky',
      fault: { kind: 'status', status: 401, message: 'Incorrect API key provided: {{key}}.' },
    });
    const { path: address } = await createFlow(owner, asking({ model_instance_id: id }));
    const failed = await owner.post(`${address}/run`, {});
    expect(failed.body).toMatchObject({ status: 'failed', error: { code: 'PROVIDER_AUTH_FAILED' } });
    const runPath = `/api/flow/runs/${failed.body.run_id}`;
    const texts = await Promise.all(
      [runPath, `${runPath}/events`, `${address}/export?format=native`, provider, '/api/model-usage'].map(
        async (one) => (await owner.get(one)).text,
      ),
    );
    await server.app.get(ModelCallRecorder, { strict: false }).flush();
    const kept: unknown[] = await server.app
      .get(DataSource)
      .query(
        'SELECT events::text AS text FROM flow_run_journal UNION ALL SELECT health_error::text FROM model_providers',
      );
    expect([failed.text, ...texts, JSON.stringify(kept), ...lines].join('\n')).not.toContain(OWN_KEY);
    expect(lines.join('\n')).toContain('/api/model-providers/');
    expect((await owner.get(provider)).body.health).toMatchObject({
      status: 'failing',
      error: { code: 'PROVIDER_AUTH_FAILED' },
    });
    await owner.delete(address);
    await drop(id);
  });
});

describe('the use of models', () => {
  it('is counted by day and model', async () => {
    const id = await add('counted', { price: { input: 1_000_000, output: 0 } });
    await run({ model_instance_id: id });
    await run({ model_instance_id: id });
    own.addRules({ model: 'counted', fault: { kind: 'status', status: 401 } });
    await run({ model_instance_id: id });
    const { items } = (await owner.get(`/api/model-usage?model_id=${id}`)).body;
    expect(items).toEqual([
      {
        day: new Date().toISOString().slice(0, 10),
        model_id: id,
        model_name: 'counted',
        requests: 3,
        failures: 1,
        prompt_tokens: expect.any(Number) as number,
        completion_tokens: expect.any(Number) as number,
        cost: items[0].prompt_tokens,
        first_token_ms: expect.any(Number) as number,
      },
    ]);
    expect(items[0].prompt_tokens).toBeGreaterThan(0);
    expect((await owner.get(`/api/model-usage?model_id=${id}&to=2001-01-01`)).body.items).toEqual([]);
    expect((await owner.get('/api/model-usage?from=0000-01-01')).body).toMatchObject({
      code: 'QUERY_INVALID',
      details: { path: 'from' },
    });
    await drop(id);
    expect((await owner.get(`/api/model-usage?model_id=${id}`)).body.items).toHaveLength(1);
  });
});

describe('after a restart', () => {
  const restart = async (env: Record<string, string> = {}): Promise<void> => {
    await server.close();
    server = await boot(env);
    owner = await server.login(OWNER.email, OWNER.password);
  };
  const seeded = async () =>
    ((await owner.get('/api/model-providers')).body.items as { id: string; base_url: string }[]).filter(
      ({ base_url }) => base_url === settings.baseURL,
    );

  it('the provider of the settings is neither there twice nor back again', async () => {
    await restart();
    const [first, ...more] = await seeded();
    expect(more).toEqual([]);
    expect((await owner.delete(`/api/model-providers/${first?.id}?force=true`)).status).toBe(204);
    await restart();
    expect(await seeded()).toEqual([]);
  });
});
