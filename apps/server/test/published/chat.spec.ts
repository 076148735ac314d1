import { flow, ScriptedModelServer } from '@heddle/testing';
import { allEvents } from '../support/event-reader';
import { publishedFlow } from '../support/flow-client';
import type { TestClient } from '../support/test-client';
import { createTestServer, type TestServer } from '../support/test-server';

const models = new ScriptedModelServer();
let server: TestServer;
let owner: TestClient;
let api: TestClient;
let flowId: string;

const CHAT = '/v1/chat-messages';
/** Answers with what the model was told before, and counts its turns. */
const chatflow = () =>
  flow()
    .node('start', 'trigger')
    .node('count', 'variable_assigner', {
      assignments: [
        { target_var: 'conversation.turns', operation: 'add', source_type: 'constant', source_value: 1 },
      ],
    })
    .node('ask', 'llm', { prompt: [{ role: 'system', text: 'Turn {{ conversation.turns }}.' }] })
    .node('say', 'answer', { text: '{{ ask.text }}!' })
    .chain('start', 'count', 'ask', 'say')
    .conversation('turns', 0, 'number')
    .build();

beforeAll(async () => {
  server = await createTestServer({
    env: { OPENAI_BASE_URL: await models.listen(), OPENAI_MODEL: 'scripted' },
  });
  owner = await server.setup();
  ({ api, id: flowId } = await publishedFlow(owner, chatflow(), 'chatflow'));
});
afterAll(async () => {
  await server.close();
  await models.close();
});
beforeEach(() => models.reset());

const say = (query: string, more: object = {}, client = api) =>
  client.post(CHAT, { query, user: 'u', inputs: {}, ...more });
const stream = (query: string, more: object = {}): Promise<Response> =>
  api.fetch(CHAT, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, user: 'u', response_mode: 'streaming', ...more }),
  });
const messagesOf = (request: number): { role: string; content: string }[] =>
  (models.requests[request]?.body as { messages: { role: string; content: string }[] }).messages;

