import { createCatalogue } from '@heddle/model';
import { flow, scriptedNode } from '@heddle/testing';
import { compileNode } from '../src/compile/compile-flow';
import { brief, runScenario } from './run-scenario';

describe('running a part of a flow', () => {
  const document = flow()
    .node('s', 'start')
    .node('if', 'branch', { to: 'a' })
    .node('yes', 'do', { value: '{{s.name}}!' })
    .node('no', 'do')
    .node('r', 'result', { value: '{{yes.value}}' })
    .edge('s', 'if')
    .edge('if', 'yes', 'a')
    .edge('if', 'no', 'b')
    .edge('yes', 'r')
    .build();

  it('leaves recorded nodes unexecuted and takes their handles', async () => {
    const calls: string[] = [];
    const { finish } = runScenario(document, {
      recorded: { s: { outputs: { name: 'Ada' } }, if: { outputs: {}, handle: 'a' } },
      behaviours: {
        yes: (_, context) => {
          calls.push(context.node.id);
          return { outputs: { value: context.variables.text('{{s.name}}?') } };
        },
      },
    });
    expect((await finish()).outputs).toEqual({ value: 'Ada?' });
    expect(calls).toEqual(['yes']);
  });

  it('runs one node in given surroundings', async () => {
    const types = ['start', 'do', 'branch', 'result'].map((type) => scriptedNode(type).definition);
    const alone = compileNode(document, 'yes', createCatalogue(types));
    const { events, finish } = runScenario(document, {
      flow: alone,
      startNodeId: 'yes',
      given: { s: { name: 'Bo' } },
    });
    expect((await finish()).status).toBe('succeeded');
    expect(brief(events)).toEqual(['run started', 'yes started', 'yes finished', 'run succeeded']);
    expect(events[2]?.data).toMatchObject({ outputs: { value: 'Bo!' } });
  });

  it('names a node that the flow lacks', () => {
    expect(() => compileNode(document, 'ghost', createCatalogue([]))).toThrow('no node "ghost"');
  });
});
