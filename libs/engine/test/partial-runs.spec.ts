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

  describe('with a container before it', () => {
    const around = flow()
      .node('s', 'start')
      .node('each', 'each', { over: ['s', 'list'], collect: ['work', 'value'] })
      .node('work', 'do')
      .settings({ parent_id: 'each' })
      .node('r', 'result', { all: '{{each.output}}' })
      .chain('s', 'each', 'r')
      .build();
    const recorded = { s: { outputs: {} }, each: { outputs: { output: ['kept'] }, handle: 'source' } };

    it('enters no frame of a recorded container', async () => {
      const { events, finish } = runScenario(around, { recorded });
      expect((await finish()).outputs).toEqual({ all: ['kept'] });
      expect(brief(events).filter((line) => line.includes('@') || line.startsWith('work'))).toEqual([]);
      const started = events.find((event) => event.type === 'node.started' && event.nodeId === 'each');
      expect(started?.data).toMatchObject({ is_recorded: true });
    });

    it('enters none after a crash either', async () => {
      const whole = runScenario(around, { recorded });
      await whole.finish();
      const cut = brief(whole.events).indexOf('each started') + 1;
      const resumed = runScenario(around, { recorded, resumeFrom: whole.events.slice(0, cut) });
      expect((await resumed.finish()).outputs).toEqual({ all: ['kept'] });
      expect(brief(resumed.events).filter((line) => line.includes('@'))).toEqual([]);
    });

    it('leaves pinned outputs of a container as they are', async () => {
      const nodes = around.nodes.map((node) =>
        node.id === 'each' ? { ...node, pinned_output: { output: ['pinned'] } } : node,
      );
      const { finish } = runScenario({ ...around, nodes }, { usesPinnedOutputs: true });
      expect((await finish()).outputs).toEqual({ all: ['pinned'] });
    });
  });

  it('names a node that the flow lacks', () => {
    expect(() => compileNode(document, 'ghost', createCatalogue([]))).toThrow('no node "ghost"');
  });
});
