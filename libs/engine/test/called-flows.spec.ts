import { createCatalogue, type FlowCall, type FlowDocument } from '@heddle/model';
import { flow, scriptedNode } from '@heddle/testing';
import { compileFlow } from '../src/compile/compile-flow';
import type { Callee, FindCallee } from '../src/compile/compiled-flow';
import { createExecutorRegistry } from '../src/executor/executor';
import { brief, runScenario } from './run-scenario';

const call = scriptedNode('call', {
  kind: 'container',
  callee: (config): FlowCall => ({ flowId: String(config['flow_id']) }),
  container: {
    plan: (config, lookup) => ({
      items: [{ name: lookup(config['name'] as unknown as [string, string]) }],
      parallelism: 1,
      maxFrames: 1,
      onFrameError: 'stop',
      variables: {},
    }),
    frameResult: () => null,
    outputs: (_, [result]) => (typeof result === 'object' && !Array.isArray(result) ? { ...result } : {}),
  },
});
const executors = [
  call,
  scriptedNode('start', { kind: 'start', run: (_, { inputs }) => ({ outputs: inputs }) }),
  scriptedNode('text', {
    outputs: ['value'],
    run: (config, { variables }) => ({ outputs: { value: variables.text(String(config['value'])) } }),
  }),
  scriptedNode('result', {
    kind: 'response',
    isResult: true,
    response: () => [],
    run: (config, { variables }) => ({ outputs: { value: variables.text(String(config['value'])) } }),
  }),
  scriptedNode('say', {
    kind: 'response',
    response: () => [{ kind: 'text', text: 'said inside' }],
    run: () => ({ outputs: { text: 'said inside' } }),
  }),
];
const catalogue = createCatalogue(executors.map(({ definition }) => definition));

const greeting = flow()
  .node('start', 'start')
  .node('work', 'text', { value: 'Dear {{start.name}}{{env.END}}' })
  .node('said', 'say')
  .node('done', 'result', { value: '{{work.value}}' })
  .chain('start', 'work', 'said', 'done')
  .build();

const find =
  (documents: Readonly<Record<string, FlowDocument>>): FindCallee =>
  ({ flowId }): Callee | undefined => {
    const document = documents[flowId];
    if (!document) return undefined;
    const compiled = compileFlow(document, catalogue, { findCallee: find(documents) });
    return { flowId, flow: compiled, startNodeId: 'start', env: { END: '!' }, conversation: {} };
  };

const run = (document: FlowDocument, callees: Readonly<Record<string, FlowDocument>>, name = 'Ada') =>
  runScenario(document, {
    flow: compileFlow(document, catalogue, { findCallee: find(callees) }),
    executors: createExecutorRegistry(executors),
    inputs: { name },
  });

/** The same node ids as in the called flow, to show that neither sees the other's. */
const caller = (value: string) =>
  flow()
    .node('start', 'start')
    .node('work', 'call', { flow_id: 'greeting', name: ['start', 'name'] })
    .node('done', 'result', { value })
    .chain('start', 'work', 'done')
    .build();

describe('a flow called by another', () => {
  it('runs inside the same run with names of its own, and hands over results and answer', async () => {
    const { events, finish } = run(caller('{{work.value}} {{work.answer}}'), { greeting });
    expect((await finish()).outputs).toEqual({ value: 'Dear Ada! said inside' });
    expect(brief(events)).toContain('work@work/0 finished');
    expect(brief(events).filter((line) => line.includes(' says '))).toEqual([]);
  });

  it('runs its own nodes, whatever an earlier run recorded for nodes of the caller with the same ids', async () => {
    const document = caller('{{work.value}}');
    const { finish } = runScenario(document, {
      flow: compileFlow(document, catalogue, { findCallee: find({ greeting }) }),
      executors: createExecutorRegistry(executors),
      recorded: { start: { outputs: { name: 'Bo' } } },
      inputs: { name: 'Ada' },
    });
    expect((await finish()).outputs).toEqual({ value: 'Dear Bo!' });
  });

  it('sees nothing of its caller', async () => {
    const nosy = flow()
      .node('start', 'start')
      .node('done', 'result', { value: '{{secret.value}}' })
      .chain('start', 'done')
      .build();
    const document = flow()
      .node('start', 'start')
      .node('secret', 'text', { value: 'hush' })
      .node('work', 'call', { flow_id: 'nosy', name: ['start', 'name'] })
      .node('done', 'result', { value: 'x' })
      .chain('start', 'secret', 'work', 'done')
      .build();
    const { finish } = run(document, { nosy });
    expect((await finish()).error).toMatchObject({ code: 'VARIABLE_UNKNOWN', node_id: 'done' });
  });

  it('is refused when it is not there', () => {
    expect(() => run(caller('x'), {})).toThrow('"greeting"');
  });

  it('goes on inside after a crash', async () => {
    const whole = run(caller('{{work.value}}'), { greeting });
    await whole.finish();
    const cut = brief(whole.events).indexOf('work@work/0 started') + 1;
    const document = caller('{{work.value}}');
    const resumed = runScenario(document, {
      flow: compileFlow(document, catalogue, { findCallee: find({ greeting }) }),
      executors: createExecutorRegistry(executors),
      resumeFrom: whole.events.slice(0, cut),
    });
    expect((await resumed.finish()).outputs).toEqual({ value: 'Dear Ada!' });
  });
});
