import { flow, ScriptedModelServer } from '@heddle/testing';
import { allEvents, readEvents, type SentEvent } from '../support/event-reader';
import { createFlow, publishedFlow, publishFlow } from '../support/flow-client';
import type { TestClient } from '../support/test-client';
import { createTestServer, OWNER, type TestServer } from '../support/test-server';

const models = new ScriptedModelServer();
let server: TestServer;
let owner: TestClient;

const RUN = '/v1/workflows/run';
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
  'base64',
);

const echo = (end = '{{ start.text }}') =>
  flow()
    .node('start', 'trigger', { inputs: [{ name: 'text', type: 'string' }] })
    .node('end', 'output', { outputs: [{ name: 'text', value: end }] })
    .chain('start', 'end')
    .build();
const asking = () =>
  flow()
    .node('start', 'trigger')
    .node('ask', 'llm', { prompt: [{ role: 'user', text: '[[hang]]' }] })
    .node('end', 'output', { outputs: [{ name: 'text', value: '{{ ask.text }}' }] })
    .chain('start', 'ask', 'end')
    .build();

beforeAll(async () => {
  server = await createTestServer({
    env: { OPENAI_BASE_URL: await models.listen(), OPENAI_MODEL: 'scripted' },
  });
  owner = await server.setup();
});
afterAll(async () => {
  await server.close();
  await models.close();
});
beforeEach(() => models.reset());

describe('what a published flow tells of itself', () => {
  it('is its form, its features and the limits', async () => {
    const inputs = [
      { name: 'city', label: 'City', type: 'string', required: true, max_length: 48, default: 'Oslo' },
      { name: 'size', type: 'select', options: ['s', 'l'] },
      { name: 'papers', type: 'files', max_files: 3, allowed_file_types: ['document'] },
    ];
    const definition = {
      ...flow()
        .node('start', 'trigger', { inputs })
        .node('say', 'answer', { text: 'x' })
        .chain('start', 'say')
        .build(),
      features: {
        opening_statement: 'Hello',
        suggested_questions: ['Why?'],
        suggested_questions_after_answer: { enabled: true },
        speech_to_text: { enabled: true },
      },
    };
    const { api } = await publishedFlow(owner, definition, 'chatflow');
    expect((await api.get('/v1/parameters')).body).toMatchObject({
      opening_statement: 'Hello',
      suggested_questions: ['Why?'],
      suggested_questions_after_answer: { enabled: true },
      speech_to_text: { enabled: false },
      retriever_resource: { enabled: false },
      user_input_form: [
        {
          'text-input': {
            variable: 'city',
            label: 'City',
            required: true,
            max_length: 48,
            default: 'Oslo',
          },
        },
        { select: { variable: 'size', label: 'size', required: false, options: ['s', 'l'] } },
        { 'file-list': { variable: 'papers', max_length: 3, allowed_file_types: ['document'] } },
      ],
      system_parameters: { file_size_limit: 50, workflow_file_upload_limit: 50 },
    });
  });

  it('is its name, its author and what a page about it needs', async () => {
    const { api, path } = await publishedFlow(owner, echo());
    await owner.patch(path, { name: 'Echo', description: 'Says it again', tags: ['talk'] });
    expect((await api.get('/v1/info')).body).toEqual({
      name: 'Echo',
      description: 'Says it again',
      tags: ['talk'],
      mode: 'workflow',
      author_name: OWNER.name,
    });
    expect((await api.get('/v1/meta')).body).toEqual({ tool_icons: {} });
    expect((await api.get('/v1/site')).body).toMatchObject({ title: 'Echo', default_language: 'en-US' });
    await owner.post(`${path}/unpublish`);
    expect(await api.get('/v1/parameters')).toMatchObject({ status: 400, body: { code: 'app_unavailable' } });
  });
});

