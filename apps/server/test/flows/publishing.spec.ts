import { flow } from '@heddle/testing';
import type { TestClient } from '../support/test-client';
import { createTestServer, type TestServer } from '../support/test-server';

let server: TestServer;
let owner: TestClient;
const BASE = '/api/flow/definitions';

beforeAll(async () => {
  server = await createTestServer();
  owner = await server.setup();
});
afterAll(() => server.close());

const echo = (text: string) =>
  flow()
    .node('start', 'trigger')
    .node('end', 'output', { outputs: [{ name: 'text', value: text }] })
    .chain('start', 'end')
    .build();
const create = async (definition: object): Promise<string> =>
  String((await owner.post(BASE, { name: 'f', mode: 'workflow', definition })).body.id);
const save = async (id: string, definition: object): Promise<string> => {
  const { hash } = (await owner.get(`${BASE}/${id}`)).body.draft;
  return String((await owner.put(`${BASE}/${id}/draft`, { definition, base_hash: hash })).body.hash);
};

describe('publishing', () => {
  it('refuses a flow with everything that is wrong with it', async () => {
    const id = await create(
      flow()
        .node('start', 'trigger')
        .node('fetch', 'http_request', { url: 5 })
        .node('a', 'code', { language: 'javascript', code: 'function main() { return {} }', outputs: {} })
        .node('b', 'code', { language: 'javascript', code: 'function main() { return {} }', outputs: {} })
        .node('lonely', 'template_transform', { template: 'x' })
        .node('end', 'output', { outputs: [{ name: 'x', value: '{{ strat.text }}' }] })
        .chain('start', 'fetch', 'a', 'b')
        .edge('b', 'a')
        .edge('fetch', 'end')
        .build(),
    );
    const { status, body } = await owner.post(`${BASE}/${id}/publish`, { note: 'no' });
    expect(status).toBe(422);
    expect(body.code).toBe('FLOW_INVALID');
    expect(
      body.details.errors.map(({ code, node_id, path }: Record<string, unknown>) => [code, node_id, path]),
    ).toEqual([
      ['NODE_CONFIG_INVALID', 'fetch', 'url'],
      ['FLOW_CYCLE', 'a', 'edges[3]'],
      ['FLOW_UNREACHABLE', 'lonely', 'edges'],
      ['VARIABLE_UNKNOWN', 'end', 'outputs[0].value'],
    ]);
    expect((await owner.post(`${BASE}/${id}/validate`)).body.errors).toEqual(body.details.errors);
    expect((await owner.get(`${BASE}/${id}`)).body.published_version).toBeNull();
  });

  it('checks code, templates and secrets, where only the server can', async () => {
    const definition = flow()
      .node('start', 'trigger')
      .node('code', 'code', { language: 'javascript', code: 'function main( {', outputs: {} })
      .node('tpl', 'template_transform', { template: 'a\n{% if %}' })
      .node('http', 'http_request', {
        url: 'http://x',
        auth: { type: 'bearer', token: { secret: 'no_such' } },
      })
      .node('end', 'output', { outputs: [] })
      .chain('start', 'code', 'tpl', 'http', 'end')
      .build();
    const id = await create(definition);
    const { body } = await owner.post(`${BASE}/${id}/validate`, {});
    expect(body.errors).toEqual([
      expect.objectContaining({ code: 'CODE_SYNTAX', node_id: 'code', path: 'code' }),
      expect.objectContaining({ code: 'TEMPLATE_SYNTAX', node_id: 'tpl', path: 'template' }),
      expect.objectContaining({ code: 'SECRET_NOT_FOUND', node_id: 'http', path: 'auth.token' }),
    ]);
    const other = await owner.post(`${BASE}/${id}/validate`, { definition: echo('ok') });
    expect(other.body).toEqual({ errors: [], warnings: [] });
  });

  it('warns of a model that is not there, and publishes all the same', async () => {
    const id = await create(
      flow()
        .node('start', 'trigger')
        .node('ask', 'llm', { model: 'gpt-x', prompt: [{ role: 'user', text: 'hi' }] })
        .node('end', 'output', { outputs: [{ name: 'text', value: '{{ ask.text }}' }] })
        .chain('start', 'ask', 'end')
        .build(),
    );
    expect((await owner.post(`${BASE}/${id}/validate`)).body).toEqual({
      errors: [],
      warnings: [
        {
          code: 'MODEL_NOT_CONFIGURED',
          message: "the model 'gpt-x' is not configured",
          node_id: 'ask',
          path: 'model',
          params: { model: 'gpt-x' },
          texts: { en: "the model 'gpt-x' is not configured", zh: '模型“gpt-x”未配置' },
        },
      ],
    });
    expect((await owner.post(`${BASE}/${id}/publish`)).status).toBe(201);
  });

  it('numbers versions, rolls back to one, and copies one into the draft', async () => {
    const id = await create(echo('one'));
    const first = await owner.post(`${BASE}/${id}/publish`, { note: 'first' });
    expect(first).toMatchObject({
      status: 201,
      body: { version: 1, note: 'first', created_by: { name: 'Olga Owner' } },
    });
    await save(id, echo('two'));
    expect((await owner.post(`${BASE}/${id}/publish`)).body).toMatchObject({ version: 2, note: '' });
    expect((await owner.get(`${BASE}/${id}/versions`)).body).toMatchObject({
      total: 2,
      items: [{ version: 2 }, { version: 1, note: 'first' }],
    });
    const detail = await owner.get(`${BASE}/${id}/versions/1`);
    expect(detail.body).toMatchObject({
      version: 1,
      definition: { nodes: [{}, { config: { outputs: [{ value: 'one' }] } }] },
    });

    expect((await owner.post(`${BASE}/${id}/versions/1/rollback`)).body.version).toBe(1);
    const live = (await owner.get(`${BASE}/${id}`)).body;
    expect(live.published_version).toBe(1);
    expect(live.draft.definition.nodes[1].config.outputs[0].value).toBe('two');

    const restored = await owner.post(`${BASE}/${id}/versions/1/restore`);
    expect(restored).toMatchObject({ status: 200, body: { hash: expect.any(String) as string } });
    const draft = (await owner.get(`${BASE}/${id}`)).body.draft;
    expect(draft).toMatchObject({
      hash: restored.body.hash,
      definition: { nodes: [{}, { config: { outputs: [{ value: 'one' }] } }] },
    });

    expect((await owner.post(`${BASE}/${id}/unpublish`)).body.published_version).toBeNull();
    expect((await owner.post(`${BASE}/${id}/publish`)).body.version).toBe(3);
    expect(await owner.get(`${BASE}/${id}/versions/9`)).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND' },
    });
    expect(await owner.get(`${BASE}/${id}/versions/0x1`)).toMatchObject({
      status: 400,
      body: { code: 'ID_INVALID' },
    });
  });
});

describe('api keys', () => {
  it('are shown once, listed without their secret, and end when revoked', async () => {
    const id = await create(echo('k'));
    const created = await owner.post(`${BASE}/${id}/api-keys`, { name: 'ci' });
    expect(created.status).toBe(201);
    expect(created.body.key).toMatch(/^app-[0-9a-f]{32}-[A-Za-z0-9_-]{43}$/);
    expect(created.body).toMatchObject({
      name: 'ci',
      prefix: created.body.key.slice(0, 12),
      scopes: ['run', 'read'],
    });
    const listed = await owner.get(`${BASE}/${id}/api-keys`);
    expect(listed.body.items).toHaveLength(1);
    expect(listed.text).not.toContain(String(created.body.key).slice(-20));
    expect((await owner.delete(`${BASE}/${id}/api-keys/${String(created.body.id)}`)).status).toBe(204);
    expect((await owner.get(`${BASE}/${id}/api-keys`)).body.total).toBe(0);
    expect((await owner.delete(`${BASE}/${id}/api-keys/${String(created.body.id)}`)).status).toBe(404);
  });
});
