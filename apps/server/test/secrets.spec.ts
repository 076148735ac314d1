import { WORKSPACE_HEADER } from '@heddle/contracts';
import { DataSource } from 'typeorm';
import { SecretsService } from '../src/modules/secrets/secrets.service';
import { createTestServer, type TestServer } from './support/test-server';
import type { TestClient } from './support/test-client';

const VALUE = 'sk-very-secret-value-4711';

describe('secrets', () => {
  let server: TestServer;
  let owner: TestClient;
  let workspaceId: string;

  beforeAll(async () => {
    server = await createTestServer();
    owner = await server.setup();
    workspaceId = (await owner.get('/api/auth/me')).body.workspace_id;
  });
  afterAll(() => server.close());

  it('takes a value and never gives it back', async () => {
    const made = await owner.post('/api/secrets', {
      name: 'WEATHER_KEY',
      value: VALUE,
      description: 'for the demo',
    });
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      id: expect.any(String),
      name: 'WEATHER_KEY',
      description: 'for the demo',
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    const list = await owner.get('/api/secrets/');
    expect(list.body).toMatchObject({ total: 1, items: [{ name: 'WEATHER_KEY' }] });
    expect(list.text).not.toContain(VALUE);
  });

  it('is sealed in the database and readable for runs', async () => {
    const rows: unknown[] = await server.app.get(DataSource).query('SELECT * FROM secrets');
    expect(JSON.stringify(rows)).not.toContain(VALUE);
    const secrets = server.app.get(SecretsService, { strict: false });
    await expect(secrets.read(workspaceId, 'WEATHER_KEY')).resolves.toBe(VALUE);
    await expect(secrets.read(workspaceId, 'NOTHING')).rejects.toMatchObject({ code: 'SECRET_NOT_FOUND' });
  });

  it('does not open in a row that it was copied to', async () => {
    const dataSource = server.app.get(DataSource);
    await owner.post('/api/secrets', { name: 'COPY', value: 'other' });
    await dataSource.query(
      `UPDATE secrets SET sealed = (SELECT sealed FROM secrets WHERE name = 'WEATHER_KEY') WHERE name = 'COPY'`,
    );
    const secrets = server.app.get(SecretsService, { strict: false });
    await expect(secrets.read(workspaceId, 'COPY')).rejects.toMatchObject({ code: 'SECRET_UNREADABLE' });
  });

  it('changes what it is given and keeps the rest', async () => {
    const { body } = await owner.post('/api/secrets', { name: 'ROTATED', value: 'one', description: 'kept' });
    const changed = await owner.put(`/api/secrets/${body.id}`, { value: 'two' });
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({ id: body.id, name: 'ROTATED', description: 'kept' });
    const secrets = server.app.get(SecretsService, { strict: false });
    await expect(secrets.read(workspaceId, 'ROTATED')).resolves.toBe('two');
  });

  it('refuses a second secret of one name', async () => {
    const answer = await owner.post('/api/secrets', { name: 'WEATHER_KEY', value: 'x' });
    expect([answer.status, answer.body.code]).toEqual([409, 'SECRET_NAME_TAKEN']);
  });

  it('deletes once', async () => {
    const { body } = await owner.post('/api/secrets', { name: 'GONE', value: 'x' });
    expect((await owner.delete(`/api/secrets/${body.id}`)).status).toBe(204);
    const again = await owner.delete(`/api/secrets/${body.id}`);
    expect([again.status, again.body.code]).toEqual([404, 'NOT_FOUND']);
  });

  it('is out of reach from another workspace, like one that does not exist', async () => {
    const { body: secret } = await owner.post('/api/secrets', { name: 'MINE', value: 'x' });
    const { body: other } = await owner.post('/api/workspaces', { name: 'Other' });
    const elsewhere = { headers: { [WORKSPACE_HEADER]: other.id } };
    expect((await owner.get('/api/secrets', elsewhere)).body.total).toBe(0);
    const foreign = await owner.put(`/api/secrets/${secret.id}`, { value: 'stolen' }, elsewhere);
    const missing = await owner.put(
      '/api/secrets/00000000-0000-4000-8000-000000000000',
      { value: 'x' },
      elsewhere,
    );
    expect({ ...foreign.body, request_id: '' }).toEqual({ ...missing.body, request_id: '' });
    expect(foreign.status).toBe(404);
  });

  it.each([
    [{ name: 'WEATHER KEY', value: 'x' }, 'INPUT_INVALID', 'name'],
    [{ name: 'A', value: '' }, 'INPUT_REQUIRED', 'value'],
    [{ name: 'A', value: ['x'] }, 'INPUT_TYPE', 'value'],
    [{ name: 'A', value: 'x', workspace_id: 'y' }, 'FIELD_NOT_ALLOWED', 'workspace_id'],
    [{ name: 'A', value: 'x', id: 'y' }, 'FIELD_NOT_ALLOWED', 'id'],
    [{ name: 'A', value: 'x', description: 'a\0b' }, 'INPUT_BAD_CHARACTER', 'description'],
  ])('refuses %j', async (body, code, path) => {
    const answer = await owner.post('/api/secrets', body);
    expect([answer.status, answer.body.code, answer.body.details.path]).toEqual([400, code, path]);
  });

  it('needs the permission, and names it', async () => {
    const dataSource = server.app.get(DataSource);
    await dataSource.query(`UPDATE workspace_members SET role = 'viewer' WHERE workspace_id = $1`, [
      workspaceId,
    ]);
    try {
      const answer = await owner.post('/api/secrets', { name: 'NO', value: 'x' });
      expect(answer.status).toBe(403);
      expect(answer.body).toMatchObject({
        code: 'FORBIDDEN',
        message: 'this needs the permission secret.write, which the role viewer does not have',
      });
      expect((await owner.get('/api/secrets')).status).toBe(403);
    } finally {
      await dataSource.query(`UPDATE workspace_members SET role = 'owner' WHERE workspace_id = $1`, [
        workspaceId,
      ]);
    }
  });
});
