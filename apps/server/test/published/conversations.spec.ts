import { flow, ScriptedModelServer } from '@heddle/testing';
import { DataSource } from 'typeorm';
import { publishedFlow } from '../support/flow-client';
import type { TestClient } from '../support/test-client';
import { createTestServer, type TestServer } from '../support/test-server';

const models = new ScriptedModelServer();
let server: TestServer;
let owner: TestClient;
let api: TestClient;
let other: TestClient;
let flowId: string;

/** Answers with the question, and remembers how often it was asked and a list. */
const echo = (features: object = {}) => ({
  ...flow()
    .node('start', 'trigger', { inputs: [{ name: 'place', type: 'string' }] })
    .node('count', 'variable_assigner', {
      assignments: [
        { target_var: 'conversation.turns', operation: 'add', source_type: 'constant', source_value: 1 },
      ],
    })
    .node('say', 'answer', { text: 'heard {{ sys.query }}' })
    .chain('start', 'count', 'say')
    .conversation('turns', 0, 'number')
    .conversation('tags', [], 'array[string]')
    .build(),
  features,
});
const sayingFirst = () =>
  flow()
    .node('start', 'trigger')
    .node('first', 'answer', { text: 'One moment' })
    .node('ask', 'llm', { prompt: [{ role: 'user', text: '{{ sys.query }}' }] })
    .node('say', 'answer', { text: '{{ ask.text }}' })
    .chain('start', 'first', 'ask', 'say')
    .build();
const failing = () =>
  flow()
    .node('start', 'trigger')
    .node('ask', 'llm', { prompt: [{ role: 'user', text: '{{ sys.query }}' }] })
    .node('say', 'answer', { text: '{{ ask.text }}' })
    .chain('start', 'ask', 'say')
    .build();

beforeAll(async () => {
  server = await createTestServer({
    env: { OPENAI_BASE_URL: await models.listen(), OPENAI_MODEL: 'scripted' },
  });
  owner = await server.setup();
  ({ api, id: flowId } = await publishedFlow(
    owner,
    echo({ opening_statement: 'Welcome', suggested_questions_after_answer: { enabled: true } }),
    'chatflow',
  ));
  ({ api: other } = await publishedFlow(owner, echo(), 'chatflow'));
});
afterAll(async () => {
  await server.close();
  await models.close();
});
beforeEach(() => models.reset());

let users = 0;
/** A user whom nobody has heard of before. */
const newUser = (): string => `user-${(users += 1)}`;
const say = async (query: string, user: string, more: object = {}, client = api) =>
  (await client.post('/v1/chat-messages', { query, user, ...more })).body;
const remove = (id: string, user: string, client = api) =>
  client.raw('DELETE', `/v1/conversations/${id}`, JSON.stringify({ user }), {
    'content-type': 'application/json',
  });

