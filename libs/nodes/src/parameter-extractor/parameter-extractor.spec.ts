import { FlowError, type Json, type JsonObject } from '@heddle/model';
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
import { parameterExtractor } from './schema';

const variables = { sys: { query: 'Two nights in Oslo, please' }, start: { year: 2026 } };
const PARAMETERS: Json[] = [
  { name: 'city', type: 'string', description: 'where to', required: true },
  { name: 'nights', type: 'integer' },
];
const call = (values: Json) => ({
  toolCalls: [{ id: 'c1', name: 'extract_parameters', arguments: JSON.stringify(values) }],
});

describeNodeContract(parameterExtractor, executor, {
  folder: __dirname,
  samples: [
    {
      config: { query: '{{ sys.query }}', parameters: PARAMETERS },
      variables,
      ports: fakePorts({ chat: fakeChat(call({ city: 'Oslo', nights: 2 })) }),
      isRun: true,
    },
    {
      config: {
        query: '{{ sys.query }}',
        mode: 'prompt',
        parameters: [...PARAMETERS, { name: 'reason', type: 'array[string]' }],
      },
      variables,
      isRun: true,
    },
  ],
});

const extract = async (
  scripts: ChatScript | ChatScript[],
  config: JsonObject = {},
  options: Parameters<typeof runNode>[2] = {},
) => {
  const chat = fakeChat(...[scripts].flat());
  const ports = fakePorts({
    history: memoryHistory([{ role: 'user', content: 'Hi' }]),
    ...options.ports,
    chat,
  });
  const given = { query: '{{ sys.query }}', parameters: PARAMETERS, ...config };
  const run = await runNode(executor, given, { variables, ...options, ports });
  return { run, outputs: run.outputs, requests: chat.requests };
};

/** What becomes of one value of one type. */
const read = async (type: string, said: Json, isDifyCompatible = false): Promise<[Json, Json]> => {
  const parameters = [{ name: 'x', type, options: type === 'select' ? ['Red', 'Blue'] : [] }];
  const { outputs } = await extract(call({ x: said }), { parameters }, { isDifyCompatible });
  return [outputs['x'] ?? null, outputs['is_success'] ?? null];
};

