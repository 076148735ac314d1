import { fakeClock, flow } from '@heddle/testing';
import { brief, runScenario } from './run-scenario';

const each = (settings: Record<string, string | number>) =>
  flow()
    .node('s', 'start')
    .node('each', 'each', { over: ['s', 'list'], collect: ['work', 'value'], ...settings })
    .node('work', 'do', { value: '{{item}}-{{index}}' })
    .settings({ parent_id: 'each' })
    .node('r', 'result', { all: '{{each.output}}' })
    .chain('s', 'each', 'r');

describe('containers', () => {
  it('runs one frame per item and keeps the order of items', async () => {
    const clock = fakeClock();
    const { events, finish } = runScenario(each({ parallelism: 2 }).build(), {
      inputs: { list: [30, 10, 20] },
      behaviours: {
        work: async (_, context) => {
          await new Promise<void>(
            (done) => void clock.after(Number(context.variables.lookup(['item'])), done),
          );
          return { outputs: { value: context.variables.text('{{item}}-{{index}}') } };
        },
      },
      clock,
    });
    await clock.elapse(30);
    expect((await finish()).outputs).toEqual({ all: ['30-0', '10-1', '20-2'] });
    expect(brief(events)).toContain('work@each/1 finished');
  });

  it('says how long it took, and how long what it abandoned had taken', async () => {
    const clock = fakeClock();
    const { events, finish } = runScenario(each({ parallelism: 2 }).build(), {
      inputs: { list: [30, 10] },
      behaviours: {
        work: async (_, context) => {
          const ms = Number(context.variables.lookup(['item']));
          await new Promise<void>((done) => void clock.after(ms, done));
          if (ms === 10) throw new Error('no');
          return { outputs: {} };
        },
      },
      clock,
    });
    await clock.elapse(30);
    await finish();
    const failed = events.flatMap((event) => (event.type === 'node.failed' ? [event] : []));
    expect(failed.map(({ nodeId, data }) => [nodeId, data.policy, data.elapsed_ms])).toEqual([
      ['work', 'fail', 10],
      ['work', 'stopped', 10],
      ['each', 'fail', 10],
    ]);
  });

  it('gives an empty list for no items', async () => {
    const { finish } = runScenario(each({}).build(), { inputs: { list: [] } });
    expect((await finish()).outputs).toEqual({ all: [] });
  });

  it.each([
    ['stop', 'failed', {}],
    ['null', 'partial_succeeded', { all: ['a-0', null, 'c-2'] }],
    ['drop', 'partial_succeeded', { all: ['a-0', 'c-2'] }],
  ])('treats a failed item as the mode %s says', async (mode, status, outputs) => {
    const { finish } = runScenario(each({ on_error: mode }).build(), {
      inputs: { list: ['a', 'b', 'c'] },
      behaviours: {
        work: (_, context) => {
          if (context.variables.lookup(['item']) === 'b') throw new Error('b is bad');
          return { outputs: { value: context.variables.text('{{item}}-{{index}}') } };
        },
      },
    });
    expect(await finish()).toMatchObject({ status, outputs });
  });

  it('refuses more items than allowed, and what is not a list', async () => {
    const long = await runScenario(each({ limit: 2 }).build(), { inputs: { list: [1, 2, 3] } }).finish();
    expect(long.error).toMatchObject({ code: 'TOO_MANY_ITERATIONS', node_id: 'each' });
    const missing = await runScenario(each({}).build(), { inputs: {} }).finish();
    expect(missing.error).toMatchObject({ code: 'VARIABLE_UNKNOWN', node_id: 'each' });
  });

  it('nests, and sees the item of every level by name', async () => {
    const document = flow()
      .node('s', 'start')
      .node('outer', 'each', { over: ['s', 'rows'], collect: ['inner', 'output'] })
      .node('inner', 'each', { over: ['outer', 'item'], collect: ['cell', 'value'] })
      .settings({ parent_id: 'outer' })
      .node('cell', 'sync', { value: '{{outer.index}}:{{item}}' })
      .settings({ parent_id: 'inner' })
      .node('r', 'result', { all: '{{outer.output}}' })
      .chain('s', 'outer', 'r')
      .build();
    const { finish } = runScenario(document, { inputs: { rows: [['a', 'b'], [], ['c']] } });
    expect((await finish()).outputs).toEqual({ all: [['0:a', '0:b'], [], ['2:c']] });
  });

  it('carries loop variables from round to round and leaves early on request', async () => {
    const document = flow()
      .node('s', 'start')
      .node('loop', 'repeat', { rounds: 5 })
      .node('add', 'do')
      .settings({ parent_id: 'loop' })
      .node('if', 'branch', { to: '{{add.value}}' })
      .settings({ parent_id: 'loop' })
      .node('out', 'leave')
      .settings({ parent_id: 'loop' })
      .node('r', 'result', { rounds: '{{loop.rounds}}', total: '{{loop.total}}' })
      .chain('s', 'loop', 'r')
      .edge('add', 'if')
      .edge('if', 'out', 'b')
      .build();
    const { finish } = runScenario(document, {
      behaviours: {
        add: (_, context) => {
          const total = Number(context.variables.lookup(['loop', 'total'])) + 2;
          return {
            outputs: { value: total >= 6 ? 'b' : 'a' },
            changes: [{ scope: 'loop', name: 'total', value: total }],
          };
        },
      },
    });
    expect((await finish()).outputs).toEqual({ rounds: 3, total: 6 });
  });

  it.each([
    [false, 3],
    [true, 0],
  ])('asks a loop before its first round and after each one (done at first: %s)', async (isDone, rounds) => {
    const document = flow()
      .node('s', 'start')
      .node('loop', 'repeat', { rounds: 10, until: isDone ? ['s', 'yes'] : ['work', 'value'] })
      .node('work', 'do', { value: '{{index}}' })
      .settings({ parent_id: 'loop' })
      .node('r', 'result', { rounds: '{{loop.rounds}}' })
      .chain('s', 'loop', 'r')
      .build();
    const { events, finish } = runScenario(document, {
      inputs: { yes: true },
      behaviours: {
        work: (_, context) => ({ outputs: { value: context.variables.lookup(['index']) === 2 } }),
      },
    });
    expect((await finish()).outputs).toEqual({ rounds });
    const asked = brief(events).filter((line) => /^loop@.* finished$/.test(line));
    expect(asked).toHaveLength(isDone ? 1 : 4);
  });

  it('runs ten thousand items without growing', async () => {
    const document = flow()
      .node('s', 'start')
      .node('each', 'each', { over: ['s', 'list'], collect: ['work', 'value'], parallelism: 10 })
      .node('work', 'sync', { value: '{{index}}' })
      .settings({ parent_id: 'each' })
      .node('r', 'result', { last: '{{each.output[9999]}}' })
      .chain('s', 'each', 'r')
      .build();
    const { finish } = runScenario(document, {
      inputs: { list: Array.from({ length: 10_000 }, (_, index) => index) },
    });
    expect((await finish()).outputs).toEqual({ last: 9_999 });
  });
});
