import { flow, RecordingServer, ScriptedModelServer } from '@heddle/testing';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { copyDatabaseTemplate } from '../support/database-template';
import { readEvents } from '../support/event-reader';
import { createFlow, publishedFlow } from '../support/flow-client';
import type { TestAnswer, TestClient } from '../support/test-client';
import { eventually } from './support/eventually';
import type { Fault } from './support/fault-points';
import { startServerProcess, type ServerProcess } from './support/server-process';

jest.setTimeout(300_000);

/** How soon everything has gone on after a restart. */
const RECOVERED_MS = 15_000;
const CHAT = '/v1/chat-messages';

const models = new ScriptedModelServer({ keepRequests: 5_000 });
const service = new RecordingServer();
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'heddle-killed-'));
let server: ServerProcess;
let owner: TestClient;

const boot = async (fault?: Fault): Promise<void> => {
  server = await startServerProcess({
    env: {
      HEDDLE_DATA_DIR: dataDir,
      OPENAI_BASE_URL: models.baseURL,
      OPENAI_MODEL: 'scripted',
      HEDDLE_HTTP_ALLOW: `127.0.0.1:${service.port}`,
    },
    ...(fault ? { fault } : {}),
  });
  owner = await server.login();
};
const killAndRestart = async (fault?: Fault): Promise<void> => {
  await server.kill();
  await boot(fault);
};
/** The same caller at the server as it is now: its address changes with each start. */
const now = (client: TestClient): TestClient => server.anonymous.as(client.token);

beforeAll(async () => {
  await Promise.all([models.listen(), service.listen(), copyDatabaseTemplate(dataDir)]);
  await boot();
});
afterAll(async () => {
  await server.kill();
  await Promise.all([models.close(), service.close()]);
  rmSync(dataDir, { recursive: true, force: true });
});
beforeEach(() => {
  models.reset();
  service.reset();
});

const openRuns = async (): Promise<number> =>
  Number((await owner.get('/api/flow/runs?status=running&page_size=1')).body.total);
const allEnded = (): Promise<number> => eventually(openRuns, (count) => count === 0, RECOVERED_MS);
const statusesOf = async (flowId: string): Promise<string[]> => {
  const { body } = await owner.get(`/api/flow/runs?flow_id=${flowId}&page_size=100`);
  return body.items.map(({ status }: { status: string }) => status);
};

const countBy = (keys: readonly string[]): number[] => {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return [...counts.values()];
};
/** What the model was asked last in each request, in the order of the requests. */
const questions = (): string[] =>
  models.requests.map(({ body }) => {
    const { messages } = body as { messages: { content: string }[] };
    return messages.at(-1)?.content ?? '';
  });
const post = (client: TestClient, address: string, body: object, key?: string): Promise<TestAnswer> =>
  client.post(address, body, key === undefined ? {} : { headers: { 'idempotency-key': key } });

const CALLERS = Array.from({ length: 50 }, (_, index) => index);

const fiveNodes = () =>
  flow()
    .node('start', 'trigger')
    .node('one', 'http_request', { url: `${service.origin}/one/{{ sys.run_id }}` })
    .node('two', 'http_request', { url: `${service.origin}/two/{{ sys.run_id }}` })
    .node('three', 'llm', { prompt: [{ role: 'system', text: 'Answer.' }] })
    .node('four', 'template_transform', { template: '{{ three.text }}' })
    .node('five', 'answer', { text: '{{ four.rendered }}' })
    .chain('start', 'one', 'two', 'three', 'four', 'five')
    .build();