describe('runs by API', () => {
  it('can be looked at again, by the keys of their flow', async () => {
    const { api } = await publishedFlow(owner, echo());
    const { api: other } = await publishedFlow(owner, echo());
    const { body } = await api.post(RUN, { user: 'u', inputs: { text: 'hi' } });
    const { workflow_run_id: id } = body;
    const { elapsed_time: _elapsed, ...data } = body.data as Record<string, unknown>;
    expect((await api.get(`/v1/workflows/run/${String(id)}`)).body).toEqual({
      ...data,
      inputs: '{"text":"hi"}',
      elapsed_time: expect.any(Number) as number,
    });
    expect(await other.get(`/v1/workflows/run/${String(id)}`)).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
    expect((await api.get('/v1/workflows/run/nonsense')).body.code).toBe('invalid_param');
  });

  it('are logged, and found by what they say, whose they are and how they ended', async () => {
    const { api, path } = await publishedFlow(owner, echo());
    for (const text of ['first 100%', 'second', 'third']) {
      await api.post(RUN, { user: `u-${text}`, inputs: { text } });
    }
    await owner.post(`${path}/run`, { inputs: { text: 'not by API' } });
    const logs = async (query = '') => (await api.get(`/v1/workflows/logs${query}`)).body;
    const users = ({ data }: { data: { created_by_end_user: { session_id: string } }[] }) =>
      data.map((entry) => entry.created_by_end_user.session_id);
    const page = await logs('?limit=2');
    expect(page).toMatchObject({ page: 1, limit: 2, total: 3, has_more: true });
    expect(users(page)).toEqual(['u-third', 'u-second']);
    expect(page.data[0]).toEqual({
      id: expect.any(String) as string,
      workflow_run: {
        id: page.data[0].id,
        version: '1',
        status: 'succeeded',
        error: null,
        elapsed_time: expect.any(Number) as number,
        total_tokens: 0,
        total_steps: 2,
        created_at: expect.any(Number) as number,
        finished_at: expect.any(Number) as number,
        exceptions_count: 0,
      },
      created_from: 'service-api',
      created_by_role: 'end_user',
      created_by_account: null,
      created_by_end_user: { id: 'u-third', type: 'service_api', is_anonymous: false, session_id: 'u-third' },
      created_at: expect.any(Number) as number,
    });
    expect(users(await logs('?limit=2&page=2'))).toEqual(['u-first 100%']);
    expect(users(await logs('?keyword=100%25'))).toEqual(['u-first 100%']);
    expect(users(await logs('?keyword=SECOND'))).toEqual(['u-second']);
    expect(users(await logs(`?keyword=${String(page.data[0].id)}`))).toEqual(['u-third']);
    expect(users(await logs('?created_by_end_user_session_id=u-second'))).toEqual(['u-second']);
    expect((await logs('?status=failed')).total).toBe(0);
    expect((await logs('?created_at__after=2020-01-01T00:00:00Z')).total).toBe(3);
    expect((await logs('?created_at__before=2020-01-01T00:00:00Z')).total).toBe(0);
    expect((await api.get('/v1/workflows/logs?status=odd')).status).toBe(400);
  });

  it('run a chosen version, under the id that its answers have', async () => {
    const created = await createFlow(owner, echo('one'));
    const api = await publishFlow(owner, created);
    const { workflow_id: first } = (await api.post(RUN, { user: 'u' })).body.data;
    const { hash } = (await owner.get(created.path)).body.draft;
    await owner.put(`${created.path}/draft`, { definition: echo('two'), base_hash: hash });
    await owner.post(`${created.path}/publish`);
    const chosen = await api.post(`/v1/workflows/${String(first)}/run`, { user: 'u' });
    expect(chosen.body.data).toMatchObject({ workflow_id: first, outputs: { text: 'one' } });
    expect((await api.post(RUN, { user: 'u' })).body.data.outputs.text).toBe('two');
    expect((await api.post(`/v1/workflows/${created.id}/run`, { user: 'u' })).status).toBe(404);
  });

  it('can be followed again by their user, to the end', async () => {
    const { api } = await publishedFlow(owner, asking());
    const body = JSON.stringify({ user: 'u', response_mode: 'streaming' });
    const headers = { 'content-type': 'application/json' };
    const stream = readEvents(await api.fetch(RUN, { method: 'POST', headers, body }));
    const { task_id: task } = ((await stream.next()).value as SentEvent).data;
    await models.when(({ inFlight }) => inFlight === 1);
    const path = `/v1/workflow/${String(task)}/events`;
    const again = readEvents(await api.fetch(`${path}?user=u`));
    expect(((await again.next()).value as SentEvent).data).toMatchObject({
      event: 'workflow_started',
      task_id: task,
    });
    expect((await api.get(`${path}?user=v`)).status).toBe(404);
    await api.post(`/v1/workflows/tasks/${String(task)}/stop`, { user: 'u' });
    for await (const event of stream) expect(event).toBeDefined();
    let last: SentEvent | undefined;
    for await (const event of again) last = event;
    expect(last?.data).toMatchObject({ event: 'workflow_finished', data: { status: 'stopped' } });
    const after = await allEvents(await api.fetch(`${path}?user=u`));
    expect(after.map(({ data }) => data.event)).toEqual(['workflow_finished']);
  });
});

