import type { JsonObject } from '@heddle/model';
import { flow, type NodeSettings } from '@heddle/testing';
import { brief, play, runScenario } from '../run-scenario';

const items = (config: JsonObject = {}, inside: NodeSettings = {}) =>
  flow()
    .node('s', 'start')
    .node('each', 'each', { over: ['s', 'list'], collect: ['work', 'value'], parallelism: 2, ...config })
    .node('work', 'do', { wait_ms: 100 })
    .settings({ parent_id: 'each', ...inside })
    .node('r', 'result', { all: '{{each.output}}' })
    .chain('s', 'each', 'r')
    .build();
const three = { inputs: { list: [1, 2, 3] } };

describe('limits of a run inside its frames', () => {
  it('stops all items when the run has taken too many steps', async () => {
    const { result, lines, clock } = await play(items(), { ...three, limits: { maxSteps: 4 } });
    expect(result).toMatchObject({ status: 'failed', error: { code: 'MAX_STEPS', details: { limit: 4 } } });
    expect(lines.slice(-4)).toEqual([
      'work@each/0 finished',
      'work@each/1 failed RUN_STOPPED stopped',
      'each failed RUN_STOPPED stopped',
      'run failed',
    ]);
    expect(clock.pending).toBe(0);
  });

  it('counts every frame: a loop cannot outrun the limit either', async () => {
    const document = flow()
      .node('s', 'start')
      .node('loop', 'repeat', { rounds: 1_000 })
      .node('work', 'sync')
      .settings({ parent_id: 'loop' })
      .chain('s', 'loop')
      .build();
    const { result, events } = await play(document, { limits: { maxSteps: 100 } });
    expect(result.error).toMatchObject({ code: 'MAX_STEPS', node_id: 'work' });
    expect(events.filter(({ type }) => type === 'node.started')).toHaveLength(100);
  });

  it('stops all items when the run has taken too long', async () => {
    const { result, lines, clock } = await play(items(), { ...three, limits: { maxWallMs: 150 } });
    expect(result).toMatchObject({ status: 'failed', error: { code: 'RUN_TIMEOUT' } });
    expect(lines.slice(-4)).toEqual([
      'work@each/1 finished',
      'work@each/2 failed RUN_STOPPED stopped',
      'each failed RUN_STOPPED stopped',
      'run failed',
    ]);
    expect(clock.monotonic()).toBe(150);
    expect(clock.pending).toBe(0);
  });

  it('runs only as many nodes at once as allowed, whatever the parallelism of the containers', async () => {
    let atOnce = 0;
    let most = 0;
    const { clock } = await play(items({ parallelism: 50 }), {
      inputs: { list: new Array(12).fill(0) },
      limits: { maxParallel: 4 },
      behaviours: {
        work: async (_, { signal }) => {
          most = Math.max(most, ++atOnce);
          await Promise.resolve(signal);
          atOnce -= 1;
          return { outputs: { value: null } };
        },
      },
    });
    expect(most).toBe(4);
    expect(clock.pending).toBe(0);
  });

  it('refuses an output that is too large for the item that left it, as the error mode says', async () => {
    const { result } = await play(items({ on_error: 'null' }), {
      ...three,
      limits: { maxOutputBytes: 1_000 },
      behaviours: {
        work: (_, { variables }) => ({
          outputs: { value: 'x'.repeat(variables.lookup(['index']) === 1 ? 2_000 : 2) },
        }),
      },
    });
    expect(result).toMatchObject({ status: 'partial_succeeded', outputs: { all: ['xx', null, 'xx'] } });
  });

  it('refuses a list of results that is too large, though each of them is not', async () => {
    const { result } = await play(items(), {
      ...three,
      limits: { maxOutputBytes: 1_000 },
      behaviours: { work: () => ({ outputs: { value: 'x'.repeat(500) } }) },
    });
    expect(result).toMatchObject({
      status: 'failed',
      error: { code: 'NODE_OUTPUT_TOO_LARGE', node_id: 'each' },
    });
  });

  it('refuses containers nested deeper than allowed before anything runs', () => {
    const builder = flow().node('s', 'start').node('c0', 'repeat').edge('s', 'c0');
    for (let depth = 1; depth <= 11; depth++) {
      builder.node(`c${depth}`, 'repeat').settings({ parent_id: `c${depth - 1}` });
    }
    expect(() => runScenario(builder.build())).toThrow('nested deeper than 10');
  });

  it('refuses flows that call flows deeper than allowed, as if they stood inside', () => {
    const caller = (name: string) =>
      flow()
        .node('s', 'start')
        .node('loop', 'repeat')
        .node('ask', 'call', { flow: name, give: ['s', 'x'] })
        .settings({ parent_id: 'loop' })
        .chain('s', 'loop')
        .build();
    const last = flow().node('s', 'start').build();
    const called = { a: caller('b'), b: caller('c'), c: caller('d'), d: caller('last'), last };
    expect(() => runScenario(caller('b'), { called })).not.toThrow();
    const longer = { ...called, last: caller('end'), end: last };
    expect(() => runScenario(caller('a'), { called: longer })).toThrow('nested deeper than 10');
  });
});