describe('a server that is killed', () => {
  it('goes on with fifty runs, and has paid for nothing twice but what was under way', async () => {
    const { api, id } = await publishedFlow(owner, fiveNodes(), 'chatflow');
    models.addRules({ times: CALLERS.length, fault: { kind: 'hang', afterChunks: -1 } });
    const ask = async (caller: number): Promise<string> => {
      const query = `[[reply:answer ${caller}]] question ${caller}`;
      const response = await api.fetch(CHAT, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query, user: 'u', inputs: {}, response_mode: 'streaming' }),
      });
      const first = await readEvents(response).next();
      return String(first.value.data.conversation_id);
    };
    const conversations = await Promise.all(CALLERS.map(ask));
    await models.when(({ inFlight }) => inFlight === CALLERS.length);
    await killAndRestart();
    await allEnded();
    expect(await statusesOf(id)).toEqual(CALLERS.map(() => 'succeeded'));
    expect(countBy(service.seen.map(({ url }) => url))).toEqual(CALLERS.flatMap(() => [1, 1]));
    expect(countBy(questions())).toEqual(CALLERS.map(() => 2));

    const remembered = await Promise.all(
      conversations.map(async (conversation_id) => {
        const body = { query: '[[history]]', user: 'u', inputs: {}, conversation_id };
        return String((await post(now(api), CHAT, body)).body.answer);
      }),
    );
    remembered.forEach((history, caller) => {
      expect(history).toContain(`question ${caller}"`);
      expect(history).toContain(`"answer ${caller}"`);
    });
  });

  it('repeats of an iteration only the items under way', async () => {
    const items = Array.from({ length: 1_000 }, (_, index) => index);
    const created = await createFlow(
      owner,
      flow()
        .node('start', 'trigger', { kind: 'manual', inputs: [{ name: 'list', type: 'array' }] })
        .node('each', 'iteration', {
          input_array: '{{ start.list }}',
          output_variable: '{{ ask.text }}',
          parallelism: 4,
        })
        .node('ask', 'llm', { prompt: [{ role: 'user', text: '[[reply:done {{ item }}]]' }] })
        .settings({ parent_id: 'each' })
        .node('end', 'output', { outputs: [{ name: 'all', value: '{{ each.output }}' }] })
        .chain('start', 'each', 'end')
        .build(),
    );
    const running = owner.post(`${created.path}/run`, { inputs: { list: items } }).catch(() => undefined);
    await models.when(({ received }) => received >= 617);
    await killAndRestart();
    await running;
    await eventually(openRuns, (count) => count === 0, 60_000);
    const { body: runs } = await owner.get(`/api/flow/runs?flow_id=${created.id}`);
    const { body: run } = await owner.get(`/api/flow/runs/${runs.items[0].run_id}`);
    expect([run.status, run.outputs.all]).toEqual(['succeeded', items.map((item) => `done ${item}`)]);
    expect(new Set(questions()).size).toBe(items.length);
    expect(models.counts.received).toBeLessThanOrEqual(items.length + 4);
  });

  it('gives a request that is repeated after the restart the run of the first', async () => {
    const steps = flow()
      .node('start', 'trigger')
      .node('ask', 'llm', { prompt: [{ role: 'user', text: '[[reply:once]]' }] })
      .node('end', 'output', { outputs: [{ name: 'text', value: '{{ ask.text }}' }] })
      .chain('start', 'ask', 'end')
      .build();
    const { api, id } = await publishedFlow(owner, steps);
    const call = (key: string): Promise<TestAnswer> =>
      post(now(api), '/v1/workflows/run', { user: 'u' }, key);
    const again = async (key: string): Promise<void> => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => call(key)));
      expect(answers[0]?.body.data.outputs).toEqual({ text: 'once' });
      expect(countBy(answers.map(({ text }) => text))).toEqual([20]);
    };
    models.addRules({ times: 1, fault: { kind: 'hang', afterChunks: -1 } });
    const cut = call('while it ran').catch(() => undefined);
    await models.when(({ inFlight }) => inFlight === 1);
    await killAndRestart('after-claim');
    await cut;
    await allEnded();
    await expect(call('before it began')).rejects.toThrow();
    await server.ended;
    await boot();
    await again('while it ran');
    expect(models.counts.received).toBe(2);
    await again('before it began');
    expect(models.counts.received).toBe(3);
    expect(await statusesOf(id)).toEqual(['succeeded', 'succeeded']);
  });

  it('goes on with the conversation that a caller keeps itself', async () => {
    const { api } = await publishedFlow(owner, fiveNodes(), 'chatflow');
    const messages = [
      { role: 'user', content: 'I am Ann' },
      { role: 'assistant', content: 'hello Ann' },
      { role: 'user', content: '[[history]]' },
    ];
    const call = (): Promise<TestAnswer> =>
      post(now(api), '/v1/chat/completions', { model: 'm', messages }, 'kept');
    models.addRules({ times: 1, fault: { kind: 'hang', afterChunks: -1 } });
    const cut = call().catch(() => undefined);
    await models.when(({ inFlight }) => inFlight === 1);
    await killAndRestart();
    await cut;
    expect((await call()).body.choices[0].message.content).toContain('"hello Ann"');
  });

  it('remembers an answer that nobody could be told any more', async () => {
    const { api } = await publishedFlow(owner, fiveNodes(), 'chatflow');
    await killAndRestart('after-answer');
    const question = { query: '[[reply:unheard]] anybody there', user: 'u', inputs: {} };
    await expect(post(now(api), CHAT, question)).rejects.toThrow();
    await server.ended;
    await boot();
    const { body } = await owner.get('/api/flow/runs?page_size=1');
    const { session_id: conversation_id, status } = body.items[0];
    expect(status).toBe('succeeded');
    const next = { query: '[[history]]', user: 'u', inputs: {}, conversation_id };
    const { answer } = (await post(now(api), CHAT, next)).body;
    expect(answer).toContain('anybody there');
    expect(answer).toContain('"unheard"');
  });
});