describe('files by API', () => {
  const send = async (client: TestClient, fields: [string, string | Blob][]) => {
    const form = new FormData();
    for (const [name, value] of fields) {
      if (typeof value === 'string') form.append(name, value);
      else form.append(name, value, 'dot.png');
    }
    const response = await client.fetch('/v1/files/upload', { method: 'POST', body: form });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const picture = () => new Blob([PNG], { type: 'image/png' });
  const reading = () =>
    flow()
      .node('start', 'trigger', { inputs: [{ name: 'image', type: 'file' }] })
      .node('end', 'output', { outputs: [{ name: 'name', value: '{{ start.image.name }}' }] })
      .chain('start', 'end')
      .build();

  it('are kept, shown, and given to runs of their user', async () => {
    const { api } = await publishedFlow(owner, reading());
    const { status, body } = await send(api, [
      ['file', picture()],
      ['user', 'u'],
    ]);
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(String) as string,
        name: 'dot.png',
        size: PNG.length,
        extension: 'png',
        mime_type: 'image/png',
        created_by: 'u',
        created_at: expect.any(Number) as number,
        preview_url: null,
        source_url: null,
      },
    ]);
    const preview = `/v1/files/${String(body['id'])}/preview`;
    const shown = await api.fetch(`${preview}?user=u`);
    expect(Buffer.from(await shown.arrayBuffer()).equals(PNG)).toBe(true);
    expect(shown.headers.get('content-type')).toBe('image/png');
    expect(shown.headers.get('content-disposition')).toMatch(/^inline/);
    const saved = await api.get(`${preview}?as_attachment=true`);
    expect(saved.headers.get('content-disposition')).toMatch(/^attachment/);
    const image = { type: 'image', transfer_method: 'local_file', upload_file_id: body['id'] };
    const run = (client: TestClient, user: string) => client.post(RUN, { user, inputs: { image } });
    expect((await run(api, 'u')).body.data.outputs).toEqual({ name: 'dot.png' });

    const { api: other } = await publishedFlow(owner, reading());
    for (const answer of [
      await api.get(`${preview}?user=v`),
      await other.get(`${preview}?user=u`),
      await run(api, 'v'),
      await run(other, 'u'),
    ]) {
      expect(answer).toMatchObject({ status: 404, body: { code: 'file_not_found', status: 404 } });
    }
  });

  it('are refused when there is none, or not what it says', async () => {
    const { api } = await publishedFlow(owner, reading());
    const attempts = [
      await send(api, [['user', 'u']]),
      await send(api, [['other', picture()]]),
      await api.post('/v1/files/upload', { user: 'u' }),
    ];
    for (const answer of attempts) {
      expect(answer).toMatchObject({ status: 400, body: { code: 'no_file_uploaded' } });
    }
    const odd = await send(api, [
      ['file', new Blob(['just text'])],
      ['user', 'u'],
    ]);
    expect(odd).toMatchObject({ status: 400, body: { code: 'invalid_param' } });
  });
});
