import {
  flow,
  RecordingServer,
  ScriptedModelServer,
  type FlowBuilder,
  type ModelFault,
} from '@heddle/testing';
import type { RequestListener, Server, ServerResponse } from 'node:http';
import { RunCalls } from '../../src/modules/runs/run-calls';
import { createFlow, publishedFlow } from '../support/flow-client';
import type { TestClient } from '../support/test-client';
import { createTestServer, type TestServer } from '../support/test-server';
import { eventually } from './support/eventually';

/** How soon nothing works for a caller any more who has left. */
const STOPPED_MS = 1_000;
const SETTLED_MS = 10_000;

const models = new ScriptedModelServer();
const service = new RecordingServer();
/** Calls of the service that wait for an answer. */
const held = new Set<ServerResponse>();
let server: TestServer;
let owner: TestClient;

beforeAll(async () => {
  await Promise.all([models.listen(), service.listen()]);
  server = await createTestServer({
    env: {
      OPENAI_BASE_URL: models.baseURL,
      OPENAI_MODEL: 'scripted',
      HEDDLE_HTTP_ALLOW: `127.0.0.1:${service.port}`,
    },
  });
  owner = await server.setup();
});
afterAll(async () => {
  await server.close();
  await Promise.all([models.close(), service.close()]);
});
beforeEach(() => {
  models.reset();
  service.reset();
  service.answer((_seen, response) => {
    held.add(response);
    response.on('close', () => held.delete(response));
  });
});

const SURFACES = {
  chat: { mode: 'chatflow', address: '/v1/chat-messages', body: { query: 'x', response_mode: 'streaming' } },
  workflow: { mode: 'workflow', address: '/v1/workflows/run', body: { response_mode: 'streaming' } },
  openai: {
    mode: 'chatflow',
    address: '/v1/chat/completions',
    body: { model: 'm', messages: [{ role: 'user', content: 'x' }], stream: true },
  },
} as const;
type Surface = keyof typeof SURFACES;

/** Asks a model, then a service, then the model again; the first answer is passed on as it comes. */
function threeCalls(surface: Surface): object {
  const asking = (id: string, text: string) => (builder: FlowBuilder) =>
    builder.node(id, 'llm', { prompt: [{ role: 'user', text }] });
  const begun = asking('ask', 'first')(flow().node('start', 'trigger'));
  const called = asking(
    'last',
    'last',
  )(begun.node('call', 'http_request', { url: `${service.origin}/slow` }));
  return SURFACES[surface].mode === 'chatflow'
    ? called
        .node('say', 'answer', { text: '{{ ask.text }}' })
        .chain('start', 'ask', 'say', 'call', 'last')
        .build()
    : called
        .node('end', 'output', { outputs: [{ name: 'text', value: '{{ ask.text }}' }] })
        .chain('start', 'ask', 'call', 'last', 'end')
        .build();
}

/** What the model says at first, or what becomes of it. */
const firstAnswer = (fault?: ModelFault): void =>
  models.addRules({ times: 1, reply: 'one two three four', ...(fault ? { fault } : {}) });

const json = (body: object, signal: AbortSignal): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
  signal,
});

/** Reads an answer until a text has come. */
async function readUntil(response: Response, wanted: string): Promise<void> {
  const decoder = new TextDecoder();
  let text = '';
  const reader = response.body?.getReader();
  while (reader && !text.includes(wanted)) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`The answer ended without ${wanted}: ${text}`);
    text += decoder.decode(value, { stream: true });
  }
}

const nothingWorks = (): Promise<number> =>
  eventually(
    () => models.counts.inFlight + held.size,
    (count) => count === 0,
    STOPPED_MS,
  );
const runOf = (flowId: string, status: string) =>
  eventually(
    async () => (await owner.get(`/api/flow/runs?flow_id=${flowId}`)).body.items[0],
    (run) => run?.status === status,
    SETTLED_MS,
  );

describe.each(Object.keys(SURFACES) as Surface[])('a caller of %s who leaves', (surface) => {
  const { mode, address, body } = SURFACES[surface];
  const call = async (): Promise<{ id: string; answer: Promise<Response>; leave: () => void }> => {
    const { api, id } = await publishedFlow(owner, threeCalls(surface), mode);
    const gone = new AbortController();
    const answer = api.fetch(address, json({ ...body, user: 'u' }, gone.signal));
    answer.catch(() => undefined);
    return { id, answer, leave: () => gone.abort() };
  };

  it('before the first token ends the call of the model', async () => {
    firstAnswer({ kind: 'hang', afterChunks: -1 });
    const { id, leave } = await call();
    await models.when(({ inFlight }) => inFlight === 1);
    leave();
    await nothingWorks();
    expect((await runOf(id, 'stopped')).usage).toMatchObject({ total_tokens: 0 });
  });

  it('in the middle of an answer ends the call of the model', async () => {
    firstAnswer({ kind: 'hang', afterChunks: 2 });
    const { id, answer, leave } = await call();
    await readUntil(await answer, 'one');
    leave();
    await nothingWorks();
    await runOf(id, 'stopped');
    expect(models.counts).toMatchObject({ received: 1, aborted: 1 });
  });

  it('between two calls of the model ends what is under way, and the second is not made', async () => {
    firstAnswer();
    const called = service.nextRequest();
    const { id, leave } = await call();
    await called;
    leave();
    await nothingWorks();
    expect((await runOf(id, 'stopped')).usage.total_tokens).toBeGreaterThan(0);
    expect(models.counts.received).toBe(1);
  });

  it('while the run is being started ends it all the same', async () => {
    const calls = server.app.get(RunCalls);
    const start = calls.call.bind(calls);
    const left = new Promise<void>((done) => {
      const http = server.app.getHttpServer() as Server;
      const onRequest: RequestListener = (request, response) => {
        if (request.url !== address) return;
        http.off('request', onRequest);
        response.once('close', done);
      };
      http.on('request', onRequest);
    });
    const arrived = new Promise<void>((hasArrived) => {
      jest.spyOn(calls, 'call').mockImplementationOnce(async (...given) => {
        hasArrived();
        await left;
        return start(...given);
      });
    });
    const { id, leave } = await call();
    await arrived;
    leave();
    await runOf(id, 'stopped');
    expect(models.counts.inFlight + held.size).toBe(0);
  });
});

describe('a reader of a run in the console who leaves', () => {
  it('ends nothing', async () => {
    firstAnswer();
    const created = await createFlow(owner, threeCalls('workflow'));
    const gone = new AbortController();
    const called = service.nextRequest();
    const answer = await owner.fetch(`${created.path}/run`, json({ stream: true }, gone.signal));
    await readUntil(answer, 'one');
    gone.abort();
    await called;
    for (const response of held) response.end('ok');
    await runOf(created.id, 'succeeded');
  });
});
