import { FlowError, type JsonObject } from '@heddle/model';
import { flow, type NodeSettings } from '@heddle/testing';
import type { NodeContext } from '../../src/executor/executor';
import { play, runScenario } from '../run-scenario';

const down = (): FlowError =>
  new FlowError({ code: 'DOWN', category: 'operational', message: 'It is down.' });
const retry = (interval: number, attempts = 1) =>
  ({
    max_attempts: attempts,
    interval_ms: interval,
    backoff: 'fixed',
    max_interval_ms: interval,
    jitter: false,
  }) as const;

/** Items that take `item.ms` and fail where `item.bad` says so; three at once. */
const items = (config: JsonObject, settings: NodeSettings = {}, inside: NodeSettings = {}) =>
  flow()
    .node('s', 'start')
    .node('each', 'each', { over: ['s', 'list'], collect: ['check', 'value'], parallelism: 3, ...config })
    .settings(settings)
    .node('work', 'do', { wait_ms: '{{item.ms}}' })
    .settings({ parent_id: 'each' })
    .node('check', 'do')
    .settings({ parent_id: 'each', ...inside })
    .node('r', 'result', { all: '{{each.output}}', errors: '{{each.errors}}' })
    .chain('s', 'each', 'r')
    .edge('work', 'check')
    .build();

const check = (_: JsonObject, { variables }: NodeContext) => {
  if (variables.lookup(['item', 'bad']) === true) throw down();
  return { outputs: { value: variables.lookup(['index']) } };
};

/** The middle one fails while the others are at work. */
const MIDDLE = {
  inputs: {
    list: [
      { ms: 30, bad: false },
      { ms: 10, bad: true },
      { ms: 20, bad: false },
      { ms: 5, bad: false },
    ],
  },
  behaviours: { check },
};

describe('a failed item among several at work', () => {
  it('stops the others and the run', async () => {
    const { result, lines, clock } = await play(items({ on_error: 'stop' }), MIDDLE);
    expect(result).toMatchObject({
      status: 'failed',
      error: { code: 'DOWN', node_id: 'check' },
      outputs: {},
    });
    expect(lines.slice(-5)).toEqual([
      'check@each/1 failed DOWN fail',
      'work@each/0 failed RUN_STOPPED stopped',
      'work@each/2 failed RUN_STOPPED stopped',
      'each failed DOWN fail',
      'run failed',
    ]);
    expect(lines.some((line) => line.includes('each/3'))).toBe(false);
    expect(clock.monotonic()).toBe(10);
    expect(clock.pending).toBe(0);
  });

  it('counts as null, and its place is taken at once', async () => {
    const { result, lines, clock } = await play(items({ on_error: 'null' }), MIDDLE);
    expect(result).toMatchObject({
      status: 'partial_succeeded',
      outputs: { all: [0, null, 2, 3], errors: [{ index: 1, code: 'DOWN' }] },
    });
    expect(lines.filter((line) => /started|failed/.test(line)).slice(3)).toEqual([
      'work@each/0 started',
      'work@each/1 started',
      'work@each/2 started',
      'check@each/1 started',
      'check@each/1 failed DOWN fail',
      'work@each/3 started',
      'check@each/3 started',
      'check@each/2 started',
      'check@each/0 started',
      'r started',
    ]);
    expect(clock.monotonic()).toBe(30);
  });

  it('is left out, and the order of the others stays', async () => {
    const { result } = await play(items({ on_error: 'drop' }), MIDDLE);
    expect(result.outputs).toMatchObject({ all: [0, 2, 3], errors: [{ index: 1 }] });
  });

  it('is no failure when the node inside catches it', async () => {
    const settings: NodeSettings = { on_error: 'default_value', default_outputs: { value: 'spare' } };
    const { result } = await play(items({ on_error: 'stop' }, {}, settings), MIDDLE);
    expect(result).toMatchObject({
      status: 'partial_succeeded',
      outputs: { all: [0, 'spare', 2, 3], errors: [] },
    });
  });

  it.each([
    ['continue', null],
    ['default_value', ['spare']],
  ] as const)('leaves the way on to the policy %s of the iteration', async (policy, all) => {
    const settings: NodeSettings = {
      on_error: policy,
      ...(policy === 'default_value' ? { default_outputs: { output: ['spare'], errors: null } } : {}),
    };
    const document = items({ on_error: 'stop' }, settings);
    const nodes = document.nodes.map((node) =>
      node.id === 'r' ? { ...node, config: { all: policy === 'continue' ? null : '{{each.output}}' } } : node,
    );
    const { result, lines } = await play({ ...document, nodes }, MIDDLE);
    expect(result).toMatchObject({ status: 'partial_succeeded', outputs: { all } });
    expect(lines).toContain(`each failed DOWN ${policy}`);
    expect(lines.at(-2)).toBe('r finished');
  });

  it('reaches the error branch of the iteration', async () => {
    const document = flow()
      .node('s', 'start')
      .node('each', 'each', { over: ['s', 'list'], collect: ['check', 'value'], parallelism: 2 })
      .settings({ on_error: 'branch' })
      .node('check', 'do')
      .settings({ parent_id: 'each' })
      .node('r', 'result', { all: '{{each.output}}' })
      .node('caught', 'result', { why: '{{each.error_message}} {{each.error_code}}' })
      .chain('s', 'each', 'r')
      .edge('each', 'caught', 'error')
      .build();
    const { result, lines } = await play(document, { ...MIDDLE });
    expect(result).toMatchObject({ status: 'partial_succeeded', outputs: { why: 'It is down. DOWN' } });
    expect(lines).toContain('r skipped');
  });

  it('counts once for the item, however many levels it stands in', async () => {
    const document = flow()
      .node('s', 'start')
      .node('rows', 'each', { over: ['s', 'rows'], collect: ['cells', 'output'], on_error: 'null' })
      .node('cells', 'each', { over: ['rows', 'item'], collect: ['check', 'value'] })
      .settings({ parent_id: 'rows' })
      .node('check', 'do')
      .settings({ parent_id: 'cells' })
      .node('r', 'result', { all: '{{rows.output}}', errors: '{{rows.errors}}' })
      .chain('s', 'rows', 'r')
      .build();
    const rows = [[{ bad: false }], [{ bad: false }, { bad: true }], [{ bad: false }]];
    const { result, lines } = await play(document, { inputs: { rows }, behaviours: { check } });
    expect(result).toMatchObject({
      status: 'partial_succeeded',
      outputs: { all: [[0], null, [0]], errors: [{ index: 1, code: 'DOWN' }] },
    });
    expect(lines).toContain('cells@rows/1 failed DOWN fail');
  });
});

