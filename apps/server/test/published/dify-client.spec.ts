import { flow, ScriptedModelServer } from '@heddle/testing';
import { ChatClient, CompletionClient } from 'dify-client';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { publishedFlow } from '../support/flow-client';
import { createTestServer, type TestServer } from '../support/test-server';

/** What the client has besides what its types say. */
interface Untyped {
  runWorkflow(inputs: object, user: string, stream?: boolean): Promise<{ data: never }>;
  renameConversation(id: string, name: string | null, user: string, auto: boolean): Promise<{ data: never }>;
}

interface Told {
  readonly event: string;
  readonly task_id: string;
  readonly answer?: string;
  readonly data?: { readonly status?: string; readonly text?: string };
}

const models = new ScriptedModelServer();
let server: TestServer;
let chat: ChatClient & Untyped & { readonly apiKey: string };
let work: CompletionClient & Untyped;
let texts: CompletionClient;

beforeAll(async () => {
  server = await createTestServer({
    env: { OPENAI_BASE_URL: await models.listen(), OPENAI_MODEL: 'scripted' },
  });
  const owner = await server.setup();
  const asking = flow()
    .node('start', 'trigger', { inputs: [{ name: 'place', type: 'string', default: 'Oslo' }] })
    .node('ask', 'llm', { prompt: [{ role: 'system', text: 'Be brief.' }] })
    .node('say', 'answer', { text: '{{ ask.text }}' })
    .chain('start', 'ask', 'say')
    .build();
  const echo = flow()
    .node('start', 'trigger', { inputs: [{ name: 'text', type: 'string', required: true }] })
    .node('end', 'output', { outputs: [{ name: 'text', value: '{{ start.text }}' }] })
    .chain('start', 'end')
    .build();
  const writing = flow()
    .node('start', 'trigger', { inputs: [{ name: 'topic', type: 'string' }] })
    .node('ask', 'llm', { prompt: [{ role: 'user', text: '[[reply:on {{ start.topic }}]]' }] })
    .node('end', 'output', { outputs: [{ name: 'text', value: '{{ ask.text }}' }] })
    .chain('start', 'ask', 'end')
    .build();
  const base = `${server.url}/v1`;
  const chatflow = await publishedFlow(owner, asking, 'chatflow');
  const workflow = await publishedFlow(owner, echo);
  chat = new ChatClient(String(chatflow.api.token), base) as typeof chat;
  work = new CompletionClient(String(workflow.api.token), base) as typeof work;
  const completion = await publishedFlow(owner, writing);
  texts = new CompletionClient(String(completion.api.token), base);
});
afterAll(async () => {
  await server.close();
  await models.close();
});
beforeEach(() => models.reset());

const ask = async (query: string, conversation: string | null = null, user = 'ann') =>
  (await chat.createChatMessage({}, query, user, false, conversation)).data;
const toldIn = (stream: string): Told[] =>
  stream
    .split('\n\n')
    .filter((block) => block.startsWith('data: '))
    .map((block) => JSON.parse(block.slice('data: '.length)) as Told);

