import { compileFlow, type FindCallee } from '@heddle/engine';
import { createCatalogue, type FlowDocument } from '@heddle/model';
import { describeNodeContract, flow, runFlow } from '@heddle/testing';
import answer from '../answer/executor';
import output from '../output/executor';
import trigger from '../trigger/executor';
import executor from './executor';
import { subflow } from './schema';

describeNodeContract(subflow, executor, {
  folder: __dirname,
  samples: [
    {
      config: { flow_id: 'greeting', inputs: [{ name: 'name', value: '{{ start.name }}' }] },
      variables: { start: { name: 'Ada' } },
    },
  ],
});

const executors = [trigger, answer, output, executor];
const catalogue = createCatalogue(executors.map(({ definition }) => definition));
const nameInput = { kind: 'manual', inputs: [{ name: 'name', type: 'string', required: true }] };

const greeting: FlowDocument = flow()
  .node('start', 'trigger', nameInput)
  .node('said', 'answer', { text: 'Hello {{start.name}}' })
  .node('end', 'output', { outputs: [{ name: 'length', value: '{{start.name}}' }] })
  .chain('start', 'said', 'end')
  .build();

const findCallee: FindCallee = ({ flowId }) =>
  flowId === 'greeting'
    ? { flowId, flow: compileFlow(greeting, catalogue), startNodeId: 'start', env: {}, conversation: {} }
    : undefined;

const caller = (inputs: { name: string; value: string }[]) =>
  flow()
    .node('start', 'trigger', nameInput)
    .node('greet', 'subflow', { flow_id: 'greeting', inputs })
    .node('end', 'output', {
      outputs: [
        { name: 'said', value: '{{greet.answer}}' },
        { name: 'length', value: '{{greet.length}}' },
        { name: 'all', value: '{{greet.outputs}}' },
      ],
    })
    .chain('start', 'greet', 'end')
    .build();

describe('a sub-flow', () => {
  it('passes inputs in and hands results and answer out', async () => {
    const document = caller([{ name: 'name', value: '{{start.name}}' }]);
    const { result } = await runFlow(document, { executors, inputs: { name: 'Ada' }, findCallee });
    expect(result.outputs).toEqual({
      said: 'Hello Ada',
      length: 'Ada',
      all: { length: 'Ada', answer: 'Hello Ada' },
    });
  });

  it('fails with the error of the called flow', async () => {
    const { result } = await runFlow(caller([]), { executors, inputs: { name: 'Ada' }, findCallee });
    expect(result.error).toMatchObject({ code: 'INPUT_REQUIRED', node_id: 'start' });
  });

  it('asks for a flow', () => {
    const config = subflow.config.parse(subflow.initialConfig);
    expect(subflow.check?.(config).map(({ path }) => path)).toEqual(['flow_id']);
  });
});
