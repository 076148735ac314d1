import { flow, RecordingServer, ScriptedModelServer } from '@heddle/testing';
import { allEvents, readEvents, type SentEvent } from '../support/event-reader';
import { createFlow, publishedFlow, publishFlow } from '../support/flow-client';
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

const RUN = '/v1/workflows/run';
const echo = () =>
  flow()
    .node('start', 'trigger', { inputs: [{ name: 'text', type: 'string', required: true }] })
    .node('end', 'output', { outputs: [{ name: 'text', value: '{{ start.text }}' }] })
    .chain('start', 'end')
    .build();
const asking = (prompt: string) =>
  flow()
    .node('start', 'trigger')
    .node('ask', 'llm', { prompt: [{ role: 'user', text: prompt }] })
    .node('end', 'output', { outputs: [{ name: 'text', value: '{{ ask.text }}' }] })
    .chain('start', 'ask', 'end')
    .build();
const stream = (api: TestClient, body: object, signal?: AbortSignal): Promise<Response> =>
  api.fetch(RUN, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ response_mode: 'streaming', user: 'u', inputs: {}, ...body }),
    ...(signal ? { signal } : {}),
  });

/** From the first account to the answer of a published flow, over HTTP and nothing else. */
describe('a script that drives only HTTP', () => {
  it('builds, publishes and calls a flow, and looks at the run', async () => {
    service.answerJson({ celsius: 35 });
    const { id, path } = await createFlow(owner, {
      nodes: [
        {
          id: 'start',
          type: 'trigger',
          config: { inputs: [{ name: 'city', type: 'string', required: true }] },
        },
        {
          id: 'fetch',
          type: 'http_request',
          config: { url: `${service.origin}/weather?city={{ start.city }}` },
        },
        {
          id: 'calc',
          type: 'code',
          config: {
            language: 'javascript',
            inputs: [{ name: 'celsius', value: '{{ fetch.body.celsius }}' }],
            code: 'function main({ celsius }) { return { fahrenheit: celsius * 1.8 + 32 } }',
            outputs: { fahrenheit: 'number' },
          },
        },
        {
          id: 'hot',
          type: 'condition',
          config: {
            cases: [
              { id: 'yes', conditions: [{ left: '{{ calc.fahrenheit }}', operator: 'gt', right: 80 }] },
            ],
          },
        },
        {
          id: 'ask',
          type: 'llm',
          config: { prompt: [{ role: 'user', text: '[[reply:Stay in, {{ start.city }}!]]' }] },
        },
        { id: 'say', type: 'template_transform', config: { template: '{{ calc.fahrenheit }} degrees' } },
        {
          id: 'end',
          type: 'output',
          config: {
            outputs: [
              { name: 'advice', value: '{{ ask.text }}' },
              { name: 'fact', value: '{{ say.rendered }}' },
            ],
          },
        },
      ],
      edges: [
        { id: '1', source: 'start', target: 'fetch' },
        { id: '2', source: 'fetch', target: 'calc' },
        { id: '3', source: 'calc', target: 'hot' },
        { id: '4', source: 'hot', source_handle: 'yes', target: 'ask' },
        { id: '5', source: 'hot', source_handle: 'else', target: 'say' },
        { id: '6', source: 'ask', target: 'end' },
        { id: '7', source: 'say', target: 'end' },
      ],
    });
    expect((await owner.post(`${path}/validate`)).body.errors).toEqual([]);
    const api = await publishFlow(owner, { id, path });

    const hot = await api.post(RUN, { inputs: { city: 'Cairo' }, user: 'u1', response_mode: 'blocking' });
    expect(hot).toMatchObject({
      status: 200,
      body: {
        task_id: expect.any(String) as string,
        workflow_run_id: expect.any(String) as string,
        data: {
          status: 'succeeded',
          outputs: { advice: 'Stay in, Cairo!', fact: null },
          error: null,
          total_steps: 6,
          total_tokens: expect.any(Number) as number,
          elapsed_time: expect.any(Number) as number,
          created_at: expect.any(Number) as number,
          finished_at: expect.any(Number) as number,
        },
      },
    });

    service.answerJson({ celsius: 10 });
    const events = await allEvents(await stream(api, { inputs: { city: 'Oslo' } }));
    const nodes = events.filter(({ data }) => String(data.event).startsWith('node_'));
    expect(nodes.map(({ data }) => [data.event, data.data.node_id])).toEqual(
      ['start', 'fetch', 'calc', 'hot', 'say', 'end'].flatMap((node) => [
        ['node_started', node],
        ['node_finished', node],
      ]),
    );
    expect(events[0]?.data.event).toBe('workflow_started');
    const texts = events.filter(({ data }) => data.event === 'text_chunk').map(({ data }) => data.data.text);
    expect(texts.join('').trim()).toBe('50 degrees');
    expect(events.at(-1)?.data.data).toMatchObject({
      status: 'succeeded',
      outputs: { advice: null, fact: '50 degrees' },
      exceptions_count: 0,
      created_by: { user: 'u' },
    });

    const run = (await owner.get(`/api/flow/runs/${String(hot.body.workflow_run_id)}`)).body;
    expect(run).toMatchObject({ status: 'succeeded', version: 1, source: 'api', user_id: 'u1', flow_id: id });
    expect(run.nodes.map(({ node_id, status }: Record<string, string>) => `${node_id} ${status}`)).toEqual([
      'start succeeded',
      'fetch succeeded',
      'calc succeeded',
      'hot succeeded',
      'say skipped',
      'ask succeeded',
      'end succeeded',
    ]);
    expect((await owner.get(`/api/flow/runs?flow_id=${id}`)).body.total).toBe(2);
  });
});

