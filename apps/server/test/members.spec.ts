import { WORKSPACE_HEADER } from '@heddle/contracts';
import { asRole } from './support/as-role';
import type { TestAnswer, TestClient } from './support/test-client';
import { OWNER, createTestServer, type TestServer } from './support/test-server';

const MISSING = '00000000-0000-4000-8000-000000000000';

describe('members', () => {
  let server: TestServer;
  let owner: TestClient;
  let ownerId: string;

  beforeAll(async () => {
    server = await createTestServer();
    owner = await server.setup();
    ownerId = (await owner.get('/api/auth/me')).body.id;
  });
  afterAll(() => server.close());

  const add = (email: string, role: string): Promise<TestAnswer> =>
    owner.post('/api/workspace/members', { email, name: email.split('@', 1)[0], role });
  const join = async (email: string, role: string) => {
    const { body } = await add(email, role);
    return { id: String(body.member.id), client: await server.login(email, body.password) };
  };
  const outcome = ({ status, body }: TestAnswer) => [status, body?.code];

  it('adds an account whose password is shown once and opens the workspace', async () => {
    const made = await add('Eva@Example.com', 'editor');
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      member: expect.objectContaining({
        email: 'eva@example.com',
        name: 'Eva',
        role: 'editor',
        last_active_at: null,
      }),
      password: expect.stringMatching(/^(\w{5}-){3}\w{5}$/),
    });
    const eva = await server.login('eva@example.com', made.body.password);
    expect((await eva.get('/api/auth/me')).body).toMatchObject({ role: 'editor', name: 'Eva' });
    const list = await eva.get('/api/workspace/members?sort=email&q=eva');
    expect(list.body).toMatchObject({ total: 1, items: [{ email: 'eva@example.com' }] });
    expect(list.text).not.toContain(made.body.password);
    expect(outcome(await add('eva@example.com', 'viewer'))).toEqual([409, 'MEMBER_EXISTS']);
  });

  it('changes a role, which signs the member out', async () => {
    const { id, client } = await join('rita@example.com', 'viewer');
    const changed = await owner.patch(`/api/workspace/members/${id}`, { role: 'admin' });
    expect(changed.body).toMatchObject({ id, role: 'admin' });
    expect((await client.get('/api/auth/me')).status).toBe(401);
  });

  it('removes a member, whose session and password open nothing from then on', async () => {
    const { body } = await add('gone@example.com', 'editor');
    const client = await server.login('gone@example.com', body.password);
    expect((await owner.delete(`/api/workspace/members/${body.member.id}`)).status).toBe(204);
    expect((await client.get('/api/secrets')).status).toBe(401);
    const login = { email: 'gone@example.com', password: body.password };
    expect(outcome(await server.anonymous.post('/api/auth/login', login))).toEqual([401, 'AUTH_INVALID']);
    const again = await add('gone@example.com', 'viewer');
    expect(again.body).toMatchObject({ member: { role: 'viewer' }, password: null });
    await expect(server.login('gone@example.com', body.password)).resolves.toBeDefined();
  });

  it('keeps its last owner', async () => {
    const path = `/api/workspace/members/${ownerId}`;
    expect(outcome(await owner.patch(path, { role: 'admin' }))).toEqual([409, 'LAST_OWNER']);
    expect(outcome(await owner.delete(path))).toEqual([409, 'LAST_OWNER']);
  });

  it('lets only one of two owners go who leave at once', async () => {
    const { id, client } = await join('second@example.com', 'owner');
    const answers = await Promise.all([
      owner.patch(`/api/workspace/members/${ownerId}`, { role: 'admin' }),
      client.patch(`/api/workspace/members/${id}`, { role: 'admin' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const stayed = answers[0].status === 200 ? client : owner;
    await stayed.patch(`/api/workspace/members/${ownerId}`, { role: 'owner' });
    owner = await server.login(OWNER.email, OWNER.password);
    await owner.delete(`/api/workspace/members/${id}`);
  });

  it('gives a new password that ends the sessions of the old one', async () => {
    const { id, client } = await join('forgot@example.com', 'editor');
    const { body } = await owner.post(`/api/workspace/members/${id}/password`);
    expect((await client.get('/api/auth/me')).status).toBe(401);
    await expect(server.login('forgot@example.com', body.password)).resolves.toBeDefined();
    expect(outcome(await owner.post(`/api/workspace/members/${ownerId}/password`))).toEqual([
      409,
      'MEMBER_IS_YOU',
    ]);
  });

  it('never sets the password of an account that also has a workspace of others', async () => {
    const { id, client } = await join('elsewhere@example.com', 'viewer');
    await client.post('/api/workspaces', { name: 'Their own' });
    expect(outcome(await owner.post(`/api/workspace/members/${id}/password`))).toEqual([
      409,
      'MEMBER_ELSEWHERE',
    ]);
  });

  it('lets admins manage everybody but owners', async () => {
    const { client: admin } = await join('admin@example.com', 'admin');
    const { id } = await join('below@example.com', 'editor');
    expect((await admin.patch(`/api/workspace/members/${id}`, { role: 'viewer' })).status).toBe(200);
    const refused = await Promise.all([
      admin.patch(`/api/workspace/members/${id}`, { role: 'owner' }),
      admin.patch(`/api/workspace/members/${ownerId}`, { role: 'viewer' }),
      admin.delete(`/api/workspace/members/${ownerId}`),
      admin.post(`/api/workspace/members/${ownerId}/password`),
      admin.post('/api/workspace/members', { email: 'x@example.com', name: 'X', role: 'owner' }),
    ]);
    for (const { status, body } of refused) {
      expect([status, body.message]).toEqual([
        403,
        'this needs the permission workspace.manage, which the role admin does not have',
      ]);
    }
  });

  it('answers a member of another workspace like one that does not exist', async () => {
    const { id } = await join('here@example.com', 'editor');
    const { body: other } = await owner.post('/api/workspaces', { name: 'Other' });
    const elsewhere = { headers: { [WORKSPACE_HEADER]: other.id } };
    expect((await owner.get('/api/workspace/members', elsewhere)).body.total).toBe(1);
    for (const send of [
      (key: string) => owner.patch(`/api/workspace/members/${key}`, { role: 'viewer' }, elsewhere),
      (key: string) => owner.delete(`/api/workspace/members/${key}`, elsewhere),
      (key: string) => owner.post(`/api/workspace/members/${key}/password`, undefined, elsewhere),
    ]) {
      const [foreign, missing] = [await send(id), await send(MISSING)];
      expect({ ...foreign.body, request_id: '' }).toEqual({ ...missing.body, request_id: '' });
      expect(foreign.status).toBe(404);
    }
  });

  it('needs the permission, and names it', async () => {
    await asRole(server, 'editor', async () => {
      const answer = await add('no@example.com', 'viewer');
      expect(answer.body).toMatchObject({
        code: 'FORBIDDEN',
        message: 'this needs the permission member.manage, which the role editor does not have',
      });
      expect((await owner.get('/api/workspace/members')).status).toBe(200);
    });
  });

  it('lets everybody change their own name', async () => {
    const changed = await owner.patch('/api/auth/me', { name: '  Olga O.  ' });
    expect(changed.body).toMatchObject({ name: 'Olga O.', email: OWNER.email });
    const refused = await owner.patch('/api/auth/me', { name: 'x', role: 'owner' });
    expect(outcome(refused)).toEqual([400, 'FIELD_NOT_ALLOWED']);
  });
});
