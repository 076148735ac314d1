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

const simple = () =>
  flow()
    .node('start', 'trigger', { inputs: [{ name: 'text', type: 'string' }] })
    .node('end', 'output', { outputs: [{ name: 'text', value: '{{ start.text }}' }] })
    .chain('start', 'end')
    .build();
const create = async (name: string, definition: object = simple()): Promise<{ id: string; hash: string }> => {
  const { status, body } = await owner.post(BASE, { name, mode: 'workflow', definition });
  expect(status).toBe(201);
  return { id: String(body.id), hash: String(body.draft.hash) };
};

describe('flow definitions', () => {
  it('are created, read, changed, copied and deleted', async () => {
    const created = await owner.post(BASE, { name: ' Greeter ', mode: 'chatflow', description: 'says hi' });
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      id: expect.any(String) as string,
      name: 'Greeter',
      mode: 'chatflow',
      description: 'says hi',
      draft: {
        definition: {
          schema: 1,
          nodes: [],
          edges: [],
          variables: { env: [], conversation: [] },
          features: {},
        },
        hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      },
      published_version: null,
      tags: [],
      created_at: expect.any(String) as string,
      updated_at: expect.any(String) as string,
    });
    const path = `${BASE}/${String(created.body.id)}`;
    expect((await owner.get(path)).body).toEqual(created.body);
    const changed = await owner.patch(path, { name: 'Host', tags: ['a', 'b', 'a'] });
    expect(changed.body).toMatchObject({ name: 'Host', tags: ['a', 'b'], description: 'says hi' });
    const copy = await owner.post(`${path}/duplicate`, {});
    expect(copy).toMatchObject({
      status: 201,
      body: { name: 'Host (copy)', mode: 'chatflow', tags: ['a', 'b'] },
    });
    expect((await owner.delete(path)).status).toBe(204);
    expect((await owner.get(path)).status).toBe(404);
    expect((await owner.delete(path)).status).toBe(404);
  });

  it.each([
    [{ mode: 'workflow' }, 400, 'INPUT_REQUIRED'],
    [{ name: ' ', mode: 'workflow' }, 400, 'INPUT_REQUIRED'],
    [{ name: 'x', mode: 'chat' }, 400, 'INPUT_INVALID'],
    [{ name: 'x', mode: 'workflow', workspace_id: 'y' }, 400, 'FIELD_NOT_ALLOWED'],
    [{ name: 'x\u0000', mode: 'workflow' }, 400, 'INPUT_BAD_CHARACTER'],
    [{ name: 'x', mode: 'workflow', definition: { nodes: [{ id: 1, type: 'code' }] } }, 400, 'INPUT_TYPE'],
  ])('refuses %j', async (body, status, code) => {
    expect(await owner.post(BASE, body)).toMatchObject({ status, body: { code } });
  });

  it('refuses to change the mode', async () => {
    const { id } = await create('fixed');
    expect(await owner.patch(`${BASE}/${id}`, { mode: 'chatflow' })).toMatchObject({
      status: 400,
      body: { code: 'FIELD_NOT_ALLOWED', details: { path: 'mode' } },
    });
  });

  it('are listed by page, words and order', async () => {
    for (const name of ['zz one', 'zz two', 'zz 100%']) await create(name);
    const byName = await owner.get(`${BASE}?q=zz&sort=name&page_size=2`);
    expect(byName.body).toMatchObject({ total: 3, page: 1, page_size: 2 });
    expect(byName.body.items.map((item: { name: string }) => item.name)).toEqual(['zz 100%', 'zz one']);
    expect(byName.body.items[0]).not.toHaveProperty('draft');
    const next = await owner.get(`${BASE}/?q=zz&sort=name&page_size=2&page=2`);
    expect(next.body.items.map((item: { name: string }) => item.name)).toEqual(['zz two']);
    expect((await owner.get(`${BASE}?q=100%25`)).body.total).toBe(1);
    expect((await owner.get(`${BASE}?mode=chatflow&q=zz`)).body.total).toBe(0);
    expect(await owner.get(`${BASE}?sort=;DROP`)).toMatchObject({
      status: 400,
      body: { code: 'QUERY_INVALID' },
    });
  });
});

