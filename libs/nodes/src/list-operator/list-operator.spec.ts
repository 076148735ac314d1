import type { Json, JsonObject } from '@heddle/model';
import { describeNodeContract, fakePorts, fakeSandbox, runNode } from '@heddle/testing';
import executor from './executor';
import { listOperator } from './schema';

const FILES = [
  { id: '1', name: 'b.pdf', mime_type: 'application/pdf', type: 'document', extension: 'pdf', size: 30 },
  { id: '2', name: 'a.png', mime_type: 'image/png', type: 'image', extension: 'png', size: 10 },
  { id: '3', name: 'c.pdf', mime_type: 'application/pdf', type: 'document', extension: 'pdf', size: 20 },
];
const variables = {
  start: {
    words: ['pear', 'apple', 'fig'],
    numbers: [10, 2, 33],
    files: FILES,
    none: [],
    n: 2,
    text: 'x',
    nil: null,
  },
};
const condition = (left: Json, operator: string, right?: Json): JsonObject =>
  right === undefined ? { left, operator } : { left, operator, right };

describeNodeContract(listOperator, executor, {
  folder: __dirname,
  samples: [
    {
      config: {
        input: '{{ start.files }}',
        filter: { logic: 'and', conditions: [condition('size', 'gt', 5)] },
        order_by: { key: 'name', direction: 'desc' },
        extract: '{{ start.n }}',
        limit: 1,
      },
      variables,
      isRun: true,
    },
    {
      config: { input: '{{ start.words }}', filter: { conditions: [condition('', 'matches', '^a')] } },
      variables,
      ports: fakePorts({ sandbox: fakeSandbox({ value: true }) }),
      isRun: true,
    },
  ],
});

const operate = async (config: JsonObject, isDifyCompatible = false): Promise<JsonObject> =>
  (await runNode(executor, config, { variables, isDifyCompatible })).outputs;

const keptBy = async (input: string, ...conditions: Json[]): Promise<Json | undefined> =>
  (await operate({ input: `{{ start.${input} }}`, filter: { conditions } }))['result'];

