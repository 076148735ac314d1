import { WORKSPACE_HEADER } from '@heddle/contracts';
import { ScriptedModelServer } from '@heddle/testing';
import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { asRole } from '../support/as-role';
import type { TestAnswer, TestClient } from '../support/test-client';
import { createTestServer, type TestServer } from '../support/test-server';

const KEY = 'sk-a-long-key-4711';
const OTHER_KEY = 'sk-another-key-0815';
const BASE = '/api/model-providers/';
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

const create = async (more: object = {}): Promise<TestAnswer> =>
  owner.post(BASE, {
    name: 'mine',
    provider_type: 'openai_compatible',
    base_url: models.baseURL,
    api_key: KEY,
    ...more,
  });
const created = async (more: object = {}): Promise<string> => String((await create(more)).body.id);
const rows = (): Promise<unknown[]> => server.app.get(DataSource).query('SELECT * FROM model_providers');

describe('a model provider', () => {
  it('is added, listed, changed and deleted, and its key is sealed', async () => {
    const { status, body, text } = await create({ extra_config: { region: 'eu' } });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String) as string,
      name: 'mine',
      provider_type: 'openai_compatible',
      base_url: models.baseURL,
      extra_config: { region: 'eu' },
      is_active: true,
      has_key: true,
      key_hint: '4711',
      key_count: 1,
      model_count: 0,
      health: { status: 'unknown', latency_ms: null, checked_at: null, error: null },
      created_at: expect.any(String) as string,
      updated_at: expect.any(String) as string,
    });
    const path = `${BASE}${body.id}`;
    const listed = await owner.get(BASE);
    expect(listed.body).toMatchObject({ items: [body], total: 1, page: 1 });
    const renamed = await owner.put(path, { name: 'yours', is_active: false });
    expect(renamed.body).toMatchObject({ name: 'yours', is_active: false, has_key: true, key_hint: '4711' });
    expect((await owner.get(`${BASE}?q=your`)).body.total).toBe(1);
    expect(text + listed.text + renamed.text + JSON.stringify(await rows())).not.toContain(KEY);
    expect((await owner.delete(path)).status).toBe(204);
    expect((await owner.get(path)).status).toBe(404);
  });

  it.each([
    ['several keys, of which the first is hinted at', { api_keys: [KEY, OTHER_KEY, KEY] }, [true, '4711', 2]],
    ['a key too short to hint at', { api_key: 'sk-12345678' }, [true, null, 1]],
    ['no key', { api_key: '' }, [false, null, 0]],
  ])('takes %s', async (_says, keys, [has_key, key_hint, key_count]) => {
    const { body } = await create({ api_key: undefined, ...keys });
    expect(body).toMatchObject({ has_key, key_hint, key_count });
    await owner.delete(`${BASE}${body.id}`);
  });

  it('loses its keys at another address, unless they come along', async () => {
    const path = `${BASE}${await created()}`;
    expect((await owner.put(path, { base_url: `${models.baseURL}/` })).body.has_key).toBe(true);
    const moved = await owner.put(path, { base_url: 'http://127.0.0.1:1/v1' });
    expect(moved.body).toMatchObject({ base_url: 'http://127.0.0.1:1/v1', has_key: false, key_hint: null });
    const back = await owner.put(path, { base_url: models.baseURL, api_keys: [OTHER_KEY] });
    expect(back.body).toMatchObject({ has_key: true, key_hint: '0815' });
    expect((await owner.put(path, { api_key: '' })).body.has_key).toBe(false);
    await owner.delete(path);
  });

  it.each([
    ['http://169.254.169.254/v1', 403, 'PROVIDER_URL_NOT_ALLOWED'],
    ['http://2852039166/latest', 403, 'PROVIDER_URL_NOT_ALLOWED'],
    ['http://[fe80::1]/v1', 403, 'PROVIDER_URL_NOT_ALLOWED'],
    ['http://[::ffff:169.254.169.254]/v1', 403, 'PROVIDER_URL_NOT_ALLOWED'],
    ['https://user:secret@example.com/v1', 400, 'URL_INVALID'],
    ['https://example.com/v1?key=abc', 400, 'INPUT_INVALID'],
    ['ftp://example.com', 400, 'INPUT_INVALID'],
  ])('may not be at %s', async (base_url, status, code) => {
    const answer = await create({ base_url });
    expect(answer).toMatchObject({ status, body: { code, details: { path: 'base_url' } } });
    const path = `${BASE}${await created()}`;
    expect((await owner.put(path, { base_url })).body.code).toBe(code);
    expect((await owner.get(path)).body).toMatchObject({ base_url: models.baseURL, has_key: true });
    await owner.delete(path);
  });

  it.each([
    [{ provider_type: 'no_such_kind' }, 'INPUT_INVALID', 'provider_type'],
    [{ extra_config: { note: 'x'.repeat(20_000) } }, 'INPUT_INVALID', 'extra_config'],
    [{ base_url: undefined }, 'INPUT_REQUIRED', 'base_url'],
    [{ api_keys: ['sk-x'] }, 'FIELD_NOT_ALLOWED', 'api_keys'],
    [{ api_key: 'sk-ключ' }, 'INPUT_BAD_CHARACTER', 'api_key'],
    [{ workspace_id: randomUUID() }, 'FIELD_NOT_ALLOWED', 'workspace_id'],
  ])('is refused with %j', async (more, code, path) => {
    const { body } = await create(more);
    expect([body.code, body.details.path]).toEqual([code, path]);
  });

  it('keeps its kind', async () => {
    const path = `${BASE}${await created()}`;
    const { body } = await owner.put(path, { provider_type: 'openai' });
    expect([body.code, body.details.path]).toEqual(['FIELD_NOT_ALLOWED', 'provider_type']);
    await owner.delete(path);
  });

  it('is offered in kinds, with an address where there is one', async () => {
    const { items } = (await owner.get(`${BASE}presets`)).body as { items: { id: string }[] };
    expect(items.map(({ id }) => id)).toEqual(expect.arrayContaining(['openai', 'openai_compatible']));
    const { body } = await owner.post(BASE, { name: 'x', provider_type: 'openai', api_key: KEY });
    expect(body).toMatchObject({ base_url: 'https://api.openai.com/v1' });
    await owner.delete(`${BASE}${body.id}`);
  });
});

