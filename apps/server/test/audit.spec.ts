import { WORKSPACE_HEADER, type AuditEntry } from '@heddle/contracts';
import { flow } from '@heddle/testing';
import { DataSource } from 'typeorm';
import { asRole } from './support/as-role';
import type { TestClient } from './support/test-client';
import { OWNER, createTestServer, type TestServer } from './support/test-server';

const VALUE = 'sk-very-secret-value-4711';
const WRONG = { email: OWNER.email, password: 'not the password' };

describe('the audit log', () => {
  let server: TestServer;
  let owner: TestClient;
  let database: DataSource;

  beforeAll(async () => {
    server = await createTestServer();
    owner = await server.setup();
    database = server.app.get(DataSource);
  });
  afterAll(() => server.close());

  const entries = async (query = ''): Promise<AuditEntry[]> =>
    (await owner.get(`/api/audit?page_size=100&${query}`)).body.items;
  const newest = async (): Promise<AuditEntry | undefined> => (await entries())[0];

  it('begins with the workspace and who set it up', async () => {
    expect((await entries('sort=number')).slice(0, 2)).toMatchObject([
      { number: 1, action: 'workspace.created', actor_email: OWNER.email },
      { number: 2, action: 'session.opened', details: { address: '127.0.0.1' } },
    ]);
  });

  it('tells of sign-ins, right, wrong and of nobody, and of signing out', async () => {
    const session = await server.login(OWNER.email, OWNER.password);
    await session.post('/api/auth/logout');
    expect(await newest()).toMatchObject({ action: 'session.closed', actor_email: OWNER.email });
    await server.anonymous.post('/api/auth/login', WRONG);
    expect(await newest()).toMatchObject({
      action: 'session.refused',
      actor_id: null,
      target_id: expect.any(String),
      target_name: OWNER.email,
    });
    await server.anonymous.post('/api/auth/login', { ...WRONG, email: 'nobody\ud800@example.com' });
    expect(await newest()).toMatchObject({ action: 'session.refused', target_id: null });
  });

  it('tells what was done to secrets, providers, MCP servers and tools, and never a value', async () => {
    const { body: secret } = await owner.post('/api/secrets', { name: 'KEY', value: VALUE });
    await owner.put(`/api/secrets/${secret.id}`, { value: `${VALUE}2` });
    await owner.delete(`/api/secrets/${secret.id}`);
    const { body: provider } = await owner.post('/api/model-providers', {
      name: 'Mine',
      provider_type: 'openai',
      api_key: VALUE,
    });
    await owner.put(`/api/model-providers/${provider.id}`, { name: 'Ours' });
    await owner.delete(`/api/model-providers/${provider.id}`);
    const { body: tool } = await owner.post('/api/tools', {
      kind: 'web_search',
      name: 'find',
      description: 'finds',
      provider: 'searxng',
      server_url: 'https://search.example.com',
    });
    await owner.put(`/api/tools/${tool.id}`, { description: 'finds more' });
    await owner.delete(`/api/tools/${tool.id}`);
    const all = await entries('sort=number');
    expect(all.slice(-9).map(({ action, target_name }) => [action, target_name])).toEqual([
      ['secret.created', 'KEY'],
      ['secret.updated', 'KEY'],
      ['secret.deleted', 'KEY'],
      ['provider.created', 'Mine'],
      ['provider.updated', 'Mine'],
      ['provider.deleted', 'Ours'],
      ['tool.created', 'find'],
      ['tool.updated', 'find'],
      ['tool.deleted', 'find'],
    ]);
    expect(JSON.stringify(all)).not.toContain(VALUE);
  });

  it('tells what was done to flows and their keys', async () => {
    const definition = flow()
      .node('start', 'trigger')
      .node('end', 'output', { outputs: [{ name: 'text', value: 'x' }] })
      .chain('start', 'end')
      .build();
    const { body: made } = await owner.post('/api/flow/definitions', {
      name: 'F',
      mode: 'workflow',
      definition,
    });
    const path = `/api/flow/definitions/${made.id}`;
    await owner.post(`${path}/publish`);
    await owner.post(`${path}/versions/1/rollback`);
    const { body: key } = await owner.post(`${path}/api-keys`, { name: 'K' });
    await owner.delete(`${path}/api-keys/${key.id}`);
    await owner.post(`${path}/unpublish`);
    await owner.get(`${path}/export`);
    await owner.delete(path);
    const all = await entries('sort=number');
    expect(all.slice(-7).map(({ action }) => action)).toEqual([
      'flow.published',
      'flow.rolled_back',
      'api_key.created',
      'api_key.deleted',
      'flow.unpublished',
      'flow.exported',
      'flow.deleted',
    ]);
    expect(JSON.stringify(all)).not.toContain(key.key);
  });

  it('tells of tries that were denied, the same one once', async () => {
    await asRole(server, 'viewer', async () => {
      for (const name of ['A', 'B']) await owner.post('/api/secrets', { name, value: 'x' });
    });
    const denied = await entries('action=access.denied');
    expect(denied).toMatchObject([
      {
        actor_email: OWNER.email,
        details: { permission: 'secret.write', role: 'viewer', request: 'POST /api/secrets' },
      },
    ]);
  });

  it('tells nothing of what did not happen', async () => {
    const before = await newest();
    await owner.post('/api/secrets', { name: 'TWICE', value: 'x' });
    await owner.post('/api/secrets', { name: 'TWICE', value: 'x' });
    expect((await newest())?.number).toBe((before?.number ?? 0) + 1);
  });

  it('is found by action, person, time and name', async () => {
    const [last] = await entries();
    const me = (await owner.get('/api/auth/me')).body.id;
    expect(new Set((await entries('action=secret.deleted')).map(({ action }) => action))).toEqual(
      new Set(['secret.deleted']),
    );
    expect((await entries(`actor_id=${me}`)).every(({ actor_id }) => actor_id === me)).toBe(true);
    expect((await owner.get('/api/audit?from=0000-01-01T00:00:00Z')).body).toMatchObject({
      code: 'QUERY_INVALID',
      details: { path: 'from' },
    });
    expect(await entries(`from=${last?.at}`)).toHaveLength(1);
    expect((await entries(`to=${last?.at}`))[0]?.number).toBe((last?.number ?? 0) - 1);
    expect((await entries('q=TWICE')).map(({ target_name }) => target_name)).toEqual(['TWICE']);
    expect((await owner.get('/api/audit?action=nothing')).body.code).toBe('QUERY_INVALID');
  });

  it('is of one workspace, and only for those who may read it', async () => {
    const { body: other } = await owner.post('/api/workspaces', { name: 'Other' });
    const elsewhere = { headers: { [WORKSPACE_HEADER]: other.id } };
    expect((await owner.get('/api/audit', elsewhere)).body).toMatchObject({
      total: 1,
      items: [{ number: 1, action: 'workspace.created' }],
    });
    await asRole(server, 'editor', async () => {
      for (const path of ['/api/audit', '/api/audit/check']) {
        expect((await owner.get(path)).body.message).toContain('audit.read');
      }
    });
  });

  it('is neither changed nor shortened through the database, and notices when that is forced', async () => {
    await expect(database.query(`UPDATE audit_entries SET target_name = 'x'`)).rejects.toThrow(/neither/);
    await expect(database.query('DELETE FROM audit_entries')).rejects.toThrow(/neither/);
    await expect(database.query('TRUNCATE audit_entries')).rejects.toThrow(/neither/);
    const count = (await entries()).length;
    const intact = { is_intact: true, entries: count, first_broken: null };
    expect((await owner.get('/api/audit/check')).body).toEqual(intact);
    await database.query('ALTER TABLE audit_entries DISABLE TRIGGER ALL');
    await database.query(`UPDATE audit_entries SET actor_email = 'other' WHERE number = 3`);
    expect((await owner.get('/api/audit/check')).body).toMatchObject({ is_intact: false, first_broken: 3 });
    await database.query(`UPDATE audit_entries SET actor_email = $1 WHERE number = 3`, [OWNER.email]);
    expect((await owner.get('/api/audit/check')).body).toEqual(intact);
    await database.query('DELETE FROM audit_entries WHERE number = $1', [count]);
    expect((await owner.get('/api/audit/check')).body).toMatchObject({ first_broken: count });
  });
});
