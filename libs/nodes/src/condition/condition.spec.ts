import type { Json, JsonObject } from '@heddle/model';
import { describeNodeContract, fakePorts, fakeSandbox, runNode } from '@heddle/testing';
import executor from './executor';
import { condition } from './schema';

const variables = { start: { score: 7, name: 'Ada', tags: ['x'], none: null } };
const comparison = (left: Json, operator: string, right?: Json): JsonObject =>
  right === undefined ? { left, operator } : { left, operator, right };

describeNodeContract(condition, executor, {
  folder: __dirname,
  samples: [
    {
      config: {
        cases: [
          { id: 'high', logic: 'and', conditions: [comparison('{{ start.score }}', 'gt', 5)] },
          { id: 'named', logic: 'or', conditions: [comparison('{{ start.name }}', 'matches', '^A')] },
        ],
      },
      variables,
      isRun: true,
    },
    {
      config: { cases: [{ id: 'a', conditions: [comparison('{{ start.name }}', 'matches', '^A')] }] },
      variables,
      ports: fakePorts({ sandbox: fakeSandbox({ value: true }) }),
      isRun: true,
    },
  ],
});

const choose = async (conditions: Json[], logic = 'and'): Promise<boolean> => {
  const run = await runNode(executor, { cases: [{ id: 'yes', logic, conditions }] }, { variables });
  return run.handle === 'yes';
};

describe('a condition', () => {
  it('takes the first case that holds and does not look at the others', async () => {
    const run = await runNode(
      executor,
      {
        cases: [
          { id: 'low', conditions: [comparison('{{ start.score }}', 'lt', 5)] },
          { id: 'high', conditions: [comparison({ ref: ['start', 'score'] }, 'gte', '{{ start.score }}')] },
          { id: 'broken', conditions: [comparison('{{ start.nothing }}', 'is', 'x')] },
        ],
      },
      { variables },
    );
    expect(run.handle).toBe('high');
    expect(run.outputs).toEqual({ result: true, selected_case_id: 'high' });
    expect(run.inputs).toEqual({
      conditions: [
        { left: 7, operator: 'lt', right: 5, holds: false },
        { left: 7, operator: 'gte', right: 7, holds: true },
      ],
    });
  });

  it('leaves through else when no case holds', async () => {
    const run = await runNode(executor, { cases: [] }, { variables });
    expect([run.handle, run.outputs]).toEqual(['else', { result: false, selected_case_id: 'else' }]);
  });

  it('stops at the condition that decides, so what follows may be missing', async () => {
    const missing = comparison('{{ start.nothing }}', 'is', 'x');
    expect(await choose([comparison('{{ start.name }}', 'is', 'Ada'), missing], 'or')).toBe(true);
    expect(await choose([comparison('{{ start.name }}', 'is', 'Bo'), missing], 'and')).toBe(false);
    await expect(choose([missing])).rejects.toMatchObject({ code: 'VARIABLE_UNKNOWN' });
  });

  it('misses what Dify would miss, although its path reads as text in that mode', () => {
    const document = { cases: [{ id: 'a', conditions: [comparison('{{ gone.x }}', 'is', 'gone.x')] }] };
    const resolve = (value: Json): Json => (value === '{{ gone.x }}' ? 'gone.x' : value);
    const context = { isDifyCompatible: true, variables: { resolve, has: () => false } };
    const run = (): unknown =>
      executor.run(
        condition.config.parse(document),
        context as unknown as Parameters<typeof executor.run>[1],
      );
    expect(run).toThrow(expect.objectContaining({ code: 'VARIABLE_UNKNOWN' }) as Error);
  });

  it('reads groups within groups', async () => {
    const group = (logic: string, ...conditions: Json[]): JsonObject => ({ logic, conditions });
    const isAda = comparison('{{ start.name }}', 'is', 'Ada');
    const isBo = comparison('{{ start.name }}', 'is', 'Bo');
    expect(await choose([isAda, group('or', isBo, group('and', isAda, isAda))])).toBe(true);
    expect(await choose([isAda, group('and', isAda, isBo)])).toBe(false);
  });

  it.each<[string, string, boolean]>([
    ['{{ start.name }}', 'exists', true],
    ['{{ start.none }}', 'exists', false],
    ['{{ start.nothing }}', 'exists', false],
    ['{{ gone.name }}', 'not_exists', true],
  ])('%s %s without an error', async (left, operator, expected) => {
    expect(await choose([comparison(left, operator)])).toBe(expected);
  });

  it('leaves patterns to the sandbox', async () => {
    const sandbox = fakeSandbox(({ kind }) => ({ value: kind === 'regex' }));
    const run = await runNode(
      executor,
      {
        cases: [
          { id: 'null', conditions: [comparison('{{ start.none }}', 'matches', '.*')] },
          { id: 'yes', conditions: [comparison('{{ start.name }}', 'matches', '^A.a$')] },
        ],
      },
      { variables, ports: fakePorts({ sandbox }) },
    );
    expect(run.handle).toBe('yes');
    expect(sandbox.jobs).toEqual([{ kind: 'regex', pattern: '^A.a$', text: 'Ada' }]);
  });

  it('answers at once when there is no pattern', () => {
    const config = condition.config.parse({ cases: [{ id: 'a', conditions: [comparison(1, 'eq', 1)] }] });
    const context = { variables: { resolve: (value: Json) => value } } as Parameters<typeof executor.run>[1];
    expect(executor.run(config, context)).toMatchObject({ handle: 'a' });
  });
});