describe('time limits of nodes in frames', () => {
  it('cut off the item that is silent for too long, and no other', async () => {
    const document = flow()
      .node('s', 'start')
      .node('each', 'each', {
        over: ['s', 'list'],
        collect: ['write', 'text'],
        parallelism: 2,
        on_error: 'null',
      })
      .node('write', 'stream', { pieces: ['a', 'b', 'c'], every_ms: '{{item}}' })
      .settings({ parent_id: 'each', idle_timeout_ms: 50 })
      .node('r', 'result', { all: '{{each.output}}', errors: '{{each.errors}}' })
      .chain('s', 'each', 'r')
      .build();
    const { result, clock } = await play(document, { inputs: { list: [40, 60] } });
    expect(result.outputs).toMatchObject({
      all: ['abc', null],
      errors: [{ index: 1, code: 'NODE_IDLE_TIMEOUT' }],
    });
    expect(clock.monotonic()).toBe(120);
  });

  it('begin anew with every attempt', async () => {
    let tries = 0;
    const retry = {
      max_attempts: 2,
      interval_ms: 10,
      backoff: 'fixed',
      max_interval_ms: 10,
      jitter: false,
    } as const;
    const { result, lines, clock } = await play(items({}, { timeout_ms: 50, retry }), {
      inputs: { list: [1] },
      behaviours: {
        work: () => (++tries < 3 ? new Promise(() => undefined) : { outputs: { value: tries } }),
      },
    });
    expect(result).toMatchObject({ status: 'succeeded', outputs: { all: [3] } });
    expect(lines.filter((line) => line.endsWith('retried'))).toHaveLength(2);
    expect(clock.monotonic()).toBe(120);
  });
});

describe('the time limit of a container', () => {
  const limited = (settings: NodeSettings) => {
    const document = items({ on_error: 'null' });
    const nodes = document.nodes.map((node) => (node.id === 'each' ? { ...node, ...settings } : node));
    return { ...document, nodes };
  };

  it('ends it with all that runs inside, whatever it does about failed items', async () => {
    const { result, lines, clock } = await play(limited({ timeout_ms: 150 }), three);
    expect(result).toMatchObject({ status: 'failed', error: { code: 'NODE_TIMEOUT', node_id: 'each' } });
    expect(lines.slice(-3)).toEqual([
      'work@each/2 failed RUN_STOPPED stopped',
      'each failed NODE_TIMEOUT fail',
      'run failed',
    ]);
    expect(clock.monotonic()).toBe(150);
  });

  it('leaves the way on to its error policy', async () => {
    const document = limited({
      timeout_ms: 150,
      on_error: 'default_value',
      default_outputs: { output: 'too slow' },
    });
    const { result } = await play(document, three);
    expect(result).toMatchObject({ status: 'partial_succeeded', outputs: { all: 'too slow' } });
  });

  it('is forgotten once it has ended in time', async () => {
    const { result, clock } = await play(limited({ timeout_ms: 250 }), three);
    expect(result.status).toBe('succeeded');
    expect(clock.pending).toBe(0);
  });

  it('goes on counting after a crash', async () => {
    const five = { inputs: { list: [1, 2, 3, 4, 5] } };
    const first = runScenario(limited({ timeout_ms: 150 }), five);
    await first.clock.elapse(100);
    const { result, clock } = await play(limited({ timeout_ms: 150 }), {
      ...five,
      resumeFrom: first.events,
    });
    expect(result.error).toMatchObject({ code: 'NODE_TIMEOUT', node_id: 'each' });
    expect(clock.monotonic()).toBe(150);
  });
});

