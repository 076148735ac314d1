import type { ChatMessage } from '@heddle/engine';
import type { JsonObject } from '@heddle/model';
import {
  type ChatScript,
  describeNodeContract,
  fakeChat,
  fakePorts,
  fakeSandbox,
  memoryFiles,
  memoryHistory,
  runNode,
} from '@heddle/testing';
import executor from './executor';
import { llm } from './schema';

const SCHEMA: JsonObject = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] };
const variables = { sys: { query: 'And now?' }, start: { topic: 'looms' } };
const prompt = [
  { role: 'system', text: 'Be brief about {{ start.topic }}.' },
  { role: 'user', text: 'Go.' },
];

describeNodeContract(llm, executor, {
  folder: __dirname,
  samples: [
    { config: { prompt }, variables, isRun: true },
    {
      config: { prompt, structured_output: SCHEMA },
      variables,
      ports: fakePorts({ chat: fakeChat('{"n":1}') }),
      isRun: true,
    },
    {
      config: {
        prompt: [{ role: 'user', text: '{{ topic | upper }}', syntax: 'jinja2' }],
        tools: [{ name: 'look_up' }],
      },
      variables,
      ports: fakePorts({ sandbox: fakeSandbox({ value: 'LOOMS' }) }),
      isRun: true,
    },
  ],
});

const HISTORY = [
  { role: 'user' as const, content: 'Hello' },
  { role: 'assistant' as const, content: 'Hi' },
];
const CHAT = { run: { mode: 'chatflow' as const, sessionId: 's1' } };

const ask = async (
  config: JsonObject,
  options: Parameters<typeof runNode>[2] & { readonly scripts?: ChatScript[] } = {},
) => {
  const { scripts = ['ok'], ...rest } = options;
  const chat = fakeChat(...scripts);
  const ports = fakePorts({ history: memoryHistory(HISTORY), ...rest.ports, chat });
  const run = await runNode(executor, config, { variables, ...rest, ports });
  return { run, requests: chat.requests, messages: chat.requests[0]?.messages ?? [] };
};

const said = (messages: readonly ChatMessage[]): unknown[] =>
  messages.map(({ role, content }) => [role, content]);

describe('the request of llm', () => {
  it('names the model, the parameters that are set and the filled prompt', async () => {
    const params = {
      temperature: 0,
      top_p: 0.5,
      max_tokens: 9,
      stop: ['.'],
      seed: 1,
      response_format: 'json_object',
    };
    const { requests } = await ask({ model_instance_id: 'm1', prompt, params });
    expect(requests).toEqual([
      {
        workspaceId: 'workspace-1',
        modelInstanceId: 'm1',
        messages: [
          { role: 'system', content: 'Be brief about looms.' },
          { role: 'user', content: 'Go.' },
        ],
        temperature: 0,
        topP: 0.5,
        maxTokens: 9,
        stop: ['.'],
        seed: 1,
        responseFormat: { type: 'json_object' },
      },
    ]);
    const plain = await ask({ model: 'gpt', prompt, params: { response_format: { type: 'text' } } });
    expect(Object.keys(plain.requests[0] ?? {})).toEqual(['workspaceId', 'messages', 'model']);
  });

  it('is refused without anything to say', async () => {
    await expect(
      ask({ prompt: [{ role: 'user', text: ' {{ sys.none }}' }] }, { variables: { sys: { none: '' } } }),
    ).rejects.toMatchObject({ code: 'PROMPT_EMPTY' });
    await expect(ask({})).rejects.toMatchObject({ code: 'PROMPT_EMPTY' });
  });
});

describe('the memory of llm', () => {
  const system = prompt.slice(0, 1);

  it('is on in a chatflow: prompt, what was said before, then the message', async () => {
    const { messages } = await ask({ prompt: system }, CHAT);
    expect(said(messages)).toEqual([
      ['system', 'Be brief about looms.'],
      ['user', 'Hello'],
      ['assistant', 'Hi'],
      ['user', 'And now?'],
    ]);
  });

  it('keeps a message last that the prompt holds already', async () => {
    const own = [...system, { role: 'user', text: 'Answer: {{ sys.query }}' }];
    expect(said((await ask({ prompt: own }, CHAT)).messages).slice(1)).toEqual([
      ['user', 'Hello'],
      ['assistant', 'Hi'],
      ['user', 'Answer: And now?'],
    ]);
  });

  it('asks its own question when it has one', async () => {
    const memory = { query: 'About {{ start.topic }}: {{ sys.query }}', window: 1 };
    const { messages } = await ask({ prompt, memory }, CHAT);
    expect(said(messages).slice(1)).toEqual([
      ['user', 'Go.'],
      ['user', 'Hello'],
      ['assistant', 'Hi'],
      ['user', 'About looms: And now?'],
    ]);
  });

  it('is off in a workflow, when switched off, and empty outside a conversation', async () => {
    expect((await ask({ prompt })).messages).toHaveLength(2);
    expect((await ask({ prompt, memory: { enabled: false } }, CHAT)).messages).toHaveLength(2);
    expect((await ask({ prompt, memory: { enabled: true } })).messages).toHaveLength(2);
    expect(said((await ask({ prompt: system, memory: { window: 0 } }, CHAT)).messages)).toEqual([
      ['system', 'Be brief about looms.'],
      ['user', 'And now?'],
    ]);
  });

  it('reaches as far back as its window says', async () => {
    const history = { window: jest.fn(() => Promise.resolve([])) };
    await ask({ prompt }, { ...CHAT, ports: { history } });
    expect(history.window).toHaveBeenCalledWith(
      { workspaceId: 'workspace-1', flowId: 'flow-1', sessionId: 's1', userId: 'user-1' },
      10,
    );
  });
});