describe('a parameter extractor', () => {
  it('has the model call a function with the parameters', async () => {
    const usage = { prompt_tokens: 4, completion_tokens: 2, total_tokens: 6, cost: 0 };
    const { run, requests } = await extract({ ...call({ city: 'Oslo', nights: 2 }), usage });
    expect(run.outputs).toMatchObject({
      city: 'Oslo',
      nights: 2,
      is_success: true,
      reason: null,
      usage: { total: 6 },
    });
    expect(run.usage).toEqual(usage);
    expect(requests).toMatchObject([
      {
        toolChoice: { name: 'extract_parameters' },
        tools: [
          {
            name: 'extract_parameters',
            parameters: {
              type: 'object',
              properties: { city: { type: 'string', description: 'where to' }, nights: { type: 'integer' } },
              required: ['city'],
              additionalProperties: false,
            },
          },
        ],
      },
    ]);
  });

  it('tells the model what to find, and puts the text last', async () => {
    const { requests } = await extract(call({}), { instruction: 'It is {{ start.year }}.' });
    const [system, ...rest] = requests[0]?.messages ?? [];
    expect(system?.content).toContain('- city (string, required): where to\n- nights (integer)');
    expect(system?.content).toContain('It is 2026.');
    expect(rest).toEqual([{ role: 'user', content: 'Two nights in Oslo, please' }]);
  });

  it('asks for JSON by prompt, and reads it with words around it', async () => {
    const { outputs, requests } = await extract('Here: {"city":"Oslo"} as asked', { mode: 'prompt' });
    expect(outputs).toMatchObject({ city: 'Oslo', nights: null, is_success: true });
    expect(requests[0]?.tools).toBeUndefined();
    expect(requests[0]?.responseFormat).toMatchObject({
      type: 'json_schema',
      schema: { required: ['city'] },
    });
  });

  it('reads the text of a model that does not call', async () => {
    expect((await extract('```json\n{"city":"Oslo"}\n```')).outputs).toMatchObject({ city: 'Oslo' });
  });

  it('says why it failed instead of failing', async () => {
    expect((await extract('No idea.')).outputs).toMatchObject({
      city: null,
      nights: null,
      is_success: false,
      reason: 'the model did not say any parameters',
    });
    expect((await extract(call({ nights: 'many' }))).outputs).toMatchObject({
      is_success: false,
      reason: "city is missing; nights is text 'many', expected integer",
    });
    const details = { tool: 'extract_parameters', arguments: '{"city":' };
    const error = new FlowError({
      code: 'TOOL_ARGUMENTS_INVALID',
      category: 'operational',
      message: 'x',
      details,
    });
    expect((await extract({ error })).outputs).toMatchObject({ is_success: false, usage: {} });
  });

  it('does not ask about an empty text', async () => {
    const { outputs, requests } = await extract('x', { query: ' ' });
    expect(requests).toEqual([]);
    expect(outputs).toMatchObject({ city: null, is_success: false, reason: 'city is missing', usage: {} });
  });

  it('falls back to JSON where the provider knows no functions, and fails with other failures', async () => {
    const failure = (message: string): FlowError =>
      new FlowError({ code: 'UPSTREAM_ERROR', category: 'operational', isRetryable: false, message });
    const refusal = failure('answered 400: tool_choice is not supported');
    const { outputs, requests } = await extract([{ error: refusal }, '{"city":"Oslo"}']);
    expect(outputs).toMatchObject({ city: 'Oslo' });
    expect(requests[1]?.tools).toBeUndefined();
    await expect(extract({ error: failure('answered 404: no such model') })).rejects.toMatchObject({
      code: 'UPSTREAM_ERROR',
    });
  });

  it.each<[string, Json, Json]>([
    ['string', 'a', 'a'],
    ['string', 5, '5'],
    ['number', '2.5', 2.5],
    ['integer', 3, 3],
    ['boolean', 'True', true],
    ['boolean', 0, false],
    ['select', 'blue', 'Blue'],
    ['object', { a: 1 }, { a: 1 }],
    ['array[string]', ['a', 1], ['a', '1']],
    ['array[number]', ['1', 2], [1, 2]],
    ['array[boolean]', [true, 'false'], [true, false]],
    ['array[object]', [{}], [{}]],
  ])('reads a %s out of %j', async (type, said, expected) => {
    expect(await read(type, said)).toEqual([expected, true]);
  });

  it.each<[string, Json]>([
    ['string', ['a']],
    ['number', 'two'],
    ['integer', 2.5],
    ['boolean', 'maybe'],
    ['select', 'Green'],
    ['object', 'a'],
    ['array[string]', 'a'],
    ['array[number]', [1, 'two']],
  ])('takes no %s from %j', async (type, said) => {
    expect(await read(type, said)).toEqual([null, false]);
  });

  it('shows the model earlier messages and images when it is to see them', async () => {
    const files = memoryFiles();
    const image = await files.save('workspace-1', {
      name: 'a.png',
      mimeType: 'image/png',
      bytes: Buffer.from('x'),
    });
    const options = {
      variables: { sys: { query: 'Look', files: [{ ...image }] } },
      run: { sessionId: 's1' },
      ports: { files },
    };
    const { requests } = await extract(call({}), { memory: { window: 1 }, vision: {} }, options);
    expect(requests[0]?.messages.map(({ role }) => role)).toEqual(['system', 'user', 'user']);
    expect(requests[0]?.messages.at(-1)?.content).toMatchObject([{ type: 'text' }, { type: 'image' }]);
  });

  it('lets a parameter stand in the place of an output of its own', async () => {
    const parameters = [{ name: 'reason', type: 'string' }];
    const { outputs } = await extract(call({ reason: 'because' }), { parameters });
    expect(outputs).toMatchObject({ reason: 'because', is_success: true });
    const names = parameterExtractor
      .outputs(parameterExtractor.config.parse({ query: '', parameters }))
      .map(({ name }) => name);
    expect(names).toEqual(['reason', 'is_success', 'usage']);
  });
});

describe('a parameter extractor in the Dify mode', () => {
  it.each<[string, Json, Json, number]>([
    ['string', 'a', 'a', 1],
    ['string', 5, '', 0],
    ['number', '2.5', 2.5, 0],
    ['number', true, 1, 0],
    ['boolean', 1, true, 0],
    ['boolean', 'true', false, 0],
    ['select', 'Red', 'Red', 1],
    ['select', 'red', 'red', 0],
    ['array[number]', [1, 'two', '3'], [1, 3], 0],
    ['array[string]', 'a', [], 0],
  ])('reads a %s out of %j as %j', async (type, said, expected, isSuccess) => {
    expect(await read(type, said, true)).toEqual([expected, isSuccess]);
  });

  it('wants every parameter, and fills in what is missing', async () => {
    const options = { isDifyCompatible: true };
    expect((await extract(call({ city: 'Oslo' }), {}, options)).outputs).toMatchObject({
      city: 'Oslo',
      nights: 0,
      is_success: 0,
      reason: '1 parameters were found, expected 2',
    });
    expect((await extract(call({ city: 'Oslo', nights: 2 }), {}, options)).outputs).toMatchObject({
      is_success: 1,
      reason: null,
    });
    expect((await extract('No idea.', {}, options)).outputs).toMatchObject({
      city: '',
      nights: 0,
      is_success: 0,
    });
  });
});

describe('the check of a parameter extractor', () => {
  it('asks for a text, parameters with names, and choices', () => {
    const pathsOf = (config: JsonObject): unknown[] =>
      (parameterExtractor.check?.(parameterExtractor.config.parse(config)) ?? []).map(({ path }) => path);
    expect(pathsOf({ query: '' })).toEqual(['query', 'parameters']);
    const parameters = [{ name: 'a b' }, { name: 'c', type: 'select' }, { name: 'c' }];
    expect(pathsOf({ query: 'q', parameters })).toEqual([
      'parameters[0].name',
      'parameters[2].name',
      'parameters[1].options',
    ]);
  });
});