describe('POST /v1/workflows/run', () => {
  it('streams tokens as they come, with ids that agree', async () => {
    const { api } = await publishedFlow(owner, asking('[[reply:one two three]]'));
    const events = (await allEvents(await stream(api, {}))).map(({ data }) => data);
    const text = events.filter(({ event }) => event === 'text_chunk');
    expect(text.map(({ data }) => data.text).join('')).toBe('one two three');
    expect(text[0].data.from_variable_selector).toEqual(['ask', 'text']);
    expect(new Set(events.map(({ task_id }) => task_id)).size).toBe(1);
    expect(events[0]).toMatchObject({
      event: 'workflow_started',
      data: { reason: 'initial', inputs: { 'sys.user_id': 'u' } },
    });
    expect(
      events.find(({ event, data }) => event === 'node_finished' && data.node_id === 'ask').data,
    ).toMatchObject({
      node_type: 'llm',
      title: 'ask',
      status: 'succeeded',
      outputs: { text: 'one two three' },
      execution_metadata: { total_tokens: expect.any(Number) as number, currency: 'USD' },
    });
  });

  it('answers 200 for a run that failed, and ends its stream with the error', async () => {
    const { api } = await publishedFlow(owner, asking('[[error:400]]'));
    const blocking = await api.post(RUN, { user: 'u' });
    expect(blocking).toMatchObject({
      status: 200,
      body: { data: { status: 'failed', error: expect.any(String) as string } },
    });
    const events = (await allEvents(await stream(api, {}))).map(({ data }) => data);
    expect(events.slice(-2)).toMatchObject([
      { event: 'workflow_finished', data: { status: 'failed' } },
      { event: 'error', code: 'completion_request_error', status: 400 },
    ]);
  });

  it('says what is wrong in the form of Dify', async () => {
    const { api, path } = await publishedFlow(owner, echo());
    const attempts: [string, { status: number; body: unknown }, number, string][] = [
      ['no user', await api.post(RUN, { inputs: {} }), 400, 'invalid_param'],
      ['inputs of a wrong type', await api.post(RUN, { inputs: [], user: 'u' }), 400, 'invalid_param'],
      ['a mode that is none', await api.post(RUN, { user: 'u', response_mode: 'x' }), 400, 'invalid_param'],
      ['no key', await server.anonymous.post(RUN, { user: 'u' }), 401, 'unauthorized'],
      ['a session token', await owner.post(RUN, { user: 'u' }), 401, 'unauthorized'],
      [
        'a wrong key',
        await api.as(`${String(api.token).slice(0, -1)}_`).post(RUN, { user: 'u' }),
        401,
        'unauthorized',
      ],
      [
        'broken JSON',
        await api.raw('POST', RUN, '{', { 'content-type': 'application/json' }),
        400,
        'invalid_param',
      ],
      ['a chat', await api.post('/v1/chat-messages', { query: 'x', user: 'u' }), 400, 'not_chat_app'],
    ];
    for (const [name, { status, body }, expected, code] of attempts) {
      expect([name, status, body]).toEqual([
        name,
        expected,
        expect.objectContaining({ code, status: expected, message: expect.any(String) as string }),
      ]);
    }
    await owner.post(`${path}/unpublish`);
    expect(await api.post(RUN, { user: 'u' })).toMatchObject({
      status: 400,
      body: { code: 'app_unavailable' },
    });
  });

  it('calls the version that is live at once', async () => {
    const created = await createFlow(owner, asking('[[reply:first]]'));
    const api = await publishFlow(owner, created);
    const say = async (): Promise<unknown> => (await api.post(RUN, { user: 'u' })).body.data.outputs.text;
    expect(await say()).toBe('first');
    const { hash } = (await owner.get(created.path)).body.draft;
    await owner.put(`${created.path}/draft`, { definition: asking('[[reply:second]]'), base_hash: hash });
    expect(await say()).toBe('first');
    await owner.post(`${created.path}/publish`);
    expect(await say()).toBe('second');
    await owner.post(`${created.path}/versions/1/rollback`);
    expect(await say()).toBe('first');
  });

  it('stops a run whose caller leaves, blocking or streaming', async () => {
    const { id, api } = await publishedFlow(owner, asking('[[hang]]'));
    const blocking = new AbortController();
    const waiting = api.fetch(RUN, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ user: 'u' }),
      signal: blocking.signal,
    });
    await models.when(({ inFlight }) => inFlight === 1);
    blocking.abort();
    await expect(waiting).rejects.toThrow();
    await models.when(({ inFlight, aborted }) => inFlight === 0 && aborted === 1);

    const streaming = new AbortController();
    await readEvents(await stream(api, {}, streaming.signal)).next();
    await models.when(({ inFlight }) => inFlight === 1);
    streaming.abort();
    await models.when(({ inFlight, aborted }) => inFlight === 0 && aborted === 2);
    const { body } = await owner.get(`/api/flow/runs?flow_id=${id}&status=stopped`);
    expect(body.total).toBe(2);
  });

  it('stops a task for the user who started it, and nobody else', async () => {
    const { api } = await publishedFlow(owner, asking('[[hang]]'));
    const { api: other } = await publishedFlow(owner, echo());
    const events = readEvents(await stream(api, {}));
    const { task_id: task } = ((await events.next()).value as SentEvent).data;
    await models.when(({ inFlight }) => inFlight === 1);
    const stop = (client: TestClient, user: string) =>
      client.post(`/v1/workflows/tasks/${String(task)}/stop`, { user });
    expect(await stop(other, 'u')).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await stop(api, 'someone else')).toMatchObject({ status: 404 });
    expect(await stop(api, 'u')).toMatchObject({ status: 200, body: { result: 'success' } });
    let last: SentEvent | undefined;
    for await (const event of events) last = event;
    expect(last?.data).toMatchObject({ event: 'workflow_finished', data: { status: 'stopped' } });
  });

  it('gives equal requests with one Idempotency-Key one run', async () => {
    const { id, api } = await publishedFlow(owner, asking('[[reply:once]]'));
    const key = { headers: { 'idempotency-key': 'k' } };
    const answers = await Promise.all(Array.from({ length: 20 }, () => api.post(RUN, { user: 'u' }, key)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect((await api.post(RUN, { user: 'u' }, key)).text).toBe(answers[0]?.text);
    expect((await owner.get(`/api/flow/runs?flow_id=${id}`)).body.total).toBe(1);
    expect(models.counts.received).toBe(1);
    expect(await api.post(RUN, { user: 'other' }, key)).toMatchObject({
      status: 422,
      body: { code: 'IDEMPOTENCY_KEY_REUSED', status: 422 },
    });
    const { api: secondKey } = { api: await publishFlow(owner, { id, path: `/api/flow/definitions/${id}` }) };
    expect((await secondKey.post(RUN, { user: 'u' }, key)).body.workflow_run_id).not.toBe(
      answers[0]?.body.workflow_run_id,
    );
  });
});