describe('POST /v1/chat-messages', () => {
  it('answers, and remembers the conversation', async () => {
    const first = await say('[[reply:hello]] I am Ann');
    expect(first.status).toBe(200);
    expect(first.body).toEqual({
      event: 'message',
      task_id: expect.any(String) as string,
      id: first.body.message_id,
      message_id: expect.any(String) as string,
      conversation_id: expect.any(String) as string,
      mode: 'advanced-chat',
      answer: 'hello!',
      metadata: {
        usage: expect.objectContaining({
          total_tokens: expect.any(Number) as number,
          currency: 'USD',
        }) as object,
        retriever_resources: [],
      },
      created_at: expect.any(Number) as number,
    });
    const { conversation_id: conversation } = first.body;
    const second = await say('[[reply:you are Ann]] who am I', { conversation_id: conversation });
    expect(second.body).toMatchObject({ answer: 'you are Ann!', conversation_id: conversation });
    expect(second.body.message_id).not.toBe(first.body.message_id);
    expect(messagesOf(1)).toEqual([
      { role: 'system', content: 'Turn 2.' },
      { role: 'user', content: '[[reply:hello]] I am Ann' },
      { role: 'assistant', content: 'hello!' },
      { role: 'user', content: '[[reply:you are Ann]] who am I' },
    ]);
    const elsewhere = await say('[[reply:who]]');
    expect(elsewhere.body.conversation_id).not.toBe(conversation);
    expect(elsewhere.body.answer).toBe('who!');
    expect(messagesOf(2)).toHaveLength(2);
  });

  it('streams its answer in Dify’s order', async () => {
    const events = (await allEvents(await stream('[[reply:one two]]'))).map(({ data }) => data);
    const kinds = events.map(({ event }) => event);
    expect(kinds[0]).toBe('workflow_started');
    expect(kinds.slice(-2)).toEqual(['message_end', 'workflow_finished']);
    const pieces = events.filter(({ event }) => event === 'message');
    expect(pieces.map(({ answer }) => answer).join('')).toBe('one two!');
    expect(pieces.length).toBeGreaterThan(1);
    for (const field of ['task_id', 'conversation_id', 'message_id', 'created_at']) {
      expect(new Set(events.map((event) => event[field])).size).toBe(1);
    }
    expect(events.at(-2)).toMatchObject({
      id: events[0].message_id,
      metadata: { usage: { total_tokens: expect.any(Number) as number } },
    });
    const again = await say('[[reply:x]]', { conversation_id: events[0].conversation_id });
    expect(again.body.answer).toBe('x!');
    expect(messagesOf(1)[0]).toEqual({ role: 'system', content: 'Turn 2.' });
  });

  it('stores both messages with what happened, in the order of the session', async () => {
    const { body } = await say('[[reply:stored]] NUL \u0000 and \ud800');
    await say('[[error:400]]', { conversation_id: body.conversation_id });
    await say('[[reply:fine]]', { conversation_id: body.conversation_id });
    const history = messagesOf(models.requests.length - 1).map(({ role, content }) => `${role}: ${content}`);
    expect(history).toEqual([
      'system: Turn 3.',
      'user: [[reply:stored]] NUL \uFFFD and \uFFFD',
      'assistant: stored!',
      'user: [[reply:fine]]',
    ]);
  });

  it('refuses blank, oversized and wrong questions before anything runs', async () => {
    const attempts: [unknown, number][] = [
      ['', 400],
      ['  \n', 400],
      [null, 400],
      [['x'], 400],
      [5, 400],
      ['x'.repeat(100_001), 422],
    ];
    for (const [query, status] of attempts) {
      const answer = await api.post(CHAT, { query, user: 'u' });
      expect(answer).toMatchObject({ status, body: { code: 'invalid_param', status, params: 'query' } });
    }
    expect(models.counts.received).toBe(0);
  });

  it('keeps conversations of other users, flows and workspaces out of reach', async () => {
    const { body } = await say('[[reply:mine]]');
    const { conversation_id } = body;
    const other = await publishedFlow(owner, chatflow(), 'chatflow');
    const missing = await say('x', { conversation_id: 'c0ffee00-0000-4000-8000-000000000000' });
    expect(missing).toMatchObject({ status: 404, body: { code: 'not_found', status: 404 } });
    expect(await say('x', { conversation_id, user: 'eve' })).toEqual(
      expect.objectContaining({ status: 404, body: missing.body }),
    );
    expect((await say('x', { conversation_id }, other.api)).status).toBe(404);
  });

  it('tells a failed run apart from an answer', async () => {
    expect(await say('[[error:401]]')).toMatchObject({
      status: 400,
      body: { code: 'provider_not_initialize' },
    });
    const events = (await allEvents(await stream('[[error:400]]'))).map(({ data }) => data);
    expect(events.slice(-2).map(({ event }) => event)).toEqual(['workflow_finished', 'error']);
  });

  it('makes one conversation of a repeated request', async () => {
    const key = { headers: { 'idempotency-key': 'chat-1' } };
    const body = { query: '[[reply:once]]', user: 'u' };
    const answers = await Promise.all([api.post(CHAT, body, key), api.post(CHAT, body, key)]);
    const later = await api.post(CHAT, body, key);
    expect(new Set([...answers, later].map(({ text }) => text)).size).toBe(1);
  });
});

describe('the same conversation in the console', () => {
  it('goes on by session id, and begins one that is named', async () => {
    const path = `/api/flow/definitions/${flowId}/run`;
    const first = await owner.post(path, { query: '[[reply:a]]', session_id: 'my-session' });
    expect(first.body).toMatchObject({ session_id: 'my-session', outputs: { answer: 'a!' } });
    const second = await owner.post(path, { query: '[[reply:b]]', session_id: 'my-session' });
    expect(second.body).toMatchObject({ session_id: 'my-session', outputs: { answer: 'b!' } });
    expect((await owner.post(path, { query: '[[reply:c]]' })).body.session_id).not.toBe('my-session');
    expect(await owner.post(path, {})).toMatchObject({ status: 400, body: { code: 'INPUT_REQUIRED' } });
    expect(await owner.post(path, { query: ' ' })).toMatchObject({
      status: 400,
      body: { code: 'INPUT_REQUIRED' },
    });
  });
});