describe('items that are given up', () => {
  const twoInside = (mode: string, settings: NodeSettings, flaky: NodeSettings) =>
    flow()
      .node('s', 'start')
      .node('each', 'each', { over: ['s', 'list'], collect: ['check', 'value'], on_error: mode })
      .settings(settings)
      .node('inner', 'each', { over: ['s', 'list'], collect: ['flaky', 'value'] })
      .settings({ parent_id: 'each' })
      .node('flaky', 'do')
      .settings({ parent_id: 'inner', ...flaky })
      .node('check', 'do')
      .settings({ parent_id: 'each' })
      .node('slow', 'do', { wait_ms: 500 })
      .node('r', 'result', { done: true })
      .chain('s', 'each', 'slow', 'r')
      .build();

  it.each([
    ['null', {}],
    ['drop', {}],
    ['stop', { on_error: 'continue' }],
  ] as const)('start no node again that was waiting for its next attempt (%s)', async (mode, settings) => {
    let calls = 0;
    const { result, lines } = await play(twoInside(mode, settings, { retry: retry(100, 3) }), {
      inputs: { list: [1] },
      behaviours: {
        flaky: () => {
          calls += 1;
          return Promise.reject(down());
        },
        check: async () => {
          await new Promise((resolve) => setImmediate(resolve));
          throw new Error('bad');
        },
      },
    });
    expect(result.status).toBe('partial_succeeded');
    expect(calls).toBe(1);
    expect(lines).toContain('flaky@each/0/inner/0 retried');
    expect(lines).toContain('flaky@each/0/inner/0 failed RUN_STOPPED stopped');
    expect(lines.filter((line) => line === 'flaky@each/0/inner/0 started')).toHaveLength(1);
  });

  it('abort what is in flight at every level, innermost first', async () => {
    const signals: AbortSignal[] = [];
    const { lines } = await play(twoInside('null', {}, {}), {
      inputs: { list: [1, 2] },
      behaviours: {
        flaky: (_, { signal }) => {
          signals.push(signal);
          return new Promise(() => undefined);
        },
        check: async () => {
          await new Promise((resolve) => setImmediate(resolve));
          throw new Error('bad');
        },
      },
    });
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
    const from = lines.indexOf('check@each/0 failed NODE_FAILED fail');
    expect(lines.slice(from + 1, from + 3)).toEqual([
      'flaky@each/0/inner/0 failed RUN_STOPPED stopped',
      'inner@each/0 failed RUN_STOPPED stopped',
    ]);
  });

  it('drop what a node that was too slow still brings', async () => {
    let bringLate: (() => void) | undefined;
    const document = items({ on_error: 'null', parallelism: 1 }, {}, { timeout_ms: 50 });
    const scenario = runScenario(document, {
      inputs: { list: [{ ms: 1 }, { ms: 1 }] },
      behaviours: {
        check: (_, context) => {
          if (context.variables.lookup(['index']) === 1) return { outputs: { value: 'in time' } };
          return new Promise((resolve) => {
            bringLate = () => {
              context.chunk('value', 'late');
              resolve({ outputs: { value: 'late' } });
            };
          });
        },
      },
    });
    const result = await scenario.finish();
    bringLate?.();
    await scenario.clock.elapse(1);
    expect(result.outputs).toMatchObject({
      all: [null, 'in time'],
      errors: [{ index: 0, code: 'NODE_TIMEOUT' }],
    });
    expect(JSON.stringify(scenario.events)).not.toContain('"late"');
  });

  it('retry one node while the other items go on', async () => {
    const tries = new Map<number, number>();
    const { result, clock } = await play(items({}, {}, { retry: retry(100) }), {
      inputs: { list: [{ ms: 1 }, { ms: 1 }, { ms: 50 }] },
      behaviours: {
        check: (_, { variables }) => {
          const index = Number(variables.lookup(['index']));
          tries.set(index, (tries.get(index) ?? 0) + 1);
          if (index === 0 && tries.get(0) === 1) throw down();
          return { outputs: { value: index } };
        },
      },
    });
    expect(result).toMatchObject({ status: 'succeeded', outputs: { all: [0, 1, 2] } });
    expect([...tries]).toEqual([
      [0, 2],
      [1, 1],
      [2, 1],
    ]);
    expect(clock.monotonic()).toBe(101);
  });
});
