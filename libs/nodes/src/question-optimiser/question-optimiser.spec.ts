import { FlowError, type JsonObject } from '@heddle/model';
import {
  type ChatScript,
  describeNodeContract,
  fakeChat,
  fakePorts,
  memoryHistory,
  runNode,
} from '@heddle/testing';
import executor from './executor';
import { questionOptimiser } from './schema';

const variables = { sys: { query: ' And what does it cost? ' }, start: { blank: ' ', shop: 'Looms' } };
const HISTORY = [
  { role: 'user' as const, content: 'Tell me about the loom.' },
  { role: 'assistant' as const, content: 'It weaves.' },
];
const CHAT = { run: { mode: 'chatflow' as const, sessionId: 's1' } };

describeNodeContract(questionOptimiser, executor, {
  folder: __dirname,
  samples: [
    { config: { query: '{{ sys.query }}' }, variables, isRun: true },
    {
      config: { query: '{{ sys.query }}', strategy: 'decompose', history: 3 },
      variables,
      ports: fakePorts({ chat: fakeChat('{"optimized_query":"a","queries":["b"]}') }),
      isRun: true,
    },
    { config: { query: '{{ start.blank }}', history: true }, variables, isRun: true },
  ],
});

const optimise = async (
  answer: ChatScript,
  config: JsonObject = {},
  options: Parameters<typeof runNode>[2] = {},
) => {
  const chat = fakeChat(answer);
  const ports = fakePorts({ history: memoryHistory(HISTORY), chat });
  const run = await runNode(
    executor,
    { query: '{{ sys.query }}', ...config },
    { variables, ...options, ports },
  );
  return { run, requests: chat.requests, messages: chat.requests[0]?.messages ?? [] };
};

describe('a question optimiser', () => {
  it('rewrites a question, knowing what was said before in a chatflow', async () => {
    const { run, messages } = await optimise('{"optimized_query":"What does the loom cost?"}', {}, CHAT);
    expect(run.outputs).toMatchObject({
      optimized_query: 'What does the loom cost?',
      queries: ['What does the loom cost?'],
      original_query: ' And what does it cost? ',
    });
    expect(messages.map(({ role, content }) => [role, role === 'system' ? '' : content])).toEqual([
      ['system', ''],
      ['user', 'Tell me about the loom.'],
      ['assistant', 'It weaves.'],
      ['user', 'And what does it cost?'],
    ]);
  });

  it('knows no history in a workflow, nor when it is switched off', async () => {
    expect((await optimise('x', {}, { run: { sessionId: 's1' } })).messages).toHaveLength(2);
    expect((await optimise('x', { history: false }, CHAT)).messages).toHaveLength(2);
    expect((await optimise('x', { history: 0 }, CHAT)).messages).toHaveLength(2);
  });

  it('asks for what the strategy needs, and passes instructions on', async () => {
    const { messages, requests } = await optimise('{}', {
      strategy: 'expand',
      max_queries: 3,
      instruction: 'Shop: {{ start.shop }}',
    });
    expect(messages[0]?.content).toContain('up to 3 other ways');
    expect(messages[0]?.content).toContain('Shop: Looms');
    expect(requests[0]?.responseFormat).toMatchObject({
      schema: { required: ['optimized_query', 'queries'], properties: { queries: { type: 'array' } } },
    });
    const rewriting = await optimise('{}');
    expect(rewriting.requests[0]?.responseFormat).toMatchObject({
      schema: { required: ['optimized_query'] },
    });
  });

  it.each([
    ['expand', '{"optimized_query":"a","queries":["b"," a ","c","d"]}', 'a', ['a', 'b', 'c']],
    ['decompose', '{"optimized_query":"a","queries":["b","","b","c","d","e"]}', 'a', ['b', 'c', 'd']],
    ['decompose', '```json\n{"queries":["b","c"]}\n```', 'And what does it cost?', ['b', 'c']],
    ['expand', '{"optimized_query":"a"}', 'a', ['a']],
    ['decompose', 'I would ask: why?', 'And what does it cost?', ['And what does it cost?']],
    ['rewrite', 'What does the loom cost?', 'What does the loom cost?', ['What does the loom cost?']],
    ['rewrite', '{"optimized_query":5}', 'And what does it cost?', ['And what does it cost?']],
    ['rewrite', '', 'And what does it cost?', ['And what does it cost?']],
  ])('by %s reads %j as %j', async (strategy, text, optimized_query, queries) => {
    const { run } = await optimise({ chunks: [text] }, { strategy, max_queries: 3 });
    expect(run.outputs).toMatchObject({ optimized_query, queries });
  });

  it('does not send an empty question', async () => {
    const { run, requests } = await optimise('x', { query: '{{ start.blank }}' });
    expect(requests).toEqual([]);
    expect(run.outputs).toEqual({ optimized_query: '', queries: [], original_query: ' ', usage: {} });
  });

  it('fails when the model does', async () => {
    const error = new FlowError({ code: 'RATE_LIMITED', category: 'operational', message: 'busy' });
    await expect(optimise({ error })).rejects.toBe(error);
  });

  it('asks for a question', () => {
    expect(questionOptimiser.check?.(questionOptimiser.config.parse({ query: '' }))).toMatchObject([
      { path: 'query' },
    ]);
  });
});
