import { flow, RecordingServer, ScriptedModelServer } from '@heddle/testing';
import { allEvents, readEvents, type SentEvent } from '../support/event-reader';
import { createFlow } from '../support/flow-client';
import type { TestClient } from '../support/test-client';
import { createTestServer, type TestServer } from '../support/test-server';

const models = new ScriptedModelServer();
const service = new RecordingServer();
let server: TestServer;
let owner: TestClient;

beforeAll(async () => {
  await service.listen();
  server = await createTestServer({
    env: {
      OPENAI_BASE_URL: await models.listen(),
      OPENAI_API_KEY: 'sk-test',
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
beforeEach(() => models.reset());

/** The whole way through: a web service, code, a choice, a model or a template. */
const storyFlow = () =>
  flow()
    .node('start', 'trigger', { inputs: [{ name: 'city', type: 'string', required: true }] })
    .node('fetch', 'http_request', { url: `${service.origin}/weather?city={{ start.city }}` })
    .node('calc', 'code', {
      language: 'javascript',
      inputs: [{ name: 'celsius', value: '{{ fetch.body.celsius }}' }],
      code: 'function main({ celsius }) { return { fahrenheit: celsius * 1.8 + 32 } }',
      outputs: { fahrenheit: 'number' },
    })
    .node('hot', 'condition', {
      cases: [
        {
          id: 'yes',
          logic: 'and',
          conditions: [{ left: '{{ calc.fahrenheit }}', operator: 'gt', right: 80 }],
        },
      ],
    })
    .node('ask', 'llm', {
      prompt: [{ role: 'user', text: '[[reply:Stay inside, {{ start.city }}!]]' }],
    })
    .node('say', 'template_transform', {
      variables: [{ name: 'f', value: '{{ calc.fahrenheit }}' }],
      template: 'Only {{ f }} degrees.',
    })
    .node('end', 'output', {
      outputs: [
        { name: 'advice', value: '{{ ask.text }}' },
        { name: 'fact', value: '{{ say.rendered }}' },
        { name: 'fahrenheit', value: '{{ calc.fahrenheit }}' },
      ],
    })
    .chain('start', 'fetch', 'calc', 'hot')
    .edge('hot', 'ask', 'yes')
    .edge('hot', 'say', 'else')
    .chain('ask', 'end')
    .chain('say', 'end')
    .build();

const weather = (celsius: number): void => service.answerJson({ celsius });

const slow = () =>
  flow()
    .node('start', 'trigger')
    .node('ask', 'llm', { prompt: [{ role: 'user', text: '[[hang]]' }] })
    .node('end', 'output', { outputs: [{ name: 'text', value: '{{ ask.text }}' }] })
    .chain('start', 'ask', 'end')
    .build();

const typesOf = (events: readonly SentEvent[]): (string | undefined)[] => events.map(({ event }) => event);
interface BackgroundRun {
  readonly runId: string;
  readonly first: SentEvent;
  /** The events after the first. */
  readonly rest: AsyncGenerator<SentEvent>;
  leave(): void;
}
const inBackground = async (path: string): Promise<BackgroundRun> => {
  const caller = new AbortController();
  const response = await owner.fetch(`${path}/run`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ stream: true }),
    signal: caller.signal,
  });
  const rest = readEvents(response);
  const first = (await rest.next()).value as SentEvent;
  return { runId: String(first.data.run_id), first, rest, leave: () => caller.abort() };
};
const lastOf = async (events: AsyncIterable<SentEvent>): Promise<SentEvent | undefined> => {
  let last: SentEvent | undefined;
  for await (const event of events) last = event;
  return last;
};

describe('a run of a draft', () => {
  it('answers with its outputs, and remembers what each node did', async () => {
    weather(35);
    const { path } = await createFlow(owner, storyFlow());
    const { status, body } = await owner.post(`${path}/run`, { inputs: { city: 'Cairo' } });
    expect(status).toBe(200);
    expect(body).toEqual({
      run_id: expect.any(String) as string,
      status: 'succeeded',
      outputs: { advice: 'Stay inside, Cairo!', fact: null, fahrenheit: 95 },
      error: null,
      elapsed_ms: expect.any(Number) as number,
      usage: expect.objectContaining({ total_tokens: expect.any(Number) as number }) as object,
    });
    expect(body.usage.total_tokens).toBeGreaterThan(0);
    expect(service.seen.at(-1)?.url).toBe('/weather?city=Cairo');

    const run = (await owner.get(`/api/flow/runs/${String(body.run_id)}`)).body;
    expect(run).toMatchObject({
      run_id: body.run_id,
      status: 'succeeded',
      version: null,
      source: 'console',
      inputs: { city: 'Cairo' },
      outputs: body.outputs,
      error: null,
    });
    const isTimed = (node: Record<string, unknown>): boolean =>
      ['queued_ms', 'elapsed_ms', 'persist_ms'].every((name) => typeof node[name] === 'number');
    expect(
      run.nodes.filter((node: Record<string, unknown>) => node['status'] === 'succeeded').every(isTimed),
    ).toBe(true);
    expect(
      run.nodes.map(({ node_id, type, status: state }: Record<string, string>) => [node_id, type, state]),
    ).toEqual([
      ['start', 'trigger', 'succeeded'],
      ['fetch', 'http_request', 'succeeded'],
      ['calc', 'code', 'succeeded'],
      ['hot', 'condition', 'succeeded'],
      ['say', 'template_transform', 'skipped'],
      ['ask', 'llm', 'succeeded'],
      ['end', 'output', 'succeeded'],
    ]);
    expect(run.nodes[2]).toMatchObject({
      label: 'calc',
      attempt: 1,
      path: [],
      inputs: { celsius: 35 },
      outputs: { fahrenheit: 95 },
      error: null,
      started_at: expect.any(String) as string,
      finished_at: expect.any(String) as string,
    });
    expect(run.nodes[5].usage.total_tokens).toBe(body.usage.total_tokens);
  });

  it('streams its events in order', async () => {
    weather(10);
    const { path } = await createFlow(owner, storyFlow());
    const response = await owner.fetch(`${path}/run`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ inputs: { city: 'Oslo' }, stream: true }),
    });
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(response.headers.get('x-accel-buffering')).toBe('no');
    const events = await allEvents(response);
    expect(events.map(({ id }) => Number(id))).toEqual(events.map((_, index) => index + 1));
    expect(events.map(({ event, data }) => [event, data.node_id])).toEqual(
      expect.arrayContaining([
        ['node.started', 'fetch'],
        ['node.skipped', 'ask'],
      ]),
    );
    expect(typesOf(events)[0]).toBe('run.started');
    expect(events.at(-1)).toMatchObject({
      event: 'run.finished',
      data: {
        type: 'run.finished',
        seq: events.length,
        data: { status: 'succeeded', outputs: { advice: null, fact: 'Only 50 degrees.', fahrenheit: 50 } },
      },
    });
  });

  it('fails without failing the request', async () => {
    service.answer((_seen, response) => void response.end('not json'));
    const { path } = await createFlow(owner, storyFlow());
    const { status, body } = await owner.post(`${path}/run`, { inputs: { city: 'Rome' } });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'failed',
      error: { node_id: 'calc', code: expect.any(String) as string },
    });
    const missing = await owner.post(`${path}/run`, { inputs: {} });
    expect(missing).toMatchObject({ status: 200, body: { status: 'failed', error: { node_id: 'start' } } });
  });

  it('refuses a draft that has errors, with all of them', async () => {
    const { path } = await createFlow(owner, flow().node('start', 'trigger').node('x', 'nothing').build());
    expect(await owner.post(`${path}/run`, {})).toMatchObject({
      status: 422,
      body: {
        code: 'FLOW_INVALID',
        details: {
          errors: [{ code: 'NODE_TYPE_UNKNOWN' }, { code: 'FLOW_NO_END' }, { code: 'FLOW_UNREACHABLE' }],
        },
      },
    });
  });

  it('stops when it is told to, and stays stopped', async () => {
    const { path } = await createFlow(owner, slow());
    const { runId, rest } = await inBackground(path);
    await models.when(({ inFlight }) => inFlight === 1);
    const stopped = await owner.post(`/api/flow/runs/${runId}/stop`);
    expect(stopped).toMatchObject({
      status: 200,
      body: { status: 'stopped', error: { code: 'RUN_STOPPED' } },
    });
    expect(await lastOf(rest)).toMatchObject({
      event: 'run.finished',
      data: { data: { status: 'stopped' } },
    });
    await models.when(({ inFlight }) => inFlight === 0);
    expect((await owner.post(`/api/flow/runs/${runId}/stop`)).body.status).toBe('stopped');
    expect(await owner.post(`/api/flow/runs/${runId}/resume`)).toMatchObject({
      status: 409,
      body: { code: 'RUN_NOT_INTERRUPTED' },
    });
  });
});