describe('conditions on the items of a list', () => {
  const file = (name: string, size: number, type = 'document'): JsonObject => ({
    id: name,
    name,
    size,
    type,
    extension: name.split('.')[1] ?? '',
    mime_type: 'x/y',
  });
  const files = [file('a.pdf', 5), file('b.png', 50, 'image')];
  const given = { start: { files, none: [], words: ['ab', 'cd'], text: 'x' } };
  const asks = async (
    left: string,
    operator: string,
    where: JsonObject,
    isDifyCompatible = false,
  ): Promise<boolean> => {
    const config = { cases: [{ id: 'yes', conditions: [{ left, operator, where }] }] };
    const sandbox = fakeSandbox((job) => ({ value: job.kind === 'regex' && job.text === 'b.png' }));
    const ports = fakePorts({ sandbox });
    return (await runNode(executor, config, { variables: given, isDifyCompatible, ports })).handle === 'yes';
  };
  const pdf = comparison('extension', 'is', '.pdf');
  const large = comparison('size', 'gt', 10);
  const both = { logic: 'and', conditions: [pdf, large] };
  const either = { logic: 'or', conditions: [pdf, large] };
  const image = { conditions: [comparison('type', 'in', ['image', 'video'])] };

  it.each<[string, string, JsonObject, boolean]>([
    ['files', 'contains', { conditions: [pdf] }, true],
    ['files', 'contains', both, false],
    ['files', 'not_contains', both, true],
    ['files', 'all_of', either, true],
    ['files', 'all_of', image, false],
    ['files', 'contains', image, true],
    ['files', 'contains', { conditions: [comparison('url', 'exists')] }, false],
    ['files', 'contains', { conditions: [comparison('transfer_method', 'is', 'local_file')] }, true],
    ['files', 'contains', { conditions: [comparison('name', 'matches', '^b')] }, true],
    ['none', 'contains', image, false],
    ['none', 'not_contains', image, true],
    ['none', 'all_of', image, false],
    ['words', 'contains', { conditions: [comparison('', 'is', 'cd')] }, true],
    ['words', 'all_of', { conditions: [comparison('{{ start.text }}', 'is', 'x')] }, true],
  ])('%s %s %j: %s', async (name, operator, where, expected) => {
    expect(await asks(`{{ start.${name} }}`, operator, where)).toBe(expected);
  });

  it('hold as Dify asks them in its mode: each by some file, or by every file where it forbids', async () => {
    const noPdf = { conditions: [comparison('extension', 'is_not', 'pdf')] };
    expect(await asks('{{ start.files }}', 'contains', both, true)).toBe(true);
    expect(await asks('{{ start.files }}', 'not_contains', both, true)).toBe(true);
    expect(await asks('{{ start.files }}', 'contains', noPdf, true)).toBe(false);
    expect(await asks('{{ start.files }}', 'contains', noPdf)).toBe(true);
    expect(await asks('{{ start.none }}', 'contains', either, true)).toBe(false);
  });

  it('need a list', async () => {
    await expect(asks('{{ start.text }}', 'contains', image)).rejects.toMatchObject({
      code: 'NODE_INPUT_TYPE',
      message: "left: expected a list, got text 'x'.",
    });
  });

  it('are checked where they stand, patterns among them', () => {
    const where = (...conditions: Json[]): JsonObject => ({
      cases: [
        { id: 'a', conditions: [{ left: '{{ start.files }}', operator: 'contains', where: { conditions } }] },
      ],
    });
    const pathsOf = (config: JsonObject): unknown[] =>
      (condition.check?.(condition.config.parse(config)) ?? []).map(({ path }) => path);
    expect(pathsOf(where(pdf))).toEqual([]);
    expect(pathsOf(where())).toEqual(['cases[0].conditions[0].where.conditions']);
    expect(pathsOf(where(comparison('size', 'gt')))).toEqual([
      'cases[0].conditions[0].where.conditions[0].right',
    ]);
    expect(condition.embedded?.(condition.config.parse(where(comparison('name', 'matches', '^b'))))).toEqual([
      { language: 'regex', source: '^b', path: 'cases[0].conditions[0].where.conditions[0].right' },
    ]);
  });
});

describe('the check of a condition', () => {
  it('finds case ids that clash and comparisons that lack a side', () => {
    const config = condition.config.parse({
      cases: [
        { id: 'else', conditions: [comparison('', 'is', 'x')] },
        { id: 'a', conditions: [{ logic: 'or', conditions: [] }] },
        { id: 'a', conditions: [comparison('x', 'eq')] },
        { id: 'a b', conditions: [comparison('x', 'empty')] },
      ],
    });
    expect(condition.check?.(config).map(({ path }) => path)).toEqual([
      'cases[0].id',
      'cases[0].conditions[0].left',
      'cases[1].conditions[0].conditions',
      'cases[2].id',
      'cases[2].conditions[0].right',
      'cases[3].id',
    ]);
  });

  it('hands patterns over for checking, except those that are made at run time', () => {
    const config = condition.config.parse({
      cases: [
        {
          id: 'a',
          conditions: [
            comparison('x', 'matches', '(?=a)'),
            { logic: 'and', conditions: [comparison('x', 'matches', '{{ start.name }}')] },
          ],
        },
      ],
    });
    expect(condition.embedded?.(config)).toEqual([
      { language: 'regex', source: '(?=a)', path: 'cases[0].conditions[0].right' },
    ]);
  });

  it('names its ways out after the cases', () => {
    const config = condition.config.parse({
      cases: [
        { id: 'a', label: 'Big', conditions: [] },
        { id: 'b', conditions: [] },
      ],
    });
    expect(condition.ports(config).map(({ id, label }) => [id, label.en])).toEqual([
      ['a', 'Big'],
      ['b', 'Case 2'],
      ['else', 'Else'],
    ]);
  });
});
