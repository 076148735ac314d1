import { FlowError, type JsonObject } from '@heddle/model';
import {
  type ChatScript,
  describeNodeContract,
  fakeChat,
  fakePorts,
  memoryFiles,
  memoryHistory,
  runNode,
} from '@heddle/testing';
import executor from './executor';
import { questionClassifier } from './schema';

const variables = { sys: { query: 'Where is my money?' }, start: { shop: 'Looms & Co', blank: ' ' } };
const CONFIG: JsonObject = {
  query: '{{ sys.query }}',
  categories: [
    { id: 'c1', name: 'Refund', description: 'wants money back', label: 'Money' },
    { id: 'c2', name: 'Shipping', description: 'asks {{ start.shop }} for a parcel' },
  ],
};

describeNodeContract(questionClassifier, executor, {
  folder: __dirname,
  samples: [
    {
      config: CONFIG,
      variables,
      ports: fakePorts({ chat: fakeChat('{"category":"Shipping","confidence":0.8}') }),
      isRun: true,
    },
    {
      config: { ...CONFIG, fallback: 'other' },
      variables,
      ports: fakePorts({ chat: fakeChat('?') }),
      isRun: true,
    },
    { config: { ...CONFIG, query: '{{ start.blank }}' }, variables, isRun: true },
  ],
});

const classify = async (
  answer: ChatScript,
  config: JsonObject = {},
  options: Parameters<typeof runNode>[2] = {},
) => {
  const chat = fakeChat(answer);
  const ports = fakePorts({
    history: memoryHistory([{ role: 'user', content: 'Hi' }]),
    ...options.ports,
    chat,
  });
  const run = await runNode(executor, { ...CONFIG, ...config }, { variables, ...options, ports });
  return { run, requests: chat.requests, messages: chat.requests[0]?.messages ?? [] };
};

