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
