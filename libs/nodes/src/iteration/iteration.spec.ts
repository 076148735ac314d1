import type { JsonObject } from '@heddle/model';
import { describeNodeContract, flow, runFlow, scriptedNode } from '@heddle/testing';
import condition from '../condition/executor';
import output from '../output/executor';
import templateTransform from '../template-transform/executor';
import trigger from '../trigger/executor';
import executor from './executor';
import { iteration } from './schema';

describeNodeContract(iteration, executor, {
  folder: __dirname,
  samples: [
    {
      config: { input_array: '{{ start.list }}', output_variable: '{{ item }}' },
      variables: { start: { list: [1] } },
    },
  ],
});

const upper = scriptedNode('upper', {
  outputs: ['text', 'pair'],
  run: (_, { variables }) => {
    const text = variables.text('{{item}}').toUpperCase();
    if (text === 'BAD') throw new Error('bad item');
    return { outputs: { text, pair: [text, variables.lookup(['index'])] } };
  },
});
const executors = [trigger, condition, templateTransform, output, executor, upper];

const each = (config: JsonObject, list: JsonObject['list']) =>
  runFlow(
    flow()
      .node('start', 'trigger', { kind: 'manual', inputs: [{ name: 'list', type: 'array', required: true }] })
      .node('each', 'iteration', {
        input_array: '{{start.list}}',
        output_variable: '{{upper.text}}',
        ...config,
      })
      .node('upper', 'upper')
      .settings({ parent_id: 'each' })
      .node('end', 'output', {
        outputs: [
          { name: 'all', value: '{{each.output}}' },
          { name: 'errors', value: '{{each.errors}}' },
        ],
      })
      .chain('start', 'each', 'end')
      .build(),
    { executors, inputs: { list: list ?? null } },
  );

describe('an iteration', () => {
  it('collects the results in the order of the items', async () => {
    const { result } = await each({ parallelism: 3 }, ['a', 'b', 'c']);
    expect(result.outputs).toEqual({ all: ['A', 'B', 'C'], errors: [] });
  });

  it('joins lists into one when asked to', async () => {
    const { result } = await each({ output_variable: '{{upper.pair}}', flatten: true }, ['a', 'b']);
    expect(result.outputs['all']).toEqual(['A', 0, 'B', 1]);
  });

  it('leaves results alone that are not all lists', async () => {
    const { result } = await each({ flatten: true }, ['a']);
    expect(result.outputs['all']).toEqual(['A']);
  });

  it('fills the place of a failed item, or leaves it out, and tells which failed', async () => {
    const filled = await each({ error_mode: 'null' }, ['a', 'bad', 'c']);
    expect(filled.result).toMatchObject({
      status: 'partial_succeeded',
      outputs: { all: ['A', null, 'C'], errors: [{ index: 1, code: 'NODE_FAILED' }] },
    });
    const dropped = await each({ error_mode: 'drop' }, ['a', 'bad', 'c']);
    expect(dropped.result.outputs['all']).toEqual(['A', 'C']);
  });

  it('gives null for an item whose node was skipped', async () => {
    const document = flow()
      .node('start', 'trigger', { kind: 'manual', inputs: [{ name: 'list', type: 'array', required: true }] })
      .node('each', 'iteration', { input_array: '{{start.list}}', output_variable: '{{upper.text}}' })
      .node('if', 'condition', {
        cases: [{ id: 'yes', conditions: [{ left: '{{item}}', operator: 'is', right: 'a' }] }],
      })
      .settings({ parent_id: 'each' })
      .node('upper', 'upper')
      .settings({ parent_id: 'each' })
      .node('end', 'output', { outputs: [{ name: 'all', value: '{{each.output}}' }] })
      .chain('start', 'each', 'end')
      .edge('if', 'upper', 'yes')
      .build();
    const { result } = await runFlow(document, { executors, inputs: { list: ['a', 'b'] } });
    expect(result.outputs).toEqual({ all: ['A', null] });
  });

  it('says what it got instead of a list', async () => {
    const { result } = await runFlow(
      flow()
        .node('start', 'trigger', { kind: 'manual', inputs: [{ name: 'text', type: 'string' }] })
        .node('each', 'iteration', { input_array: '{{start.text}}', output_variable: 'x' })
        .node('upper', 'upper')
        .settings({ parent_id: 'each' })
        .chain('start', 'each')
        .build(),
      { executors, inputs: { text: 'abc' } },
    );
    expect(result.error).toMatchObject({ code: 'NODE_INPUT_TYPE', node_id: 'each' });
    expect(result.error?.message).toContain("expected a list, got text 'abc'");
  });

  it('asks for what it iterates over', () => {
    const config = iteration.config.parse(iteration.initialConfig);
    expect(iteration.check?.(config).map(({ path }) => path)).toEqual(['input_array', 'output_variable']);
  });
});