describe('drafts', () => {
  it('are saved over what was edited, and a stale one gets what is there now', async () => {
    const { id, hash } = await create('draft');
    const mine = flow().node('mine', 'trigger').build();
    const yours = flow().node('yours', 'trigger').build();
    const first = await owner.put(`${BASE}/${id}/draft`, { definition: mine, base_hash: hash });
    expect(first).toMatchObject({
      status: 200,
      body: { hash: expect.any(String) as string, saved_at: expect.any(String) as string },
    });
    const second = await owner.put(`${BASE}/${id}/draft`, { definition: yours, base_hash: hash });
    expect(second).toMatchObject({
      status: 409,
      body: { code: 'DRAFT_STALE', details: { hash: first.body.hash } },
    });
    expect(second.body.details.definition.nodes[0].id).toBe('mine');
    const again = await owner.put(`${BASE}/${id}/draft`, { definition: mine, base_hash: hash });
    expect(again).toMatchObject({ status: 200, body: { hash: first.body.hash } });
    const rebased = await owner.put(`${BASE}/${id}/draft`, { definition: yours, base_hash: first.body.hash });
    expect(rebased.status).toBe(200);
    expect((await owner.get(`${BASE}/${id}`)).body.draft).toMatchObject({
      hash: rebased.body.hash,
      definition: { nodes: [{ id: 'yours' }] },
    });
  });

  it('lets one of two that save at the same time win', async () => {
    const { id, hash } = await create('race');
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd'].map((name) =>
        owner.put(`${BASE}/${id}/draft`, {
          definition: flow().node(name, 'trigger').build(),
          base_hash: hash,
        }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });

  it('keep what is not valid yet, and characters of every kind', async () => {
    const { id, hash } = await create('odd');
    const definition = {
      schema: 1,
      nodes: [
        {
          id: '__proto__',
          type: 'nothing',
          config: { text: 'a\u0000\ud800', deep: [[[]]] },
          timeout_ms: -1,
          extra: true,
        },
      ],
      edges: [{ id: 'e', source: 'ghost', target: 'ghost' }],
      variables: { env: [], conversation: [] },
      features: {},
    };
    expect((await owner.put(`${BASE}/${id}/draft`, { definition, base_hash: hash })).status).toBe(200);
    expect((await owner.get(`${BASE}/${id}`)).body.draft.definition).toEqual(definition);
  });
});

describe('workspaces', () => {
  it('do not see each other’s flows, by any verb', async () => {
    const { id, hash } = await create('private');
    const { body: other } = await owner.post('/api/workspaces', { name: 'Other' });
    const outside = { headers: { 'x-heddle-workspace': String(other.id) } };
    const missing = await owner.get(`${BASE}/5f5b2f0e-9f0b-4b7c-8d6f-0d5c3a1d2e4f`, outside);
    const attempts = [
      await owner.get(`${BASE}/${id}`, outside),
      await owner.patch(`${BASE}/${id}`, { name: 'stolen' }, outside),
      await owner.put(`${BASE}/${id}/draft`, { definition: simple(), base_hash: hash }, outside),
      await owner.post(`${BASE}/${id}/validate`, {}, outside),
      await owner.post(`${BASE}/${id}/duplicate`, {}, outside),
      await owner.post(`${BASE}/${id}/publish`, {}, outside),
      await owner.post(`${BASE}/${id}/unpublish`, {}, outside),
      await owner.get(`${BASE}/${id}/versions`, outside),
      await owner.get(`${BASE}/${id}/api-keys`, outside),
      await owner.post(`${BASE}/${id}/api-keys`, { name: 'k' }, outside),
      await owner.delete(`${BASE}/${id}`, outside),
    ];
    for (const { status, body } of attempts) {
      expect(status).toBe(404);
      expect({ ...body, request_id: '' }).toEqual({ ...missing.body, request_id: '' });
    }
    expect((await owner.get(`${BASE}?q=private`, outside)).body.total).toBe(0);
    expect((await owner.get(`${BASE}/${id}`)).body.name).toBe('private');
  });

  it.each(['x', 'NaN', `' OR 1=1 --`, '1', 'undefined'])('refuse the id %j', async (id) => {
    expect(await owner.get(`${BASE}/${encodeURIComponent(id)}`)).toMatchObject({
      status: 400,
      body: { code: 'ID_INVALID' },
    });
  });
});
