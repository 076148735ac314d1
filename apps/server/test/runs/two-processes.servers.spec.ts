import { flow, ScriptedModelServer } from '@heddle/testing';
import { allEvents, readEvents, type SentEvent } from '../support/event-reader';
import { createFlow, publishFlow, type CreatedFlow } from '../support/flow-client';
import { createServerDatabase, type ServerDatabase } from '../support/server-database';
import { TestClient } from '../support/test-client';
import { createTestServer, OWNER, type TestServer } from '../support/test-server';

const { HEDDLE_TEST_DATABASE_URL: databaseUrl } = process.env;

describe('two servers on one database', () => {
  const models = new ScriptedModelServer();
  let database: ServerDatabase;
  let first: TestServer;
  let second: TestServer;
  let here: TestClient;
  let there: TestClient;

  beforeAll(async () => {
    database = await createServerDatabase(databaseUrl ?? '');
    const env = {
      DATABASE_URL: database.url,
      OPENAI_BASE_URL: await models.listen(),
      OPENAI_MODEL: 'scripted',
    };
    [first, second] = await Promise.all([createTestServer({ env }), createTestServer({ env })]);
    here = await first.setup();
    there = await second.login(OWNER.email, OWNER.password);
  });
  afterAll(async () => {
    await Promise.all([first.close(), second.close()]);
    await models.close();
    await database.drop();
  });
  beforeEach(() => models.reset());

  const asking = (prompt: string): object =>
    flow()
      .node('start', 'trigger')
      .node('ask', 'llm', { prompt: [{ role: 'user', text: prompt }] })
      .node('end', 'output', { outputs: [{ name: 'text', value: '{{ ask.text }}' }] })
      .chain('start', 'ask', 'end')
      .build();
  const begin = async ({
    path,
  }: CreatedFlow): Promise<{ runId: string; rest: AsyncGenerator<SentEvent> }> => {
    const response = await here.fetch(`${path}/run`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ stream: true }),
    });
    const rest = readEvents(response);
    const start = (await rest.next()).value as SentEvent;
    return { runId: String(start.data.run_id), rest };
  };

  it('let a run be followed and stopped from the other one, with the same events', async () => {
    const { runId, rest } = await begin(await createFlow(here, asking('[[hang]]')));
    await models.when(({ inFlight }) => inFlight === 1);
    const followed = allEvents(await there.fetch(`/api/flow/runs/${runId}/events`));
    expect((await there.post(`/api/flow/runs/${runId}/stop`)).status).toBe(200);
    const seen: SentEvent[] = [];
    for await (const event of rest) seen.push(event);
    expect((await followed).slice(1)).toEqual(seen);
    expect(seen.at(-1)).toMatchObject({ event: 'run.finished', data: { data: { status: 'stopped' } } });
  });

  it('know at once what the other one publishes and revokes', async () => {
    const created = await createFlow(here, asking('[[reply:one]]'));
    const api = await publishFlow(here, created);
    const calls = [first.url, second.url].map((url) => new TestClient(url, api.token));
    const say = async (): Promise<unknown[]> =>
      Promise.all(
        calls.map(
          async (client) => (await client.post('/v1/workflows/run', { user: 'u' })).body.data?.outputs.text,
        ),
      );
    expect(await say()).toEqual(['one', 'one']);
    const { hash } = (await there.get(created.path)).body.draft;
    await there.put(`${created.path}/draft`, { definition: asking('[[reply:two]]'), base_hash: hash });
    await there.post(`${created.path}/publish`);
    await expect(eventually(say, (texts) => texts.every((text) => text === 'two'))).resolves.toBe(true);
  });

  it('know at once which model the other one makes the default', async () => {
    const created = await createFlow(here, asking('[[reply:hi]]'));
    await here.post(`${created.path}/run`, {});
    const [{ id: provider }] = (await there.get('/api/model-providers')).body.items as [{ id: string }];
    const added = await there.post(`/api/model-providers/${provider}/models`, {
      model_name: 'another',
      model_type: 'llm',
    });
    expect((await there.put('/api/model-defaults', { llm: added.body.id })).status).toBe(200);
    const asked = async (): Promise<unknown> => {
      await here.post(`${created.path}/run`, {});
      return (models.requests.at(-1)?.body as { model: string }).model;
    };
    await expect(eventually(asked, (model) => model === 'another')).resolves.toBe(true);
  });

  it('give equal requests one run, whichever gets them', async () => {
    const created = await createFlow(here, asking('[[reply:once]]'));
    const api = await publishFlow(here, created);
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${String(api.token)}`,
      'idempotency-key': 'k',
    };
    const answers = await Promise.all(
      [first.url, second.url, first.url, second.url].map(async (url) => {
        const answer = await fetch(`${url}/v1/workflows/run`, {
          method: 'POST',
          headers,
          body: '{"user":"u"}',
        });
        return answer.text();
      }),
    );
    expect(new Set(answers).size).toBe(1);
    expect(models.counts.received).toBe(1);
  });
});

/** Asks until the answer is as wanted; messages between processes take a moment. */
async function eventually<T>(ask: () => Promise<T>, isWanted: (answer: T) => boolean): Promise<boolean> {
  const deadline = Date.now() + 5_000;
  while (Date.now() < deadline) if (isWanted(await ask())) return true;
  return false;
}