describe('api keys', () => {
  const keyFor = async (path: string, body: object): Promise<TestClient> =>
    owner.as(String((await owner.post(`${path}/api-keys`, { name: 'k', ...body })).body.key));

  it('end at once when revoked, and at their time', async () => {
    const { path } = await publishedFlow(owner, echo());
    const { body: created } = await owner.post(`${path}/api-keys`, { name: 'short' });
    const api = owner.as(String(created.key));
    expect((await api.post(RUN, { user: 'u', inputs: { text: 'x' } })).body.data.outputs.text).toBe('x');
    await owner.delete(`${path}/api-keys/${String(created.id)}`);
    expect((await api.post(RUN, { user: 'u' })).status).toBe(401);
    const past = await keyFor(path, { expires_at: '2020-01-01T00:00:00Z' });
    expect((await past.post(RUN, { user: 'u' })).status).toBe(401);
  });

  it('do only what their scopes say', async () => {
    const { path } = await publishedFlow(owner, echo());
    const reader = await keyFor(path, { scopes: ['read'] });
    expect((await reader.get('/v1/models')).status).toBe(200);
    expect(await reader.post(RUN, { user: 'u' })).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  });

  it('are slowed down past their own limit', async () => {
    const { path } = await publishedFlow(owner, echo());
    const api = await keyFor(path, { rate_limit: 3 });
    const call = () => api.post(RUN, { user: 'u', inputs: { text: 'x' } });
    for (let calls = 0; calls < 3; calls += 1) expect((await call()).status).toBe(200);
    const refused = await call();
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests', status: 429 } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});