describe('conversations by API', () => {
  it('are listed a page at a time, in the wanted order', async () => {
    const user = newUser();
    const ids: string[] = [];
    for (const query of ['one', 'two\nlines', 'three']) {
      ids.push(String((await say(query, user, { inputs: { place: query } })).conversation_id));
    }
    await say('again', user, { conversation_id: ids[0] });
    const list = async (more: string) => (await api.get(`/v1/conversations?user=${user}${more}`)).body;
    const first = await list('&limit=2');
    expect(first).toEqual({
      limit: 2,
      has_more: true,
      data: [
        {
          id: ids[0],
          name: 'one',
          inputs: { place: 'one' },
          status: 'normal',
          introduction: 'Welcome',
          created_at: expect.any(Number) as number,
          updated_at: expect.any(Number) as number,
        },
        expect.objectContaining({ id: ids[2], name: 'three' }),
      ],
    });
    const rest = await list(`&limit=2&last_id=${String(ids[2])}`);
    expect(rest).toMatchObject({ has_more: false, data: [{ id: ids[1], name: 'two lines' }] });
    const byAge = await list('&sort_by=created_at');
    expect(byAge.data.map(({ id }: { id: string }) => id)).toEqual(ids);
    for (const query of ['&limit=0', '&limit=101', '&sort_by=name']) {
      expect(await api.get(`/v1/conversations?user=${user}${query}`)).toMatchObject({
        status: 400,
        body: { code: 'invalid_param', status: 400 },
      });
    }
    expect(await api.get(`/v1/conversations?user=${user}&last_id=${flowId}`)).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
  });

  it('get the name that they are given, or one by a model', async () => {
    const user = newUser();
    const { conversation_id: id } = await say('[[reply:"A  trip"]] plan it', user);
    const rename = (body: object) => api.post(`/v1/conversations/${String(id)}/name`, { user, ...body });
    expect(await rename({ name: ' Mine ' })).toMatchObject({ status: 200, body: { id, name: 'Mine' } });
    expect((await rename({ auto_generate: true })).body.name).toBe('A trip');
    expect((await api.get(`/v1/conversations?user=${user}`)).body.data[0].name).toBe('A trip');
    for (const body of [{}, { name: ' ' }, { name: 'x'.repeat(256) }]) {
      expect((await rename(body)).body.code).toBe('invalid_param');
    }
  });

  it('are named by their first words when no model answers', async () => {
    const user = newUser();
    const { conversation_id: id } = await say('[[error:400]] plan it', user);
    const { body } = await api.post(`/v1/conversations/${String(id)}/name`, { user, auto_generate: true });
    expect(body.name).toBe('[[error:400]] plan it');
  });

  it('are gone once deleted, with everything said in them', async () => {
    const user = newUser();
    const { conversation_id: id, message_id: message } = await say('secret', user);
    await api.post(`/v1/messages/${String(message)}/feedbacks`, { user, rating: 'like' });
    const deleted = await remove(String(id), user);
    expect([deleted.status, deleted.text]).toEqual([204, '']);
    expect((await api.get(`/v1/conversations?user=${user}`)).body.data).toEqual([]);
    const feedbacks = (await api.get('/v1/app/feedbacks?limit=100')).body.data;
    expect(feedbacks.filter(({ message_id }: { message_id: string }) => message_id === message)).toEqual([]);
    for (const answer of [
      await remove(String(id), user),
      await api.get(`/v1/messages?user=${user}&conversation_id=${String(id)}`),
      await api.post('/v1/chat-messages', { query: 'x', user, conversation_id: id }),
    ]) {
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
  });

  it('keep nothing of an answer that was under way when they were deleted', async () => {
    const { api: slow } = await publishedFlow(owner, sayingFirst(), 'chatflow');
    const user = newUser();
    const { conversation_id: id } = await say('[[reply:a]]', user, {}, slow);
    const pending = say('[[hang]]', user, { conversation_id: id }, slow);
    await models.when(({ inFlight }) => inFlight === 1);
    const { body } = await owner.get('/api/flow/runs?status=running');
    expect((await remove(String(id), user, slow)).status).toBe(204);
    await slow.post(`/v1/chat-messages/${String(body.items[0].run_id)}/stop`, { user });
    expect((await pending).answer).toContain('One moment');
    const kept = await server.app
      .get(DataSource)
      .query('SELECT content FROM memory_messages WHERE session_id = $1', [id]);
    expect(kept).toEqual([]);
    expect((await slow.get(`/v1/conversations?user=${user}`)).body.data).toEqual([]);
  });

  it('carry variables, which can be read and set', async () => {
    const user = newUser();
    const { conversation_id: id } = await say('x', user);
    const path = `/v1/conversations/${String(id)}/variables`;
    const { body } = await api.get(`${path}?user=${user}`);
    expect(body).toEqual({
      limit: 20,
      has_more: false,
      data: [
        expect.objectContaining({
          name: 'turns',
          value_type: 'number',
          value: '1',
          description: '',
        }) as object,
        expect.objectContaining({ name: 'tags', value_type: 'array[string]', value: '[]' }) as object,
      ],
    });
    const [turns, tags] = body.data as { id: string }[];
    const set = (variable: string | undefined, value: unknown) =>
      api.put(`${path}/${String(variable)}`, { user, value });
    expect(await set(turns?.id, 41)).toMatchObject({ status: 200, body: { name: 'turns', value: '41' } });
    expect((await set(tags?.id, ['a'])).body.value).toBe('["a"]');
    await say('x', user, { conversation_id: id });
    const values = (await api.get(`${path}?user=${user}`)).body.data.map((v: { value: string }) => v.value);
    expect(values).toEqual(['42', '["a"]']);
    expect((await api.get(`${path}?user=${user}&variable_name=tags`)).body.data).toHaveLength(1);
    const second = await api.get(`${path}?user=${user}&limit=1&last_id=${String(turns?.id)}`);
    expect(second.body).toMatchObject({ has_more: false, data: [{ name: 'tags' }] });
    expect(await set(turns?.id, 'many')).toMatchObject({ status: 400, body: { code: 'invalid_param' } });
    expect((await set(flowId, 1)).status).toBe(404);
  });
});

describe('messages by API', () => {
  it('are read from the end, a page at a time, each page in order', async () => {
    const user = newUser();
    const { conversation_id: id } = await say('1', user, { inputs: { place: 'here' } });
    const messages = [];
    for (const query of ['2', '3']) messages.push(await say(query, user, { conversation_id: id }));
    const list = async (more: string) =>
      (await api.get(`/v1/messages?user=${user}&conversation_id=${String(id)}${more}`)).body;
    const last = await list('&limit=2');
    expect(last).toMatchObject({ limit: 2, has_more: true, data: [{ query: '2' }, { query: '3' }] });
    expect(last.data[1]).toMatchObject({ id: messages[1].message_id, answer: 'heard 3' });
    const before = await list(`&limit=2&first_id=${String(last.data[0].id)}`);
    expect(before).toEqual({
      limit: 2,
      has_more: false,
      data: [
        {
          id: expect.any(String) as string,
          conversation_id: id,
          parent_message_id: null,
          inputs: { place: 'here' },
          query: '1',
          answer: 'heard 1',
          message_files: [],
          feedback: null,
          retriever_resources: [],
          agent_thoughts: [],
          status: 'normal',
          error: null,
          created_at: expect.any(Number) as number,
          extra_contents: [],
        },
      ],
    });
    expect((await api.get(`/v1/messages?user=${user}`)).body.code).toBe('invalid_param');
    expect(
      (await api.get(`/v1/messages?user=${user}&conversation_id=${String(id)}&first_id=${flowId}`)).status,
    ).toBe(404);
  });

  it('tell of files that were sent and of runs that failed, which can be a place in the list', async () => {
    const { api: asking } = await publishedFlow(owner, failing(), 'chatflow');
    const user = newUser();
    const file = { type: 'image', transfer_method: 'remote_url', url: 'https://example.com/a/cat.png' };
    const { conversation_id: id } = await say('[[reply:hi]]', user, { files: [file] }, asking);
    await say('[[error:400]]', user, { conversation_id: id }, asking);
    const path = `/v1/messages?user=${user}&conversation_id=${String(id)}`;
    const { data } = (await asking.get(path)).body;
    expect(data[0].message_files).toEqual([
      expect.objectContaining({ filename: 'cat.png', type: 'image', url: file.url, belongs_to: 'user' }),
    ]);
    expect(data[1]).toMatchObject({ answer: '', status: 'error', error: expect.any(String) as string });
    expect((await asking.get(`${path}&first_id=${String(data[1].id)}`)).body.data).toEqual([data[0]]);
  });

  it('take feedback, change it and forget it', async () => {
    const user = newUser();
    const { conversation_id: id, message_id: message } = await say('x', user);
    const rate = (body: object) => api.post(`/v1/messages/${String(message)}/feedbacks`, { user, ...body });
    const current = async () =>
      (await api.get(`/v1/messages?user=${user}&conversation_id=${String(id)}`)).body.data[0].feedback;
    expect((await rate({ rating: null })).body.code).toBe('invalid_param');
    expect(await rate({ rating: 'dislike', content: 'no' })).toMatchObject({
      status: 200,
      body: { result: 'success' },
    });
    expect(await rate({ rating: 'like', content: 'after all' })).toMatchObject({ status: 200 });
    expect(await current()).toEqual({ rating: 'like' });
    expect((await api.get('/v1/app/feedbacks?limit=1')).body.data).toEqual([
      {
        id: expect.any(String) as string,
        app_id: flowId,
        conversation_id: id,
        message_id: message,
        rating: 'like',
        content: 'after all',
        from_source: 'user',
        from_end_user_id: user,
        from_account_id: null,
        created_at: expect.any(String) as string,
        updated_at: expect.any(String) as string,
      },
    ]);
    expect((await other.get('/v1/app/feedbacks')).body.data).toEqual([]);
    expect((await rate({ rating: null })).body).toEqual({ result: 'success' });
    expect(await current()).toBeNull();
    expect((await rate({ rating: 'love' })).body.code).toBe('invalid_param');
  });

  it('are followed by questions when the flow wants that, and a model answers', async () => {
    const user = newUser();
    const wanted = '[[json:["What next?", 7, "And then?"]]]';
    const { message_id: message } = await say(wanted, user);
    const suggested = (id: unknown, client = api) =>
      client.get(`/v1/messages/${String(id)}/suggested?user=${user}`);
    expect(await suggested(message)).toMatchObject({
      status: 200,
      body: { result: 'success', data: ['What next?', 'And then?'] },
    });
    const { message_id: without } = await say('x', user, {}, other);
    expect(await suggested(without, other)).toMatchObject({ status: 400, body: { code: 'bad_request' } });
  });
});

describe('what belongs to one user of one flow', () => {
  it('is not found by another user, nor with the key of another flow', async () => {
    const user = newUser();
    const { conversation_id: id, message_id: message } = await say('x', user);
    const conversation = `/v1/conversations/${String(id)}`;
    const variable = (await api.get(`${conversation}/variables?user=${user}`)).body.data[0].id;
    const strangers: [TestClient, string][] = [
      [api, newUser()],
      [other, user],
    ];
    for (const [client, name] of strangers) {
      expect((await client.get(`/v1/conversations?user=${name}`)).body.data).toEqual([]);
      const answers = [
        await client.get(`/v1/messages?user=${name}&conversation_id=${String(id)}`),
        await client.get(`${conversation}/variables?user=${name}`),
        await client.put(`${conversation}/variables/${String(variable)}`, { user: name, value: 1 }),
        await client.post(`${conversation}/name`, { user: name, name: 'x' }),
        await remove(String(id), name, client),
        await client.post(`/v1/messages/${String(message)}/feedbacks`, { user: name, rating: 'like' }),
        await client.get(`/v1/messages/${String(message)}/suggested?user=${name}`),
      ];
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
    }
    expect((await api.get(`${conversation}/variables?user=${user}`)).status).toBe(200);
  });

  it('needs a key with the scope for it, of a chatflow', async () => {
    const path = `/api/flow/definitions/${flowId}`;
    const { body } = await owner.post(`${path}/api-keys`, { name: 'reader', scopes: ['read'] });
    const reader = owner.as(String(body.key));
    expect((await reader.get('/v1/conversations?user=u')).status).toBe(200);
    expect(await remove(flowId, 'u', reader)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect((await server.anonymous.get('/v1/conversations?user=u')).status).toBe(401);
    const { api: workflow } = await publishedFlow(
      owner,
      flow().node('start', 'trigger').node('end', 'output', { outputs: [] }).chain('start', 'end').build(),
    );
    for (const address of ['/v1/conversations?user=u', `/v1/messages?user=u&conversation_id=${flowId}`]) {
      expect(await workflow.get(address)).toMatchObject({ status: 400, body: { code: 'not_chat_app' } });
    }
  });
});
