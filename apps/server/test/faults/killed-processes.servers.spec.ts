import { flow, RecordingServer, ScriptedModelServer } from '@heddle/testing';
import pg from 'pg';
import { publishedFlow } from '../support/flow-client';
import { createServerDatabase, emptyRedisDatabase, type ServerDatabase } from '../support/server-database';
import type { TestClient } from '../support/test-client';
import { eventually } from './support/eventually';
import type { Fault } from './support/fault-points';
import { startServerProcess, type ServerProcess } from './support/server-process';

jest.setTimeout(300_000);

const { HEDDLE_TEST_DATABASE_URL: databaseUrl = '', HEDDLE_TEST_REDIS_URL: redisUrl = '' } = process.env;
/** A lease, and a look of whoever finds that it has run out. */
const PICKED_UP_MS = 15_000;
const CHAT = '/v1/chat-messages';

describe('an API process and a worker that are killed', () => {
  const models = new ScriptedModelServer();
  const service = new RecordingServer();
  let database: ServerDatabase;
  let sql: pg.Client;
  let redis: string;
  let api: ServerProcess;
  let worker: ServerProcess;
  let owner: TestClient;

  const start = (role: 'api' | 'worker', fault?: Fault): Promise<ServerProcess> =>
    startServerProcess({
      env: {
        HEDDLE_ROLE: role,
        DATABASE_URL: database.url,
        REDIS_URL: redis,
        OPENAI_BASE_URL: models.baseURL,
        OPENAI_MODEL: 'scripted',
        HEDDLE_HTTP_ALLOW: `127.0.0.1:${service.port}`,
      },
      ...(fault ? { fault } : {}),
    });
  const restartApi = async (fault?: Fault): Promise<void> => {
    await api.kill();
    api = await start('api', fault);
  };
  const now = (client: TestClient): TestClient => api.anonymous.as(client.token);

  beforeAll(async () => {
    [database, redis] = await Promise.all([
      createServerDatabase(databaseUrl),
      emptyRedisDatabase(redisUrl),
      models.listen(),
      service.listen(),
    ]);
    sql = new pg.Client({ connectionString: database.url });
    await sql.connect();
    // One after the other: the first brings the schema up to date.
    api = await start('api');
    worker = await start('worker');
    owner = await api.login();
  });
  afterAll(async () => {
    await Promise.all([api.kill(), worker.kill()]);
    await Promise.all([models.close(), service.close(), sql.end()]);
    await database.drop();
  });
  beforeEach(() => {
    models.reset();
    service.reset();
  });

  const runOf = async (flowId: string): Promise<{ run_id: string; status: string; session_id: string }> =>
    (await now(owner).get(`/api/flow/runs?flow_id=${flowId}`)).body.items[0];

  const chat = () =>
    flow()
      .node('start', 'trigger')
      .node('ask', 'llm', { prompt: [{ role: 'system', text: 'Answer.' }] })
      .node('say', 'answer', { text: '{{ ask.text }}' })
      .chain('start', 'ask', 'say')
      .build();

  it.each(['before-offer', 'before-wake-up'] as const)(
    'answer a message that was taken down %s of its run',
    async (fault) => {
      const { api: caller, id } = await publishedFlow(now(owner), chat(), 'chatflow');
      await restartApi(fault);
      const question = { query: '[[reply:heard]] is anybody there', user: 'u', inputs: {} };
      await expect(now(caller).post(CHAT, question)).rejects.toThrow();
      await api.ended;
      await restartApi();
      const run = await eventually(
        () => runOf(id),
        ({ status }) => status === 'succeeded',
        PICKED_UP_MS,
      );
      const next = { query: '[[history]]', user: 'u', inputs: {}, conversation_id: run.session_id };
      const { answer } = (await now(caller).post(CHAT, next)).body;
      expect(answer).toContain('is anybody there');
      expect(answer).toContain('"heard"');
      expect(models.counts.received).toBe(2);
    },
  );

  it('give up a run that ends its workers, and nothing that ran beside it', async () => {
    const saying = (text: string): object =>
      flow()
        .node('start', 'trigger')
        .node('ask', 'llm', { prompt: [{ role: 'user', text }] })
        .node('end', 'output', { outputs: [{ name: 'text', value: '{{ ask.text }}' }] })
        .chain('start', 'ask', 'end')
        .build();
    models.addRules({ match: 'patient', times: 2, fault: { kind: 'hang', afterChunks: -1 } });
    const [poisonous, patient, healthy] = await Promise.all(
      ['[[hang]] poison', '[[reply:fine]] patient', '[[reply:fine]] healthy'].map(async (text) => {
        const { api: caller } = await publishedFlow(now(owner), saying(text));
        return () => caller.post('/v1/workflows/run', { user: 'u' });
      }),
    );
    const asked = (text: string): number =>
      models.requests.filter(({ body }) => JSON.stringify(body).includes(text)).length;
    const untilAsked = (text: string, times: number): Promise<number> =>
      eventually(
        () => asked(text),
        (count) => count === times,
        PICKED_UP_MS,
      );
    const crash = async (): Promise<void> => {
      await worker.kill();
      // As if the lease had run out: the test need not wait for that each time.
      await sql.query(`UPDATE flow_runs SET lease_until = clock_timestamp() WHERE lease_owner IS NOT NULL`);
      worker = await start('worker');
      expect((await healthy?.())?.body.data.outputs).toEqual({ text: 'fine' });
    };

    const { pid } = api;
    const poison = poisonous?.();
    await untilAsked('poison', 1);
    const neighbour = patient?.();
    await untilAsked('patient', 1);
    await crash();
    await Promise.all([untilAsked('poison', 2), untilAsked('patient', 2)]);
    await crash();
    await untilAsked('poison', 3);
    await crash();

    expect((await poison)?.body.data).toMatchObject({
      status: 'failed',
      error: expect.stringMatching('3 times'),
    });
    expect((await neighbour)?.body.data).toMatchObject({ status: 'succeeded', outputs: { text: 'fine' } });
    expect([asked('poison'), asked('patient')]).toEqual([3, 3]);
    const { rows } = await sql.query(
      `SELECT error ->> 'code' AS code FROM flow_runs WHERE status = 'failed'`,
    );
    expect(rows).toEqual([{ code: 'POISON' }]);
    expect([api.isAlive, api.pid]).toEqual([true, pid]);
  });
});
