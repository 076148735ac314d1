import { flow, ScriptedModelServer } from '@heddle/testing';
import { DataSource } from 'typeorm';
import { publishedFlow } from '../support/flow-client';
import { createServerDatabase, emptyRedisDatabase, type ServerDatabase } from '../support/server-database';
import type { TestClient } from '../support/test-client';
import { createTestServer, type TestServer } from '../support/test-server';
import { eventually } from './support/eventually';

const { HEDDLE_TEST_DATABASE_URL: databaseUrl = '', HEDDLE_TEST_REDIS_URL: redisUrl = '' } = process.env;
const STOPPED_MS = 1_000;
const SETTLED_MS = 10_000;

describe('a caller who leaves an API process', () => {
  const models = new ScriptedModelServer();
  let database: ServerDatabase;
  let env: Record<string, string>;
  let api: TestServer;
  let worker: TestServer | undefined;
  let owner: TestClient;

  beforeAll(async () => {
    database = await createServerDatabase(databaseUrl);
    env = {
      DATABASE_URL: database.url,
      REDIS_URL: await emptyRedisDatabase(redisUrl),
      OPENAI_BASE_URL: await models.listen(),
      OPENAI_MODEL: 'scripted',
    };
    api = await createTestServer({ env: { ...env, HEDDLE_ROLE: 'api' } });
    owner = await api.setup();
  });
  afterAll(async () => {
    await Promise.all([api.close(), worker?.close()]);
    await models.close();
    await database.drop();
  });

  const call = async (): Promise<{ flowId: string; leave: () => void }> => {
    const asking = flow()
      .node('start', 'trigger')
      .node('ask', 'llm', { prompt: [{ role: 'user', text: '[[hang]]' }] })
      .node('end', 'output', { outputs: [{ name: 'text', value: '{{ ask.text }}' }] })
      .chain('start', 'ask', 'end')
      .build();
    const { api: caller, id } = await publishedFlow(owner, asking);
    const gone = new AbortController();
    await caller.fetch('/v1/workflows/run', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ user: 'u', response_mode: 'streaming' }),
      signal: gone.signal,
    });
    return { flowId: id, leave: () => gone.abort() };
  };
  const untilStopped = (flowId: string): Promise<string> =>
    eventually(
      async () => String((await owner.get(`/api/flow/runs?flow_id=${flowId}`)).body.items[0]?.status),
      (status) => status === 'stopped',
      SETTLED_MS,
    );

  it('before any worker is there leaves nothing for the first one to do', async () => {
    const { flowId, leave } = await call();
    leave();
    await eventually(
      () =>
        api.app.get(DataSource).query<{ stop_reason: string | null }[]>('SELECT stop_reason FROM flow_runs'),
      (rows) => rows[0]?.stop_reason === 'The caller left.',
      SETTLED_MS,
    );
    worker = await createTestServer({ env: { ...env, HEDDLE_ROLE: 'worker' } });
    await untilStopped(flowId);
    expect(models.counts.received).toBe(0);
  });

  it('ends the call of the model that a worker makes', async () => {
    const { flowId, leave } = await call();
    await models.when(({ inFlight }) => inFlight === 1);
    leave();
    await eventually(
      () => models.counts.inFlight,
      (count) => count === 0,
      STOPPED_MS,
    );
    await untilStopped(flowId);
  });
});
