import { DataSource } from 'typeorm';
import { createTestServer, type TestServer } from './support/test-server';
import type { TestClient } from './support/test-client';

describe('a Postgres server that drops connections', () => {
  let server: TestServer;
  let owner: TestClient;

  beforeAll(async () => {
    server = await createTestServer();
    owner = await server.setup();
  });
  afterAll(() => server.close());

  const dropOthers = (): Promise<unknown> =>
    server.app
      .get(DataSource)
      .query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
      )
      .catch(() => undefined);

  it('loses nothing that was acknowledged and does nothing twice', async () => {
    const acknowledged: string[] = [];
    const statuses = new Set<number>();
    const create = async (worker: number): Promise<void> => {
      for (let count = 0; count < 12; count += 1) {
        const name = `w-${worker}-${count}`;
        const answer = await owner.post('/api/workspaces', { name });
        statuses.add(answer.status);
        if (answer.status === 201) acknowledged.push(name);
        else
          expect([answer.body.code, answer.headers.get('retry-after')]).toEqual([
            'DATABASE_UNAVAILABLE',
            '2',
          ]);
      }
    };
    const work = Promise.all([1, 2, 3, 4].map(create));
    let isWorking = true;
    void work.finally(() => (isWorking = false)).catch(() => undefined);
    while (isWorking) await dropOthers();
    await work;

    expect([...statuses].filter((status) => status !== 201 && status !== 503)).toEqual([]);
    const rows = await server.app.get(DataSource).query<{ name: string }[]>('SELECT name FROM workspaces');
    const names = rows.map(({ name }) => name).filter((name) => name.startsWith('w-'));
    expect(new Set(names).size).toBe(names.length);
    expect(acknowledged.filter((name) => !names.includes(name))).toEqual([]);
    expect((await server.anonymous.get('/readyz')).body.parts.database.status).toBe('ok');
  });
});

describe('a Redis that does not answer', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await createTestServer({ env: { REDIS_URL: 'redis://127.0.0.1:9' } });
  });
  afterAll(() => server.close());

  it('is told, and everything works without it', async () => {
    const ready = await server.anonymous.get('/readyz');
    expect([ready.status, ready.body.parts.redis.status]).toEqual([200, 'degraded']);
    const owner = await server.setup();
    expect((await owner.post('/api/secrets', { name: 'A', value: 'x' })).status).toBe(201);
  });

  it('still limits logins', async () => {
    const body = { email: 'target@example.com', password: 'guess' };
    const answers = await Promise.all(
      Array.from({ length: 15 }, () => server.anonymous.post('/api/auth/login', body)),
    );
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
  });
});
