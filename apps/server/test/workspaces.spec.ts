import { WORKSPACE_HEADER } from '@heddle/contracts';
import { DataSource } from 'typeorm';
import { createTestServer, type TestServer } from './support/test-server';
import type { TestClient } from './support/test-client';

describe('workspaces', () => {
  let server: TestServer;
  let owner: TestClient;

  beforeAll(async () => {
    server = await createTestServer();
    owner = await server.setup();
  });
  afterAll(() => server.close());

  const inWorkspace = (id: string) => ({ headers: { [WORKSPACE_HEADER]: id } });

  it('begins with the one that setup made', async () => {
    const { body, status } = await owner.get('/api/workspaces');
    expect(status).toBe(200);
    expect(body).toMatchObject({ total: 1, page: 1, page_size: 20 });
    const me = await owner.get('/api/auth/me');
    expect(body.items[0]).toMatchObject({ id: me.body.workspace_id, role: 'owner' });
  });

  it('makes one that its maker owns and can work in', async () => {
    const made = await owner.post('/api/workspaces', { name: '  Second  ' });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ name: 'Second', role: 'owner' });
    const me = await owner.get('/api/auth/me', inWorkspace(made.body.id));
    expect(me.body).toMatchObject({ workspace_id: made.body.id, role: 'owner' });
  });

  it('pages, sorts and searches', async () => {
    for (const name of ['Alpha 100%', 'Beta', 'Gamma']) await owner.post('/api/workspaces', { name });
    const { body } = await owner.get('/api/workspaces?sort=name&page=1&page_size=2');
    expect(body.items.map((item: { name: string }) => item.name)).toEqual(['Alpha 100%', 'Beta']);
    expect(body.total).toBe(5);
    const found = await owner.get('/api/workspaces?q=0%25');
    expect(found.body.items.map((item: { name: string }) => item.name)).toEqual(['Alpha 100%']);
    expect((await owner.get('/api/workspaces?q=_')).body.total).toBe(0);
  });

  it.each([
    'sort=name;DROP TABLE users',
    'page=-1',
    'page=1e20',
    'page_size=101',
    'page=abc',
    'q=%00',
    'limit=5',
  ])('refuses the query %s', async (query) => {
    const answer = await owner.get(`/api/workspaces?${query}`);
    expect([answer.status, answer.body.code]).toEqual([400, 'QUERY_INVALID']);
  });

  it('answers a workspace of others like one that does not exist', async () => {
    const dataSource = server.app.get(DataSource);
    const [foreign] = await dataSource.query<{ id: string }[]>(
      `INSERT INTO workspaces (name) VALUES ('Foreign') RETURNING id`,
    );
    const missing = '00000000-0000-4000-8000-000000000000';
    const answers = await Promise.all(
      [foreign?.id ?? '', missing].map((id) => owner.get('/api/auth/me', inWorkspace(id))),
    );
    for (const answer of answers) {
      expect([answer.status, answer.body.code, answer.body.message]).toEqual([
        404,
        'NOT_FOUND',
        'the workspace was not found',
      ]);
    }
    const list = await owner.get('/api/workspaces?q=Foreign');
    expect(list.body.total).toBe(0);
  });

  it.each(['null', 'undefined', 'NaN', "' OR 1=1"])('refuses the id %s', async (id) => {
    const answer = await owner.get('/api/auth/me', inWorkspace(id));
    expect([answer.status, answer.body.code]).toEqual([400, 'ID_INVALID']);
  });
});
