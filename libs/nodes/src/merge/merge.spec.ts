import type { Json, JsonObject } from '@heddle/model';
import { describeNodeContract, flow, runFlow, runNode } from '@heddle/testing';
import condition from '../condition/executor';
import output from '../output/executor';
import templateTransform from '../template-transform/executor';
import trigger from '../trigger/executor';
import executor from './executor';
import { merge } from './schema';

const variables = { a: { text: 'A', none: null, list: [1, 2] }, b: { text: 'B', list: [3] } };
const BOTH = ['{{ gone.text }}', '{{ a.text }}', { ref: ['b', 'text'] }];

describeNodeContract(merge, executor, {
  folder: __dirname,
  samples: [
    { config: { variables: BOTH }, variables, isRun: true },
    { config: { mode: 'object', variables: [{ name: 'x', value: '{{ a.text }}' }] }, variables, isRun: true },
    { config: { mode: 'array', variables: BOTH }, variables, isRun: true },
    { config: { mode: 'concat', variables: BOTH }, variables, isRun: true },
    {
      config: {
        mode: 'group',
        groups: [
          { name: 'G1', variables: BOTH },
          { name: 'G2', variables: ['{{ gone.x }}'] },
        ],
      },
      variables,
      isRun: true,
    },
  ],
});

const merged = async (config: JsonObject, isDifyCompatible = false): Promise<JsonObject> =>
  (await runNode(executor, config, { variables, isDifyCompatible })).outputs;

describe('a merge', () => {
  it.each<[string, Json[], Json]>([
    ['first', BOTH, 'A'],
    ['first', ['{{ a.none }}', '{{ b.text }}'], 'B'],
    ['first', ['{{ gone.x }} and {{ a.text }}', 'else'], 'else'],
    ['first', ['{{ gone.x }}'], null],
    ['array', BOTH, ['A', 'B']],
    ['array', ['{{ a.none }}', '{{ b.text }}'], [null, 'B']],
    ['array', ['{{ gone.x }}'], []],
    ['concat', BOTH, 'A\nB'],
    ['concat', ['{{ a.list }}', '{{ gone.x }}', '{{ b.list }}'], [1, 2, 3]],
    ['concat', ['{{ a.list }}', '{{ a.none }}', '{{ b.text }}'], '[1,2]\nB'],
    ['concat', ['{{ gone.x }}'], ''],
  ])('of mode %s makes %j into %j', async (mode, items, expected) => {
    expect(await merged({ mode, variables: items })).toEqual({ output: expected });
  });

  it('names the values of an object, or calls them what their references name', async () => {
    const items = [{ name: 'mine', value: '{{ a.text }}' }, '{{ b.list[0] }}', '{{ gone.x }}'];
    expect(await merged({ mode: 'object', variables: items })).toEqual({ output: { mine: 'A', list: 3 } });
  });

  it('joins texts with what is to stand between them', async () => {
    expect(await merged({ mode: 'concat', separator: ', ', variables: BOTH })).toEqual({ output: 'A, B' });
  });

  it('gives every group its own result and tells what it took', async () => {
    const groups = [
      { name: 'one', variables: ['{{ gone.x }}', '{{ b.text }}'] },
      { name: 'two', variables: ['{{ gone.x }}'] },
    ];
    const run = await runNode(executor, { mode: 'group', groups }, { variables });
    expect(run.outputs).toEqual({ one: { output: 'B' }, two: { output: null } });
    expect(run.inputs).toEqual({ taken: ['b.text'] });
  });

  it('counts null as there in the Dify mode, and leaves out what is not there', async () => {
    expect(await merged({ variables: ['{{ a.none }}', '{{ b.text }}'] }, true)).toEqual({ output: null });
    expect(await merged({ variables: ['{{ gone.x }}'] }, true)).toEqual({});
    const groups = [
      { name: 'one', variables: ['{{ gone.x }}'] },
      { name: 'two', variables: ['{{ a.none }}'] },
    ];
    expect(await merged({ mode: 'group', groups }, true)).toEqual({ two: { output: null } });
  });

  it('goes on with the branch that was taken', async () => {
    const document = flow()
      .node('start', 'trigger', { inputs: [{ name: 'text', type: 'string' }] })
      .node('if', 'condition', {
        cases: [{ id: 'yes', conditions: [{ left: '{{ start.text }}', operator: 'is', right: 'a' }] }],
      })
      .node('left', 'merge', { mode: 'array', variables: ['left'] })
      .node('right', 'merge', { mode: 'array', variables: ['right'] })
      .node('join', 'merge', { variables: ['{{ left.output }}', '{{ right.output }}'] })
      .node('end', 'output', { outputs: [{ name: 'way', value: '{{ join.output }}' }] })
      .chain('start', 'if')
      .edge('if', 'left', 'yes')
      .edge('if', 'right', 'else')
      .edge('left', 'join')
      .edge('right', 'join')
      .chain('join', 'end')
      .build();
    const executors = [trigger, condition, templateTransform, output, executor];
    const way = async (text: string): Promise<Json | undefined> =>
      (await runFlow(document, { executors, inputs: { text } })).result.outputs['way'];
    expect(await way('a')).toEqual(['left']);
    expect(await way('b')).toEqual(['right']);
  });
});

describe('the check of a merge', () => {
  const pathsOf = (config: JsonObject): unknown[] =>
    (merge.check?.(merge.config.parse(config)) ?? []).map(({ path }) => path);

  it('asks for variables and for names that can be told apart', () => {
    expect(pathsOf({})).toEqual(['variables']);
    expect(pathsOf({ variables: ['', '{{ a.x }}'] })).toEqual(['variables[0].value']);
    expect(pathsOf({ mode: 'object', variables: ['{{ a.x }}', '{{ b.x }}', '5'] })).toEqual([
      'variables[1].name',
      'variables[2].name',
    ]);
    expect(pathsOf({ mode: 'group' })).toEqual(['groups']);
    expect(
      pathsOf({ mode: 'group', groups: [{ name: 'a b' }, { name: 'c', variables: ['{{ a.x }}'] }] }),
    ).toEqual(['groups[0].name', 'groups[0].variables']);
  });

  it('declares an output for each group, else one of the type of the result', () => {
    const outputsOf = (config: JsonObject): unknown[] =>
      merge.outputs(merge.config.parse(config)).map(({ name, type }) => [name, type]);
    expect(outputsOf({})).toEqual([['output', 'any']]);
    expect(outputsOf({ mode: 'object' })).toEqual([['output', 'object']]);
    expect(outputsOf({ mode: 'array' })).toEqual([['output', 'array[any]']]);
    expect(outputsOf({ mode: 'group', groups: [{ name: 'g' }] })).toEqual([['g', 'object']]);
  });
});