describe('the events of a run', () => {
  it('are read along and again, from where a reader left off, without a gap', async () => {
    const { path } = await createFlow(owner, slow());
    const { runId, first } = await inBackground(path);
    expect(first).toMatchObject({ id: '1', event: 'run.started' });
    const along = await owner.fetch(`/api/flow/runs/${runId}/events`);
    const resumed = await owner.fetch(`/api/flow/runs/${runId}/events`, {
      headers: { 'last-event-id': '2' },
    });
    await models.when(({ inFlight }) => inFlight === 1);
    await owner.post(`/api/flow/runs/${runId}/stop`);
    const live = await allEvents(along);
    const rest = await allEvents(resumed);
    expect(rest).toEqual(live.slice(2));
    const after = await allEvents(await owner.fetch(`/api/flow/runs/${runId}/events`));
    expect(after).toEqual(live);
    const tail = await allEvents(
      await owner.fetch(`/api/flow/runs/${runId}/events`, { headers: { 'last-event-id': '4' } }),
    );
    expect(tail).toEqual(live.slice(4));
  });

  it('go on when a reader leaves', async () => {
    const { path } = await createFlow(owner, slow());
    const { runId, leave } = await inBackground(path);
    leave();
    await models.when(({ inFlight }) => inFlight === 1);
    expect((await owner.get(`/api/flow/runs/${runId}`)).body.status).toBe('running');
    await owner.post(`/api/flow/runs/${runId}/stop`);
  });
});

