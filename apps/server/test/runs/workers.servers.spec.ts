import { flow, ScriptedModelServer } from '@heddle/testing';
import { allEvents } from '../support/event-reader';
import { createFlow, publishedFlow } from '../support/flow-client';
import { createServerDatabase, type ServerDatabase } from '../support/server-database';
import type { TestClient } from '../support/test-client';
import { createTestServer, type TestServer } from '../support/test-server';

const { HEDDLE_TEST_DATABASE_URL: databaseUrl = '', HEDDLE_TEST_REDIS_URL: redisUrl = '' } = process.env;

describe('an API process and a worker', () => {
  const models = new ScriptedModelServer();
  let database: ServerDatabase;
  let api: TestServer;
  let worker: TestServer;
  let owner: TestClient;

  beforeAll(async () => {
    database = await createServerDatabase(databaseUrl);
    const env = {
      DATABASE_URL: database.url,
      REDIS_URL: redisUrl,
      OPENAI_BASE_URL: await models.listen(),
      OPENAI_MODEL: 'scripted',
    };
    api = await createTestServer({ env: { ...env, HEDDLE_ROLE: 'api' } });
    worker = await createTestServer({ env: { ...env, HEDDLE_ROLE: 'worker' } });
    owner = await api.setup();
  });
  afterAll(async () => {
    await Promise.all([api.close(), worker.close()]);
    await models.close();
    await database.drop();
  });

  const asking = (prompt: string): object =>
    flow()
      .node('start', 'trigger')
      .node('ask', 'llm', { prompt: [{ role: 'user', text: prompt }] })
      .node('end', 'output', { outputs: [{ name: 'text', value: '{{ ask.text }}' }] })
      .chain('start', 'ask', 'end')
      .build();

  it('share the work: the one takes the call, the other runs the flow', async () => {
    const { api: caller } = await publishedFlow(owner, asking('[[reply:done elsewhere]]'));
    const { status, body } = await caller.post('/v1/workflows/run', { user: 'u' });
    expect([status, body.data?.status, body.data?.outputs]).toEqual([
      200,
      'succeeded',
      { text: 'done elsewhere' },
    ]);
  });

  it('hand every event of a stream to its reader, in order', async () => {
    const { path } = await createFlow(owner, asking('[[reply:a b c]]'));
    const response = await owner.fetch(`${path}/run`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ stream: true }),
    });
    const events = await allEvents(response);
    expect(events.map(({ id }) => Number(id))).toEqual(events.map((_, index) => index + 1));
    expect(events.at(-1)).toMatchObject({ event: 'run.finished', data: { data: { status: 'succeeded' } } });
  });

  it('stop a run on request', async () => {
    const { path } = await createFlow(owner, asking('[[hang]]'));
    const running = owner.post(`${path}/run`, {});
    await models.when(({ inFlight }) => inFlight === 1);
    const { body } = await owner.get('/api/flow/runs?status=running');
    await owner.post(`/api/flow/runs/${String(body.items?.[0]?.id ?? body.items?.[0]?.run_id)}/stop`);
    expect((await running).body.status).toBe('stopped');
  });

  it('leave the API to the API process', async () => {
    const answer = await worker.anonymous.get('/api/auth/me');
    expect([answer.status, answer.body.code]).toEqual([404, 'NOT_SERVED_HERE']);
    expect((await worker.anonymous.get('/healthz')).status).toBe(200);
  });
});