describe('the context of llm', () => {
  const passages = [{ title: 'Looms', content: 'A loom weaves.' }, 'Plain', { other: 1 }];
  const text = '[1] Looms\nA loom weaves.\n\n[2] Plain\n\n[3] {"other":1}';
  const given = { variables: { ...variables, rag: { result: passages } } };

  it('stands where the prompt says', async () => {
    const config = { prompt: [{ role: 'user', text: 'Use: {{ context }}' }], context: '{{ rag.result }}' };
    expect(said((await ask(config, given)).messages)).toEqual([['user', `Use: ${text}`]]);
  });

  it('follows the system message otherwise', async () => {
    const { messages } = await ask({ prompt, context: '{{ rag.result }}' }, given);
    expect(said(messages)[0]).toEqual(['system', `Be brief about looms.\n\n<context>\n${text}\n</context>`]);
    const alone = await ask({ prompt: prompt.slice(1), context: 'Facts.' }, given);
    expect(said(alone.messages)[0]).toEqual(['system', '<context>\nFacts.\n</context>']);
  });
});

describe('the vision of llm', () => {
  it('sends images along with the last thing the user says, other files not', async () => {
    const files = memoryFiles();
    const save = async (name: string, mimeType: string): Promise<JsonObject> => ({
      ...(await files.save('workspace-1', { name, mimeType, bytes: new Uint8Array([1, 2, 3]) })),
    });
    const given = {
      sys: { files: [await save('a.png', 'image/png'), await save('b.pdf', 'application/pdf')] },
    };
    const options = { variables: { ...variables, ...given }, ports: { files } };
    const { messages, run } = await ask({ prompt, vision: { detail: 'low' } }, options);
    expect(messages[1]).toEqual({
      role: 'user',
      content: [
        { type: 'text', text: 'Go.' },
        { type: 'image', url: 'data:image/png;base64,AQID', detail: 'low' },
      ],
    });
    expect(JSON.stringify(run.inputs)).not.toContain('AQID');
    expect((await ask({ prompt, vision: {} })).messages).toHaveLength(2);
  });
});

describe('the answer of llm', () => {
  it('streams and adds up', async () => {
    const usage = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5, cost: 0.5 };
    const { run } = await ask(
      { prompt },
      { scripts: [{ chunks: ['It ', 'works'], usage, finishReason: 'length' }] },
    );
    expect(run.chunks).toEqual([
      { output: 'text', text: 'It ' },
      { output: 'text', text: 'works' },
    ]);
    expect(run.outputs).toMatchObject({
      text: 'It works',
      reasoning: '',
      finish_reason: 'length',
      usage: { prompt: 3, completion: 2, total: 5, cost: 0.5 },
    });
    expect(run.usage).toEqual(usage);
  });

  const thinking = { reasoning: ['hm'], chunks: ['<think>well</think>', 'Yes'] };

  it('keeps thoughts apart', async () => {
    const { run } = await ask({ prompt }, { scripts: [thinking] });
    expect(run.outputs).toMatchObject({ text: 'Yes', reasoning: 'hmwell' });
    expect(run.chunks.map(({ output }) => output)).toEqual(['reasoning', 'reasoning', 'text']);
  });

  it('keeps thoughts in the text when asked to', async () => {
    const { run } = await ask(
      { prompt, reasoning: 'inline' },
      { scripts: [{ reasoning: ['h', 'm'], chunks: ['Yes'] }] },
    );
    expect(run.outputs).toMatchObject({ text: '<think>\nhm\n</think>\n\nYes', reasoning: '' });
  });

  it('is an error when the model stops before its end', async () => {
    const chat = {
      async *stream() {
        yield { type: 'text' as const, text: 'half' };
      },
    };
    await expect(
      runNode(executor, { prompt }, { variables, ports: fakePorts({ chat }) }),
    ).rejects.toMatchObject({
      code: 'UPSTREAM_TRUNCATED',
      isRetryable: true,
    });
  });

  it('ends with the reason of the abort', async () => {
    const controller = new AbortController();
    const reason = new Error('stopped');
    const chat = fakeChat({ chunks: ['a'], isHanging: true });
    const running = runNode(
      executor,
      { prompt },
      { variables, ports: fakePorts({ chat }), signal: controller.signal },
    );
    controller.abort(reason);
    await expect(running).rejects.toBe(reason);
  });
});

describe('messages in Jinja2 syntax', () => {
  it('are rendered in the sandbox with what they mention, their values and the context', async () => {
    const sandbox = fakeSandbox(({ kind }) => ({ value: kind === 'template' ? 'Rendered.' : null }));
    const text = '{% if topic %}{{ start.topic | upper }}{% endif %} {{ context | trim }}';
    const config = {
      prompt: [{ role: 'user', text, syntax: 'jinja2' }],
      variables: [{ name: 'topic', value: '{{ start.topic }}' }],
      context: 'Facts.',
    };
    const { messages } = await ask(config, { ports: { sandbox } });
    expect(sandbox.jobs).toEqual([
      {
        kind: 'template',
        source: text,
        input: { start: { topic: 'looms' }, topic: 'looms', context: 'Facts.' },
      },
    ]);
    expect(said(messages)).toEqual([['user', 'Rendered.']]);
  });

  it('are handed over for checking', () => {
    const config = llm.config.parse({ prompt: [...prompt, { text: '{{ x | y }}', syntax: 'jinja2' }] });
    expect(llm.embedded?.(config)).toEqual([
      { language: 'template', source: '{{ x | y }}', path: 'prompt[2].text' },
    ]);
  });
});
