import type { JsonObject } from '@heddle/model';
import { describeNodeContract, fakePorts, fakeSandbox, flow, runFlow, scriptedNode } from '@heddle/testing';
import condition from '../condition/executor';
import loopExit from '../loop-exit/executor';
import output from '../output/executor';
import trigger from '../trigger/executor';
import variableAssigner from '../variable-assigner/executor';
import executor from './executor';
import { loop } from './schema';

describeNodeContract(loop, executor, {
  folder: __dirname,
  samples: [
    {
      config: { until: [{ left: '{{ start.count }}', operator: 'gte', right: 2 }] },
      variables: { start: { count: 2 } },
    },
    {
      config: { until: [{ left: '{{ start.text }}', operator: 'matches', right: 'x' }] },
      variables: { start: { text: 'x' } },
      ports: fakePorts({ sandbox: fakeSandbox({ value: true }) }),
    },
  ],
});

const round = scriptedNode('round', {
  outputs: ['text'],
  run: (_, { variables }) => ({ outputs: { text: `round ${variables.text('{{index}}')}` } }),
});
const executors = [trigger, condition, variableAssigner, output, executor, loopExit, round];

/** A loop that adds one to `count` each round. */
const counting = (config: JsonObject) =>
  flow()
    .node('start', 'trigger', { kind: 'manual', inputs: [] })
    .node('loop', 'loop', { variables: [{ name: 'count', type: 'number', initial: 0 }], ...config })
    .node('say', 'round')
    .settings({ parent_id: 'loop' })
    .node('add', 'variable_assigner', {
      assignments: [{ target_var: 'loop.count', operation: 'add', source_type: 'constant', source_value: 1 }],
    })
    .settings({ parent_id: 'loop' })
    .node('end', 'output', {
      outputs: [
        { name: 'count', value: '{{loop.count}}' },
        { name: 'rounds', value: '{{loop.rounds}}' },
      ],
    })
    .chain('start', 'loop', 'end')
    .edge('say', 'add');

describe('a loop', () => {
  it('stops after its rounds', async () => {
    const { result } = await runFlow(counting({ max_rounds: 4 }).build(), { executors });
    expect(result).toMatchObject({ status: 'succeeded', outputs: { count: 4, rounds: 4 } });
  });

  it('stops once its conditions hold after a round', async () => {
    const until = [{ left: '{{loop.count}}', operator: 'gte', right: 2 }];
    const { result } = await runFlow(counting({ max_rounds: 9, until }).build(), { executors });
    expect(result.outputs).toEqual({ count: 2, rounds: 2 });
  });

  it('runs no round when its conditions hold from the start', async () => {
    const until = [{ left: '{{loop.count}}', operator: 'eq', right: 0 }];
    const { result } = await runFlow(counting({ until }).build(), { executors });
    expect(result.outputs).toEqual({ count: 0, rounds: 0 });
  });

  it('looks at what the nodes of the round left, by pattern too', async () => {
    const sandbox = fakeSandbox((job) => ({ value: job.kind === 'regex' && job.text === 'round 2' }));
    const until = [{ left: '{{say.text}}', operator: 'matches', right: '2$' }];
    const { result } = await runFlow(counting({ until }).build(), {
      executors,
      ports: fakePorts({ sandbox }),
    });
    expect(result.outputs).toEqual({ count: 3, rounds: 3 });
  });

  it('is left from inside by the exit node', async () => {
    const document = counting({ max_rounds: 9 })
      .node('if', 'condition', {
        cases: [{ id: 'enough', conditions: [{ left: '{{loop.count}}', operator: 'eq', right: 3 }] }],
      })
      .settings({ parent_id: 'loop' })
      .node('out', 'loop_exit')
      .settings({ parent_id: 'loop' })
      .edge('add', 'if')
      .edge('if', 'out', 'enough')
      .build();
    const { result } = await runFlow(document, { executors });
    expect(result.outputs).toEqual({ count: 3, rounds: 3 });
  });

  it('refuses names that it needs itself', () => {
    const config = loop.config.parse({ variables: [{ name: 'index' }, { name: 'a b' }] });
    expect(loop.check?.(config).map(({ code, path }) => [code, path])).toEqual([
      ['VARIABLE_NAME_INVALID', 'variables[1].name'],
      ['VARIABLE_NAME_INVALID', 'variables[0].name'],
    ]);
  });
});