describe('stopping a run inside its frames', () => {
  it('aborts every item at every level, and none begins', async () => {
    const signals: AbortSignal[] = [];
    const document = flow()
      .node('s', 'start')
      .node('rows', 'each', { over: ['s', 'rows'], collect: ['cells', 'output'], parallelism: 2 })
      .node('cells', 'each', { over: ['rows', 'item'], collect: ['work', 'value'], parallelism: 2 })
      .settings({ parent_id: 'rows' })
      .node('work', 'do')
      .settings({ parent_id: 'cells' })
      .chain('s', 'rows')
      .build();
    const scenario = runScenario(document, {
      inputs: { rows: [[1, 2, 3], [4], [5]] },
      behaviours: {
        work: (_, { signal }) => {
          signals.push(signal);
          return new Promise(() => undefined);
        },
      },
    });
    await scenario.clock.elapse(10);
    scenario.handle.stop('Enough.');
    expect(await scenario.finish()).toMatchObject({ status: 'stopped', error: { message: 'Enough.' } });
    expect(brief(scenario.events).slice(-7)).toEqual([
      'work@rows/0/cells/0 failed RUN_STOPPED stopped',
      'work@rows/0/cells/1 failed RUN_STOPPED stopped',
      'cells@rows/0 failed RUN_STOPPED stopped',
      'work@rows/1/cells/0 failed RUN_STOPPED stopped',
      'cells@rows/1 failed RUN_STOPPED stopped',
      'rows failed RUN_STOPPED stopped',
      'run stopped',
    ]);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, true]);
    expect(scenario.clock.pending).toBe(0);
  });

  it('ends the wait for the next attempt', async () => {
    const retry = {
      max_attempts: 9,
      interval_ms: 5_000,
      backoff: 'fixed',
      max_interval_ms: 5_000,
      jitter: false,
    } as const;
    const scenario = runScenario(items({}, { retry, timeout_ms: 10 }), {
      ...three,
      behaviours: { work: () => new Promise(() => undefined) },
    });
    await scenario.clock.elapse(100);
    scenario.handle.stop();
    await scenario.clock.elapse(0);
    expect(scenario.clock.pending).toBe(0);
    expect((await scenario.finish()).status).toBe('stopped');
    expect(brief(scenario.events)).toContain('work@each/0 failed RUN_STOPPED stopped');
  });

  it('while a loop asks whether to go on ends that as well', async () => {
    let signal: AbortSignal | undefined;
    const document = flow()
      .node('s', 'start')
      .node('loop', 'repeat', { rounds: 5, until: ['work', 'value'] })
      .node('work', 'do')
      .settings({ parent_id: 'loop' })
      .chain('s', 'loop')
      .build();
    const scenario = runScenario(document, {
      behaviours: {
        loop: (_, context) => {
          signal = context.signal;
          return new Promise(() => undefined);
        },
      },
    });
    await scenario.clock.elapse(10);
    scenario.handle.stop();
    expect((await scenario.finish()).status).toBe('stopped');
    expect(signal?.aborted).toBe(true);
    expect(scenario.clock.pending).toBe(0);
  });
});
