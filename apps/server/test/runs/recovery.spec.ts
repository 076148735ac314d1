import { flow, RecordingServer, ScriptedModelServer } from '@heddle/testing';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DataSource } from 'typeorm';
import { JournalWriter } from '../../src/adapters/journal/journal-writer';
import { ActiveRuns } from '../../src/modules/runs/active-runs';
import { allEvents, readEvents, type SentEvent } from '../support/event-reader';
import { createFlow } from '../support/flow-client';
import { createServerDatabase, type ServerDatabase } from '../support/server-database';
import type { TestClient } from '../support/test-client';
import { createTestServer, OWNER, type TestServer } from '../support/test-server';

const models = new ScriptedModelServer();
const service = new RecordingServer();
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'heddle-recovery-'));
let shared: ServerDatabase | undefined;
let server: TestServer;
let owner: TestClient;

/** One server after another on the same data, as after a restart. */
const boot = async (): Promise<TestServer> =>
  createTestServer({
    env: {
      HEDDLE_DATA_DIR: dataDir,
      ...(shared ? { DATABASE_URL: shared.url } : {}),
      OPENAI_BASE_URL: models.baseURL,
      OPENAI_MODEL: 'scripted',
      HEDDLE_HTTP_ALLOW: `127.0.0.1:${service.port}`,
    },
  });

beforeAll(async () => {
  const adminUrl = process.env['HEDDLE_TEST_DATABASE_URL'];
  if (adminUrl) shared = await createServerDatabase(adminUrl);
  await Promise.all([models.listen(), service.listen()]);
  server = await boot();
  owner = await server.setup();
});
afterAll(async () => {
  await server.close();
  await Promise.all([models.close(), service.close()]);
  await shared?.drop();
  rmSync(dataDir, { recursive: true, force: true });
});
beforeEach(() => {
  models.reset();
  service.reset();
});

const restart = async (): Promise<void> => {
  await server.close();
  server = await boot();
  owner = await server.login(OWNER.email, OWNER.password);
};
/** What a killed process leaves behind: rows and journal as they were, and nobody who goes on. */
const crash = async (runId: string): Promise<void> => {
  await server.app.get(JournalWriter, { strict: false }).drain();
  server.app.get(ActiveRuns).get(runId)?.leave();
  await restart();
};
const begin = async (definitionPath: string): Promise<{ runId: string; rest: AsyncGenerator<SentEvent> }> => {
  const response = await owner.fetch(`${definitionPath}/run`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ stream: true }),
  });
  const rest = readEvents(response);
  const first = (await rest.next()).value as SentEvent;
  return { runId: String(first.data.run_id), rest };
};
const endOf = async (runId: string): Promise<Record<string, unknown>> => {
  await allEvents(await owner.fetch(`/api/flow/runs/${runId}/events`));
  return (await owner.get(`/api/flow/runs/${runId}`)).body as Record<string, unknown>;
};

const hangOnce = (): void => models.addRules({ times: 1, fault: { kind: 'hang', afterChunks: -1 } });

const twoSteps = (prompt: string) =>
  flow()
    .node('start', 'trigger')
    .node('fetch', 'http_request', { url: `${service.origin}/once` })
    .node('ask', 'llm', { prompt: [{ role: 'user', text: prompt }] })
    .node('end', 'output', { outputs: [{ name: 'text', value: '{{ ask.text }} {{ fetch.raw }}' }] })
    .chain('start', 'fetch', 'ask', 'end')
    .build();