describe('the Node client of Dify', () => {
  it('talks for several turns, and reads, names, rates and deletes the conversation', async () => {
    const first = await ask('[[reply:hello]] I am Ann');
    const id = String(first.conversation_id);
    expect(first).toMatchObject({ event: 'message', mode: 'advanced-chat', answer: 'hello' });
    const second = await ask('[[reply:Ann]] who am I', id);
    expect(second).toMatchObject({ conversation_id: id, answer: 'Ann' });
    expect(JSON.stringify(models.requests[1]?.body)).toContain('I am Ann');
    await ask('[[reply:x]]', null, 'ben');

    await chat.messageFeedback(String(second.message_id), 'like' as never, 'ann');
    const { data: messages } = await chat.getConversationMessages('ann', id, null, 10);
    expect(messages).toMatchObject({
      has_more: false,
      data: [
        { id: first.message_id, answer: 'hello', feedback: null },
        { id: second.message_id, answer: 'Ann', feedback: { rating: 'like' } },
      ],
    });
    const { data: older } = await chat.getConversationMessages('ann', id, String(second.message_id), 1);
    expect(older.data).toMatchObject([{ id: first.message_id }]);

    expect((await chat.renameConversation(id, 'Ours', 'ann', false)).data).toMatchObject({ name: 'Ours' });
    const { data: list } = await chat.getConversations('ann', null, 20);
    expect(list).toMatchObject({ limit: 20, has_more: false, data: [{ id, name: 'Ours' }] });
    expect((await chat.deleteConversation(id, 'ann')).status).toBe(204);
    expect((await chat.getConversations('ann')).data.data).toEqual([]);
    await expect(ask('x', id)).rejects.toMatchObject({
      response: { status: 404, data: { code: 'not_found', status: 404 } },
    });
  });

  it('streams an answer, and stops one', async () => {
    const { data } = await chat.createChatMessage({}, '[[reply:one two]]', 'ann', true);
    const told = toldIn(await text(data as Readable));
    expect(told.map(({ answer }) => answer ?? '').join('')).toBe('one two');
    expect(told.slice(-2).map(({ event }) => event)).toEqual(['message_end', 'workflow_finished']);

    const hanging = (await chat.createChatMessage({}, '[[hang]]', 'ann', true)).data as Readable;
    const chunks = hanging[Symbol.asyncIterator]();
    let sent = String((await chunks.next()).value);
    await models.when(({ inFlight }) => inFlight === 1);
    await chat.sendRequest('POST', `/chat-messages/${String(toldIn(sent)[0]?.task_id)}/stop`, {
      user: 'ann',
    });
    for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) {
      sent += String(next.value);
    }
    expect(toldIn(sent).at(-1)).toMatchObject({ event: 'workflow_finished', data: { status: 'stopped' } });
  });

  it('runs a workflow, blocking and streaming', async () => {
    expect((await work.runWorkflow({ text: 'hi' }, 'ann')).data).toMatchObject({
      workflow_run_id: expect.any(String) as string,
      data: { status: 'succeeded', outputs: { text: 'hi' } },
    });
    const { data } = await work.runWorkflow({ text: 'hi' }, 'ann', true);
    const told = toldIn(await text(data as Readable));
    expect(told[0]?.event).toBe('workflow_started');
    expect(told.at(-1)).toMatchObject({ event: 'workflow_finished', data: { status: 'succeeded' } });
  });

  it('asks for a text, whole and in pieces', async () => {
    const whole = (await texts.createCompletionMessage({ topic: 'looms' }, 'ann')).data;
    expect(whole).toMatchObject({ event: 'message', mode: 'completion', answer: 'on looms' });
    expect(whole).not.toHaveProperty('conversation_id');
    const { data } = await texts.createCompletionMessage({ topic: 'looms' }, 'ann', true);
    const told = toldIn(await text(data as Readable));
    expect(told.map(({ answer }) => answer ?? '').join('')).toBe('on looms');
    expect(new Set(told.map(({ event }) => event))).toEqual(new Set(['message', 'message_end']));
    const wrongKind = new CompletionClient(chat.apiKey, `${server.url}/v1`);
    await expect(wrongKind.createCompletionMessage({}, 'ann')).rejects.toMatchObject({
      response: { status: 400, data: { code: 'not_completion_app' } },
    });
  });

  it('reads the parameters and sends a file with a message', async () => {
    const { data: parameters } = await chat.getApplicationParameters('ann');
    expect(parameters.user_input_form).toMatchObject([{ 'text-input': { variable: 'place' } }]);
    const form = new FormData();
    form.append('file', new Blob(['some notes']), 'notes.txt');
    form.append('user', 'ann');
    const { status, data: file } = await chat.fileUpload(form);
    expect([status, file]).toMatchObject([201, { name: 'notes.txt', extension: 'txt', created_by: 'ann' }]);
    const sent = { type: 'document', transfer_method: 'local_file', upload_file_id: file.id };
    const { data: answer } = await chat.createChatMessage({}, '[[reply:seen]]', 'ann', false, null, [
      sent,
    ] as never);
    const { data: messages } = await chat.getConversationMessages('ann', String(answer.conversation_id));
    const [shown] = messages.data[0].message_files as { url: string }[];
    expect(shown).toMatchObject({ filename: 'notes.txt', upload_file_id: file.id });
    const preview = await chat.sendRequest('GET', String(shown?.url).replace('/v1', ''));
    expect(preview.data).toBe('some notes');
  });

  it('is told what is wrong', async () => {
    await expect(work.runWorkflow({}, '')).rejects.toMatchObject({
      response: { status: 400, data: { code: 'invalid_param', status: 400, params: 'user' } },
    });
    const stranger = new ChatClient('app-nothing', `${server.url}/v1`);
    await expect(stranger.getConversations('ann')).rejects.toMatchObject({
      response: { status: 401, data: { code: 'unauthorized' } },
    });
  });
});