describe('the list of runs', () => {
  it('has the newest first, by flow and status, and only of one’s own workspace', async () => {
    weather(10);
    const { id, path } = await createFlow(owner, storyFlow());
    const first = (await owner.post(`${path}/run`, { inputs: { city: 'a' } })).body.run_id as string;
    const second = (await owner.post(`${path}/run`, { inputs: {} })).body.run_id as string;
    const listed = (await owner.get(`/api/flow/runs?flow_id=${id}`)).body;
    expect(listed.total).toBe(2);
    expect(listed.items.map((item: { run_id: string }) => item.run_id)).toEqual([second, first]);
    expect(listed.items[0]).not.toHaveProperty('outputs');
    const failed = (await owner.get(`/api/flow/runs?flow_id=${id}&status=failed`)).body;
    expect(failed.items).toMatchObject([{ run_id: second, status: 'failed', flow_id: id, version: null }]);

    const { body: other } = await owner.post('/api/workspaces', { name: 'Other' });
    const outside = { headers: { 'x-heddle-workspace': String(other.id) } };
    expect((await owner.get('/api/flow/runs', outside)).body.total).toBe(0);
    for (const answer of [
      await owner.get(`/api/flow/runs/${first}`, outside),
      await owner.get(`/api/flow/runs/${first}/events`, outside),
      await owner.post(`/api/flow/runs/${first}/stop`, {}, outside),
      await owner.post(`/api/flow/runs/${first}/resume`, {}, outside),
      await owner.post(`${path}/run`, {}, outside),
    ]) {
      expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    }
  });
});

describe('an Idempotency-Key', () => {
  it('gives equal requests one run, at once or later, and refuses another body', async () => {
    weather(10);
    const { path } = await createFlow(owner, storyFlow());
    const key = { headers: { 'idempotency-key': 'once' } };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => owner.post(`${path}/run`, { inputs: { city: 'Bern' } }, key)),
    );
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]?.body).toMatchObject({ status: 'succeeded', outputs: { fact: 'Only 50 degrees.' } });
    const later = await owner.post(`${path}/run`, { inputs: { city: 'Bern' } }, key);
    expect(later.text).toBe(answers[0]?.text);
    const replay = await owner.fetch(`${path}/run`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'stream' },
      body: JSON.stringify({ inputs: { city: 'Bern' }, stream: true }),
    });
    const again = await owner.fetch(`${path}/run`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'stream' },
      body: JSON.stringify({ inputs: { city: 'Bern' }, stream: true }),
    });
    expect(await allEvents(again)).toEqual(await allEvents(replay));
    expect(await owner.post(`${path}/run`, { inputs: { city: 'Basel' } }, key)).toMatchObject({
      status: 422,
      body: { code: 'IDEMPOTENCY_KEY_REUSED' },
    });
    const long = { headers: { 'idempotency-key': 'x'.repeat(10_000) } };
    expect(await owner.post(`${path}/run`, {}, long)).toMatchObject({
      status: 400,
      body: { code: 'IDEMPOTENCY_KEY_INVALID' },
    });
  });
});