describe('a list operator', () => {
  it('does its steps in order: filter, extract, order, limit', async () => {
    const config = {
      input: '{{ start.files }}',
      filter: { conditions: [condition('extension', 'is', '.pdf')] },
      order_by: { key: 'size', direction: 'asc' },
    };
    const [pdf, , small] = FILES;
    expect(await operate(config)).toEqual({ result: [small, pdf], first: small, last: pdf });
    expect(await operate({ ...config, limit: '1' })).toEqual({ result: [small], first: small, last: small });
    expect(await operate({ ...config, extract: 2 })).toMatchObject({ result: [small] });
    expect(await operate({ ...config, extract: '{{ start.n }}', limit: 0 })).toEqual({
      result: [],
      first: null,
      last: null,
    });
  });

  it.each<[string, Json[], Json]>([
    ['words', [condition('', 'contains', 'p')], ['pear', 'apple']],
    ['words', [condition('', 'contains', 'p'), condition('', 'starts_with', 'a')], ['apple']],
    ['words', [condition('', 'in', ['fig', 'plum'])], ['fig']],
    ['words', [condition('', 'is', '{{ start.text }}')], []],
    ['words', [condition('{{ start.text }}', 'is', 'x')], ['pear', 'apple', 'fig']],
    ['numbers', [condition('', 'gte', '10')], [10, 33]],
    ['numbers', [condition('', 'eq', 2.5)], []],
    ['files', [condition('type', 'in', ['image'])], [FILES[1] ?? null]],
    ['files', [condition('name', 'ends_with', 'png')], [FILES[1] ?? null]],
    ['files', [condition('gone', 'exists')], []],
    [
      'files',
      [{ logic: 'or', conditions: [condition('size', 'lt', 15), condition('size', 'gt', 25)] }],
      [FILES[0] ?? null, FILES[1] ?? null],
    ],
  ])('keeps of %s by %j %j', async (input, conditions, expected) => {
    expect(await keptBy(input, ...conditions)).toEqual(expected);
  });

  it('does not cut numbers as conditions do in the Dify mode', async () => {
    const filter = { conditions: [condition('', 'eq', 2.5)] };
    expect(await operate({ input: '{{ start.numbers }}', filter }, true)).toMatchObject({ result: [] });
  });

  it.each<[string, JsonObject, Json]>([
    ['numbers', {}, [2, 10, 33]],
    ['numbers', { direction: 'desc' }, [33, 10, 2]],
    ['words', {}, ['apple', 'fig', 'pear']],
    ['words', { enabled: false }, ['pear', 'apple', 'fig']],
  ])('sorts %s by %j', async (input, order, expected) => {
    expect(await operate({ input: `{{ start.${input} }}`, order_by: order })).toMatchObject({
      result: expected,
    });
  });

  it('keeps the order of equals both ways, and puts what has no key last', async () => {
    const input = [
      { k: 1, n: 'a' },
      { n: 'x' },
      { k: 1, n: 'b' },
      { k: 0, n: 'c' },
      { k: true, n: 'd' },
      { k: '0', n: 'e' },
    ];
    const names = async (direction: string): Promise<Json[]> => {
      const { result } = await operate({ input, order_by: { key: 'k', direction } });
      return (result as JsonObject[]).map(({ n }) => n ?? null);
    };
    expect(await names('asc')).toEqual(['c', 'e', 'a', 'b', 'd', 'x']);
    expect(await names('desc')).toEqual(['a', 'b', 'd', 'c', 'e', 'x']);
  });

  it('leaves an empty list empty, whatever is to be extracted', async () => {
    expect(await operate({ input: '{{ start.none }}', extract: 3 })).toEqual({
      result: [],
      first: null,
      last: null,
    });
  });

  it('asks the sandbox about patterns, one item after the other', async () => {
    const sandbox = fakeSandbox((job) => ({ value: job.kind === 'regex' && job.text.endsWith('g') }));
    const config = { input: '{{ start.words }}', filter: { conditions: [condition('', 'matches', 'g$')] } };
    const run = await runNode(executor, config, { variables, ports: fakePorts({ sandbox }) });
    expect(run.outputs['result']).toEqual(['fig']);
    expect(sandbox.jobs).toHaveLength(3);
    expect(run.inputs).toEqual({ count: 3, kept: 1 });
  });

  it.each<[JsonObject, string, string]>([
    [{ input: '{{ start.text }}' }, 'NODE_INPUT_TYPE', "input: expected a list, got text 'x'."],
    [{ input: '{{ start.nil }}' }, 'NODE_INPUT_TYPE', 'input: expected a list, got null.'],
    [{ input: [1], extract: 2 }, 'NUMBER_OUT_OF_RANGE', 'extract: there is no item 2 in a list of 1.'],
    [{ input: [1], extract: 0 }, 'NUMBER_OUT_OF_RANGE', 'extract: there is no item 0 in a list of 1.'],
    [
      { input: [1], extract: '{{ start.text }}' },
      'NODE_INPUT_TYPE',
      "extract: expected a whole number, got text 'x'.",
    ],
    [{ input: [1], limit: -1 }, 'NUMBER_OUT_OF_RANGE', 'limit: it is less than 0.'],
    [
      { input: ['a'], filter: { conditions: [condition('', 'gt', 1)] } },
      'NODE_INPUT_TYPE',
      "left: expected a number, got text 'a'.",
    ],
  ])('refuses %j with %s', async (config, code, message) => {
    await expect(operate(config)).rejects.toMatchObject({ code, message });
  });

  it('takes null for an empty list in the Dify mode', async () => {
    expect(await operate({ input: '{{ start.nil }}' }, true)).toMatchObject({ result: [] });
  });
});

describe('the check of a list operator', () => {
  it('asks for a list, whole conditions and whole numbers', () => {
    const config = {
      input: '',
      filter: { conditions: [condition('', 'empty'), condition('a', 'is'), { logic: 'or', conditions: [] }] },
      extract: 0,
      limit: 'many',
    };
    expect((listOperator.check?.(listOperator.config.parse(config)) ?? []).map(({ path }) => path)).toEqual([
      'input',
      'filter.conditions[1].right',
      'filter.conditions[2].conditions',
      'extract',
      'limit',
    ]);
    const fine = { input: '{{ a.b }}', extract: '{{ a.n }}', limit: '5' };
    expect(listOperator.check?.(listOperator.config.parse(fine))).toEqual([]);
  });

  it('hands patterns over for checking', () => {
    const filter = { conditions: [condition('name', 'matches', '(?=a)')] };
    expect(listOperator.embedded?.(listOperator.config.parse({ input: [], filter }))).toEqual([
      { language: 'regex', source: '(?=a)', path: 'filter.conditions[0].right' },
    ]);
  });
});