describe('a run whose process died', () => {
  it('goes on where its journal ends, without paying twice', async () => {
    hangOnce();
    const { path: flowPath } = await createFlow(owner, twoSteps('[[reply:answered]]'));
    const { runId } = await begin(flowPath);
    await models.when(({ inFlight }) => inFlight === 1);
    await crash(runId);
    expect(await endOf(runId)).toMatchObject({ status: 'succeeded', outputs: { text: 'answered ok' } });
    expect(service.seen).toHaveLength(1);
    expect(models.counts.received).toBe(2);
    const events = await allEvents(await owner.fetch(`/api/flow/runs/${runId}/events`));
    expect(events.map(({ id }) => Number(id))).toEqual(events.map((_, index) => index + 1));
    expect(events.map(({ event }) => event)).toContain('node.retried');
  });

  it('has large values back byte for byte, though its events hold none of them', async () => {
    const large = '0123456789'.repeat(500_000) + '\u00e9';
    service.answer((_seen, response) => void response.end(large));
    hangOnce();
    const { path: flowPath } = await createFlow(
      owner,
      flow()
        .node('start', 'trigger')
        .node('fetch', 'http_request', { url: `${service.origin}/large`, max_bytes: 10_000_000 })
        .node('pass', 'variable_assigner', {
          assignments: [
            { target_var: 'flow.large', source_type: 'upstream_output', source_value: '{{ fetch.raw }}' },
          ],
        })
        .node('ask', 'llm', { prompt: [{ role: 'user', text: '[[reply:yes]]' }] })
        .node('end', 'output', { outputs: [{ name: 'text', value: '{{ flow.large }}' }] })
        .chain('start', 'fetch', 'pass', 'ask', 'end')
        .build(),
    );
    const { runId, rest } = await begin(flowPath);
    await rest.return(undefined);
    await models.when(({ inFlight }) => inFlight === 1);
    await crash(runId);
    const isPast = { headers: { 'last-event-id': '99' } };
    await allEvents(await owner.fetch(`/api/flow/runs/${runId}/events`, isPast));
    const end = (await owner.get(`/api/flow/runs/${runId}`)).body as Record<string, unknown>;
    expect(end).toMatchObject({ status: 'succeeded' });
    expect((end['outputs'] as { text: string }).text === large).toBe(true);
    expect(service.seen).toHaveLength(1);
    const database = server.app.get(DataSource);
    const [sizes] = await database.query<{ events: number; payloads: number }[]>(
      `SELECT (SELECT max(octet_length(events::text)) FROM flow_run_journal WHERE run_id = $1) AS events,
        (SELECT count(*)::int FROM flow_run_payloads WHERE run_id = $1) AS payloads`,
      [runId],
    );
    expect(sizes).toMatchObject({ payloads: 1 });
    expect(sizes?.events).toBeLessThan(64 * 1024);
  }, 180_000);

  it('ends, with a code that says so, when values that it needs are gone', async () => {
    service.answer((_seen, response) => void response.end('x'.repeat(100_000)));
    hangOnce();
    const { path: flowPath } = await createFlow(owner, twoSteps('[[reply:never]]'));
    const { runId } = await begin(flowPath);
    await models.when(({ inFlight }) => inFlight === 1);
    await server.app.get(JournalWriter, { strict: false }).drain();
    await server.app.get(DataSource).query('DELETE FROM flow_run_payloads WHERE run_id = $1', [runId]);
    await crash(runId);
    const { body } = await owner.get(`/api/flow/runs/${runId}`);
    expect(body).toMatchObject({ code: 'RUN_PAYLOAD_MISSING', details: { run_id: runId } });
    const { body: list } = await owner.get('/api/flow/runs?status=failed');
    expect(list.items[0]).toMatchObject({ run_id: runId, error: { code: 'RUN_PAYLOAD_MISSING' } });
  });

  it('goes on in the version of a called flow that was live when it began', async () => {
    const speaking = (words: string) =>
      flow()
        .node('start', 'trigger')
        .node('ask', 'llm', { prompt: [{ role: 'user', text: '[[reply:asked]]' }] })
        .node('end', 'output', { outputs: [{ name: 'text', value: `{{ ask.text }} ${words}` }] })
        .chain('start', 'ask', 'end')
        .build();
    const callee = await createFlow(owner, speaking('in version 1'));
    await owner.post(`${callee.path}/publish`, {});
    const { path: flowPath } = await createFlow(
      owner,
      flow()
        .node('start', 'trigger')
        .node('call', 'subflow', { flow_id: callee.id })
        .node('end', 'output', { outputs: [{ name: 'text', value: '{{ call.text }}' }] })
        .chain('start', 'call', 'end')
        .build(),
    );
    hangOnce();
    const { runId } = await begin(flowPath);
    await models.when(({ inFlight }) => inFlight === 1);
    const { body } = await owner.get(callee.path);
    const { hash } = body.draft as { hash: string };
    await owner.put(`${callee.path}/draft`, { definition: speaking('in version 2'), base_hash: hash });
    await owner.post(`${callee.path}/publish`, {});
    await crash(runId);
    expect(await endOf(runId)).toMatchObject({
      status: 'succeeded',
      outputs: { text: 'asked in version 1' },
    });
    const rerun = await owner.post(`/api/flow/runs/${runId}/rerun`, { from_node_id: 'call' });
    expect(rerun.body.outputs).toEqual({ text: 'asked in version 1' });
    expect((await owner.post(`${flowPath}/run`, {})).body.outputs).toEqual({ text: 'asked in version 2' });
  });

  it('waits for a decision when something outside may have happened', async () => {
    let hangs = 1;
    service.answer((_seen, response) => {
      if (hangs-- <= 0) response.end('done');
    });
    const { path: flowPath } = await createFlow(
      owner,
      flow()
        .node('start', 'trigger')
        .node('pay', 'http_request', { method: 'POST', url: `${service.origin}/pay` })
        .node('end', 'output', { outputs: [{ name: 'text', value: '{{ pay.raw }}' }] })
        .chain('start', 'pay', 'end')
        .build(),
    );
    const requested = service.nextRequest();
    const { runId } = await begin(flowPath);
    await requested;
    await crash(runId);
    expect(await endOf(runId)).toMatchObject({
      status: 'interrupted',
      nodes: [{ node_id: 'start' }, { node_id: 'pay', status: 'interrupted' }],
    });
    expect(service.seen).toHaveLength(1);
    const resumed = await owner.post(`/api/flow/runs/${runId}/resume`);
    expect(resumed.status).toBe(200);
    expect(await endOf(runId)).toMatchObject({ status: 'succeeded', outputs: { text: 'done' } });
    expect(service.seen).toHaveLength(2);
    const keys = service.seen.map(({ headers }) => headers['idempotency-key']);
    expect(keys[1]).toBe(keys[0]);
  });

  it('is ended for good when nobody wants it to go on', async () => {
    service.answer(() => undefined);
    const { path: flowPath } = await createFlow(
      owner,
      flow()
        .node('start', 'trigger')
        .node('pay', 'http_request', { method: 'POST', url: `${service.origin}/pay` })
        .node('end', 'output', { outputs: [] })
        .chain('start', 'pay', 'end')
        .build(),
    );
    const requested = service.nextRequest();
    const { runId } = await begin(flowPath);
    await requested;
    await crash(runId);
    expect((await endOf(runId))['status']).toBe('interrupted');
    expect((await owner.post(`/api/flow/runs/${runId}/stop`)).body.status).toBe('stopped');
    expect(await owner.post(`/api/flow/runs/${runId}/resume`)).toMatchObject({ status: 409 });
  });
});

describe('a server that stops', () => {
  it('tells its readers, and leaves the run to the next start', async () => {
    hangOnce();
    const { path: flowPath } = await createFlow(owner, twoSteps('[[reply:later]]'));
    const { runId, rest } = await begin(flowPath);
    await models.when(({ inFlight }) => inFlight === 1);
    const seen: SentEvent[] = [];
    const reading = (async () => {
      for await (const event of rest) seen.push(event);
    })();
    await restart();
    await reading;
    expect(seen.at(-1)).toMatchObject({ event: 'server_shutdown' });
    expect(await endOf(runId)).toMatchObject({ status: 'succeeded', outputs: { text: 'later ok' } });
  });
});
