import type { Json, JsonObject } from '@heddle/model';
import { describeNodeContract, fakePorts, fakeSandbox, runNode } from '@heddle/testing';
import executor from './executor';
import { variableAssigner } from './schema';

const variables = {
  conversation: { count: 2, names: ['Ada'], note: 'x', data: { a: 1 }, flag: true, none: null },
  loop_1: { total: 10 },
  llm: { text: 'Bo', list: ['Cy', 'Di'] },
};

describeNodeContract(variableAssigner, executor, {
  folder: __dirname,
  samples: [
    {
      config: {
        assignments: [
          { target_var: 'conversation.count', operation: 'add', source_value: 1 },
          { target_var: 'loop_1.total', source_type: 'expression', source_value: 'loop_1.total * 2' },
        ],
      },
      variables,
      ports: fakePorts({ sandbox: fakeSandbox({ value: 20 }) }),
      isRun: true,
    },
  ],
});

const assign = async (assignment: JsonObject): Promise<Json | undefined> =>
  (await runNode(executor, { assignments: [assignment] }, { variables })).changes?.[0]?.value;

describe('variable_assigner', () => {
  it.each<[string, string, Json, Json]>([
    ['set', 'conversation.note', 'Hi {{ llm.text }}', 'Hi Bo'],
    ['set', 'flow.fresh', { ref: ['llm', 'list'] }, ['Cy', 'Di']],
    ['clear', 'conversation.names', null, []],
    ['clear', 'conversation.note', null, ''],
    ['clear', 'conversation.count', null, 0],
    ['clear', 'conversation.data', null, {}],
    ['clear', 'conversation.flag', null, false],
    ['append', 'conversation.names', '{{ llm.text }}', ['Ada', 'Bo']],
    ['append', 'conversation.none', 1, [1]],
    ['extend', 'conversation.names', '{{ llm.list }}', ['Ada', 'Cy', 'Di']],
    ['remove_first', 'conversation.names', null, []],
    ['remove_last', 'conversation.names', null, []],
    ['add', 'conversation.count', '3', 5],
    ['add', 'flow.fresh', 3, 3],
    ['subtract', 'loop_1.total', 4, 6],
    ['multiply', 'conversation.count', 2.5, 5],
    ['divide', 'loop_1.total', 4, 2.5],
  ])('%s of %s with %j', async (operation, target_var, source_value, expected) => {
    expect(await assign({ target_var, operation, source_value })).toEqual(expected);
  });

  it.each<[string, JsonObject, string]>([
    ['a list operation on text', { target_var: 'conversation.note', operation: 'append' }, 'NODE_INPUT_TYPE'],
    [
      'an extension by text',
      { target_var: 'conversation.names', operation: 'extend', source_value: 'x' },
      'NODE_INPUT_TYPE',
    ],
    [
      'sums of words',
      { target_var: 'conversation.count', operation: 'add', source_value: 'x' },
      'NODE_INPUT_TYPE',
    ],
    [
      'division by zero',
      { target_var: 'loop_1.total', operation: 'divide', source_value: 0 },
      'NUMBER_OUT_OF_RANGE',
    ],
    [
      'a variable that does not exist',
      { target_var: 'conversation.typo', source_value: 1 },
      'VARIABLE_UNKNOWN',
    ],
    ['a variable that may only be read', { target_var: 'sys.query', source_value: 1 }, 'NODE_CONFIG_INVALID'],
  ])('refuses %s', async (_what, assignment, code) => {
    await expect(assign(assignment)).rejects.toMatchObject({ code });
  });

  it('works through its list in order, each line seeing what the lines before it did', async () => {
    const run = await runNode(
      executor,
      {
        assignments: [
          { target_var: 'conversation.count', operation: 'add', source_value: 1 },
          { target_var: '{{ conversation.count }}', operation: 'multiply', source_value: 10 },
          {
            target_var: 'flow.copy',
            source_type: 'upstream_output',
            source_value: '{{ conversation.count }}',
          },
        ],
      },
      { variables },
    );
    expect(run.changes).toEqual([
      { scope: 'conversation', name: 'count', value: 30 },
      { scope: 'flow', name: 'copy', value: 30 },
    ]);
    expect(run.outputs).toEqual({ count: 30, copy: 30 });
  });

  it('has templates and expressions evaluated in the sandbox, with pending values', async () => {
    const sandbox = fakeSandbox({ value: [3] }, { value: 'Hi' });
    const run = await runNode(
      executor,
      {
        assignments: [
          { target_var: 'conversation.count', source_value: 3 },
          {
            target_var: 'conversation.names',
            source_type: 'expression',
            source_value: '[conversation.count]',
          },
          {
            target_var: 'conversation.note',
            source_type: 'template',
            source_value: 'Hi {{ llm.text | upper }}',
          },
        ],
      },
      { variables, ports: fakePorts({ sandbox }) },
    );
    expect(run.outputs).toEqual({ count: 3, names: [3], note: 'Hi' });
    expect(sandbox.jobs).toEqual([
      {
        kind: 'expression',
        source: '[conversation.count]',
        input: { conversation: { ...variables.conversation, count: 3 } },
      },
      {
        kind: 'template',
        source: 'Hi {{ llm.text | upper }}',
        input: { llm: variables.llm },
      },
    ]);
  });

  it('finds targets and sources that cannot work', () => {
    const config = variableAssigner.config.parse({
      assignments: [
        { target_var: 'count' },
        { target_var: 'conversation.__proto__', operation: 'clear' },
        { target_var: 'conversation.a', source_type: 'upstream_output', source_value: 'llm.text' },
        { target_var: 'conversation.a', source_type: 'expression', source_value: 5 },
        { target_var: 'conversation.a', source_type: 'template', source_value: 'x' },
      ],
    });
    expect(variableAssigner.check?.(config).map(({ path }) => path)).toEqual([
      'assignments[0].target_var',
      'assignments[1].target_var',
      'assignments[2].source_value',
      'assignments[3].source_value',
    ]);
    expect(variableAssigner.embedded?.(config)).toEqual([
      { language: 'template', source: 'x', path: 'assignments[4].source_value' },
    ]);
  });
});