describe('testing a provider', () => {
  let id: string;
  const testIt = async () => (await owner.post(`${BASE}${id}/test`)).body;

  beforeEach(async () => {
    id = await created();
  });
  afterEach(() => owner.delete(`${BASE}${id}`));

  it('says that it answers, and remembers it', async () => {
    expect(await testIt()).toEqual({ ok: true, latency_ms: expect.any(Number) as number });
    const { health } = (await owner.get(`${BASE}${id}`)).body;
    expect(health).toMatchObject({ status: 'ok', error: null, checked_at: expect.any(String) as string });
  });

  it('says that the key is wrong, without the key', async () => {
    await owner.put(`${BASE}${id}`, { api_key: OTHER_KEY });
    const { body, text, status } = await owner.post(`${BASE}${id}/test`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ ok: false, error: { code: 'PROVIDER_AUTH_FAILED' } });
    const after = await owner.get(`${BASE}${id}`);
    expect(after.body.health).toMatchObject({ status: 'failing', error: { code: 'PROVIDER_AUTH_FAILED' } });
    expect(text + after.text).not.toContain(OTHER_KEY);
  });

  it('says that nobody is there', async () => {
    await owner.put(`${BASE}${id}`, { base_url: 'http://127.0.0.1:1/v1' });
    expect(await testIt()).toMatchObject({ ok: false, error: { code: 'UPSTREAM_ERROR' } });
  });

  it('forgets how it was with another key', async () => {
    await testIt();
    await owner.put(`${BASE}${id}`, { api_key: OTHER_KEY });
    expect((await owner.get(`${BASE}${id}`)).body.health.status).toBe('unknown');
  });

  it('finds its models and tells which are added', async () => {
    await owner.post(`${BASE}${id}/models/`, { model_name: 'scripted', model_type: 'llm' });
    const { body } = await owner.post(`${BASE}${id}/detect`);
    expect(body.models).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ model_name: 'scripted', model_type: 'llm', is_added: true }),
        expect.objectContaining({ model_name: 'scripted-mini', is_added: false }),
        expect.objectContaining({ model_name: 'scripted-embedding', model_type: 'embedding' }),
      ]),
    );
    await owner.put(`${BASE}${id}`, { api_key: OTHER_KEY });
    const refused = await owner.post(`${BASE}${id}/detect`);
    expect([refused.status, refused.body.code]).toEqual([502, 'PROVIDER_AUTH_FAILED']);
  });
});

describe('who may touch a provider', () => {
  let id: string;

  beforeAll(async () => {
    id = await created();
  });

  it.each(['viewer', 'editor'] as const)('a %s may only look', async (role) => {
    await asRole(server, role, async () => {
      expect((await owner.get(`${BASE}${id}`)).status).toBe(200);
      const answers = await Promise.all([
        create(),
        owner.put(`${BASE}${id}`, { name: 'x' }),
        owner.delete(`${BASE}${id}?force=true`),
        owner.post(`${BASE}${id}/test`),
        owner.post(`${BASE}${id}/detect`),
        owner.post(`${BASE}${id}/models`, { model_name: 'x', model_type: 'llm' }),
        owner.get(`${BASE}local`),
      ]);
      for (const { status, body } of answers) {
        expect([status, body.code, body.details]).toEqual([
          403,
          'FORBIDDEN',
          { permission: 'model.write', role },
        ]);
      }
    });
  });

  it('nobody of another workspace can tell it from one that is not there', async () => {
    const other = String((await owner.post('/api/workspaces', { name: 'other' })).body.id);
    const there = { headers: { [WORKSPACE_HEADER]: other } };
    const ask = async (provider: string): Promise<string[]> => {
      const path = `${BASE}${provider}`;
      const answers = await Promise.all([
        owner.get(path, there),
        owner.put(path, { name: 'x' }, there),
        owner.delete(`${path}?force=true`, there),
        owner.post(`${path}/test`, undefined, there),
        owner.post(`${path}/detect`, undefined, there),
        owner.post(`${path}/models`, { model_name: 'x', model_type: 'llm' }, there),
      ]);
      return answers.map(({ status, text }) => `${status} ${text.replace(/"request_id":"[^"]*"/, '')}`);
    };
    const foreign = await ask(id);
    expect(foreign).toEqual(await ask(randomUUID()));
    expect(foreign.every((answer) => answer.startsWith('404 '))).toBe(true);
    expect((await owner.get(BASE, there)).body.total).toBe(0);
    expect((await owner.get(`${BASE}${id}`)).body.name).toBe('mine');
  });

  it('finds model servers on this machine only for who may add them', async () => {
    const { status, body } = await owner.get(`${BASE}local`);
    expect(status).toBe(200);
    expect(Array.isArray(body.items)).toBe(true);
  });
});