describe('a question classifier', () => {
  it('asks for one of the names and takes the way of that category', async () => {
    const usage = { prompt_tokens: 9, completion_tokens: 3, total_tokens: 12, cost: 0.1 };
    const { run, requests } = await classify({ chunks: ['{"category":"Shipping","confidence":0.8}'], usage });
    expect(run.handle).toBe('c2');
    expect(run.outputs).toMatchObject({
      category: 'Shipping',
      category_id: 'c2',
      category_label: 'Shipping',
      confidence: 0.8,
      usage: { prompt: 9, completion: 3, total: 12, cost: 0.1 },
    });
    expect(run.usage).toEqual(usage);
    expect(run.chunks).toEqual([]);
    expect(requests[0]?.responseFormat).toEqual({
      type: 'json_schema',
      schema: {
        type: 'object',
        properties: {
          category: { type: 'string', enum: ['Refund', 'Shipping'] },
          confidence: { type: 'number', minimum: 0, maximum: 1 },
        },
        required: ['category', 'confidence'],
        additionalProperties: false,
      },
    });
  });

  it('tells the model what belongs where, and puts the question last', async () => {
    const { messages } = await classify('{}', { instruction: 'Shop: {{ start.shop }}', fallback: 'c2' });
    const system = String(messages[0]?.content);
    expect(system).toContain('- Refund: wants money back\n- Shipping: asks Looms & Co for a parcel');
    expect(system).toContain('choose "none"');
    expect(system).toContain('Shop: Looms & Co');
    expect(messages.slice(1)).toEqual([{ role: 'user', content: 'Where is my money?' }]);
  });

  it('calls categories by id where names are long or alike', async () => {
    const categories = [
      { id: 'c1', name: 'Same' },
      { id: 'c2', name: 'same' },
    ];
    const { messages, run } = await classify('{"category":"c2"}', { categories });
    expect(messages[0]?.content).toContain('- c1: Same\n- c2: same');
    expect(run.outputs).toMatchObject({ category: 'same', category_id: 'c2', confidence: null });
  });

  it.each([
    ['{"category_id":"c2","category_name":"Refund"}', 'c2', null],
    ['```json\n{"category":" shipping ","confidence":"0.5"}\n```', 'c2', 0.5],
    ['<think>{"category":"Refund"}</think>{"category":"Shipping","confidence":7}', 'c2', 1],
    ['Shipping', 'c2', null],
    ['"c2"', 'c2', null],
    ['I cannot say.', 'c1', 0],
    ['{"category":"Weather","confidence":0.9}', 'c1', 0],
    ['{"category":', 'c1', 0],
    ['', 'c1', 0],
  ])('reads %j as %s with confidence %s', async (text, id, confidence) => {
    const { run } = await classify({ chunks: [text] });
    expect([run.handle, run.outputs['confidence']]).toEqual([id, confidence]);
  });

  it('falls back to the category for that, or to a way of its own', async () => {
    const second = await classify('nonsense', { fallback: 'c2' });
    expect(second.run.outputs).toMatchObject({ category: 'Shipping', category_id: 'c2', confidence: 0 });
    const other = await classify('{"category":"none","confidence":1}', { fallback: 'other' });
    expect(other.run.handle).toBe('other');
    expect(other.run.outputs).toMatchObject({ category: null, category_id: 'other', confidence: 0 });
    expect(other.run.inputs).toMatchObject({ is_fallback: true });
  });

  it('numbers categories without a label in the Dify mode', async () => {
    const { run } = await classify('Shipping', {}, { isDifyCompatible: true });
    expect(run.outputs['category_label']).toBe('CLASS 2');
  });

  it('asks nothing about an empty question', async () => {
    const { run, requests } = await classify('{}', { query: '{{ start.blank }}', fallback: 'other' });
    expect(requests).toEqual([]);
    expect([run.handle, run.outputs['usage']]).toEqual(['other', {}]);
  });

  it('shows the model earlier messages and images when it is to see them', async () => {
    const files = memoryFiles();
    const image = await files.save('workspace-1', {
      name: 'a.png',
      mimeType: 'image/png',
      bytes: Buffer.from('x'),
    });
    const given = { ...variables, sys: { query: 'Look', files: [{ ...image }] } };
    const run = { mode: 'chatflow' as const, sessionId: 's1' };
    const { messages } = await classify(
      'c1',
      { memory: { window: 3 }, vision: {} },
      { variables: given, run, ports: { files } },
    );
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'user']);
    expect(messages[2]?.content).toMatchObject([{ type: 'text', text: 'Look' }, { type: 'image' }]);
    expect((await classify('c1', {}, { run })).messages).toHaveLength(2);
  });

  it('fails when the model does, or when there is nothing to choose', async () => {
    const error = new FlowError({ code: 'RATE_LIMITED', category: 'operational', message: 'busy' });
    await expect(classify({ error })).rejects.toBe(error);
    await expect(classify('c1', { categories: [] })).rejects.toMatchObject({ code: 'NODE_CONFIG_INVALID' });
  });
});

describe('the check of a question classifier', () => {
  const pathsOf = (config: JsonObject): unknown[] =>
    (questionClassifier.check?.(questionClassifier.config.parse(config)) ?? []).map(({ path }) => path);

  it('finds what cannot be chosen', () => {
    expect(pathsOf({ query: '' })).toEqual(['query', 'categories']);
    const categories = [
      { id: 'a b', name: 'x' },
      { id: 'error', name: 'x' },
      { id: 'c', description: 'x' },
      { id: 'c', name: ' ' },
    ];
    expect(pathsOf({ query: 'q', categories, fallback: 'no way' })).toEqual([
      'categories[0].id',
      'categories[1].id',
      'categories[3].id',
      'categories[3].name',
      'fallback',
    ]);
  });

  it('names its ways out after the categories', () => {
    const ports = (config: JsonObject): unknown[] =>
      questionClassifier
        .ports(questionClassifier.config.parse(config))
        .map(({ id, label }) => [id, label.en]);
    expect(ports({ ...CONFIG, fallback: 'c2' })).toEqual([
      ['c1', 'Money'],
      ['c2', 'Shipping'],
    ]);
    expect(ports({ query: '', categories: [{ id: 'x' }], fallback: 'y' })).toEqual([
      ['x', 'Category 1'],
      ['y', 'Nothing fits'],
    ]);
  });
});
