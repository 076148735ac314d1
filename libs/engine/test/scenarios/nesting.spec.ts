import type { JsonObject } from '@heddle/model';
import { flow } from '@heddle/testing';
import type { NodeContext } from '../../src/executor/executor';
import { play } from '../run-scenario';

const number = ({ variables }: NodeContext, ...path: [string, ...string[]]): number =>
  Number(variables.lookup(path));

/** Adds what `amount` says to a variable, read and written in one go. */
const adding =
  (scope: string, name: string, amount: (context: NodeContext) => number) =>
  (_: JsonObject, context: NodeContext) => {
    const value = number(context, scope, name) + amount(context);
    return { outputs: { value }, changes: [{ scope, name, value }] };
  };

describe('containers in containers', () => {
  it('iterate three levels deep, side by side at each, in the order of the items', async () => {
    const document = flow()
      .node('s', 'start')
      .node('a', 'each', { over: ['s', 'list'], collect: ['b', 'output'], parallelism: 2 })
      .node('b', 'each', { over: ['a', 'item'], collect: ['c', 'output'], parallelism: 2 })
      .settings({ parent_id: 'a' })
      .node('c', 'each', { over: ['b', 'item'], collect: ['work', 'value'], parallelism: 2 })
      .settings({ parent_id: 'b' })
      .node('work', 'do', { wait_ms: '{{item}}', value: '{{a.index}}{{b.index}}{{c.index}}={{item}}' })
      .settings({ parent_id: 'c' })
      .node('r', 'result', { all: '{{a.output}}' })
      .chain('s', 'a', 'r')
      .build();
    const { result, lines, clock } = await play(document, {
      inputs: {
        list: [
          [[40, 10], [5]],
          [[], [20, 1]],
        ],
      },
    });
    expect(result.outputs).toEqual({
      all: [
        [['000=40', '001=10'], ['010=5']],
        [[], ['110=20', '111=1']],
      ],
    });
    expect(clock.monotonic()).toBe(40);
    expect(lines.filter((line) => line.startsWith('c@'))).toEqual([
      'c@a/0/b/0 started',
      'c@a/0/b/1 started',
      'c@a/1/b/0 started',
      'c@a/1/b/0 finished',
      'c@a/1/b/1 started',
      'c@a/0/b/1 finished',
      'c@a/1/b/1 finished',
      'c@a/0/b/0 finished',
    ]);
  });

  it('iterate in each round of a loop, over what the round makes', async () => {
    const document = flow()
      .node('s', 'start')
      .node('loop', 'repeat', { rounds: 3 })
      .node('list', 'do')
      .settings({ parent_id: 'loop' })
      .node('each', 'each', { over: ['list', 'value'], collect: ['add', 'value'], parallelism: 2 })
      .settings({ parent_id: 'loop' })
      .node('add', 'do')
      .settings({ parent_id: 'each' })
      .node('r', 'result', { total: '{{loop.total}}', rounds: '{{loop.rounds}}' })
      .chain('s', 'loop', 'r')
      .edge('list', 'each')
      .build();
    const { result, events } = await play(document, {
      behaviours: {
        list: (_, context) => ({ outputs: { value: new Array(number(context, 'index') + 1).fill(10) } }),
        add: adding('loop', 'total', (context) => number(context, 'item')),
      },
    });
    expect(result.outputs).toEqual({ total: 60, rounds: 3 });
    const ended = events.filter((event) => event.type === 'node.finished' && event.nodeId === 'each');
    expect(ended.map(({ data }) => data)).toMatchObject([
      { outputs: { output: [10] } },
      { outputs: { output: [20, 30] } },
      { outputs: { output: [40, 50, 60] } },
    ]);
  });

  it('loop in each item of an iteration, with variables of its own', async () => {
    const document = flow()
      .node('s', 'start')
      .node('each', 'each', { over: ['s', 'list'], collect: ['loop', 'total'], parallelism: 3 })
      .node('loop', 'repeat', { rounds: 10, until: ['add', 'done'] })
      .settings({ parent_id: 'each' })
      .node('add', 'do')
      .settings({ parent_id: 'loop' })
      .node('r', 'result', { all: '{{each.output}}' })
      .chain('s', 'each', 'r')
      .build();
    const { result, lines } = await play(document, {
      inputs: { list: [1, 2, 3] },
      behaviours: {
        add: (_, context) => {
          const goal = number(context, 'each', 'item');
          const value = number(context, 'loop', 'total') + 1;
          return { outputs: { done: value >= goal }, changes: [{ scope: 'loop', name: 'total', value }] };
        },
      },
    });
    expect(result.outputs).toEqual({ all: [1, 2, 3] });
    expect(lines.filter((line) => /^add@each\/2.* finished$/.test(line))).toHaveLength(3);
  });

  it('loop within loops, each counting its own rounds', async () => {
    const document = flow()
      .node('s', 'start')
      .node('outer', 'repeat', { rounds: 2 })
      .node('inner', 'repeat', { rounds: 3 })
      .settings({ parent_id: 'outer' })
      .node('add', 'do')
      .settings({ parent_id: 'inner' })
      .node('keep', 'do')
      .settings({ parent_id: 'outer' })
      .node('r', 'result', { total: '{{outer.total}}' })
      .chain('s', 'outer', 'r')
      .edge('inner', 'keep')
      .build();
    const { result } = await play(document, {
      behaviours: {
        add: adding('inner', 'total', (context) => number(context, 'outer', 'index') + 1),
        keep: adding('outer', 'total', (context) => number(context, 'inner', 'total')),
      },
    });
    expect(result.outputs).toEqual({ total: 9 });
  });

  it('iterate over no items without a trace of the nodes inside', async () => {
    const document = flow()
      .node('s', 'start')
      .node('each', 'each', { over: ['s', 'list'], collect: ['work', 'value'] })
      .node('work', 'do')
      .settings({ parent_id: 'each' })
      .node('r', 'result', { all: '{{each.output}}' })
      .chain('s', 'each', 'r')
      .build();
    const { lines } = await play(document, { inputs: { list: [] } });
    expect(lines.slice(3)).toEqual([
      'each started',
      'each finished',
      'r started',
      'r finished',
      'run succeeded',
    ]);
  });
});

describe('leaving a loop', () => {
  const leaving = (inside: 'each' | 'loop') =>
    flow()
      .node('s', 'start')
      .node('loop', 'repeat', { rounds: 5 })
      .node('each', 'each', { over: ['s', 'list'], collect: ['slow', 'value'], parallelism: 3 })
      .settings({ parent_id: 'loop' })
      .node('add', 'do')
      .settings({ parent_id: inside })
      .node('if', 'branch', { to: '{{add.value}}' })
      .settings({ parent_id: inside })
      .node('out', 'leave')
      .settings({ parent_id: inside })
      .node('slow', 'do', { wait_ms: 100 })
      .settings({ parent_id: 'each' })
      .node('after', 'do')
      .settings({ parent_id: 'loop' })
      .node('r', 'result', { rounds: '{{loop.rounds}}', total: '{{loop.total}}' })
      .chain('s', 'loop', 'r')
      .chain('add', 'if')
      .edge('if', 'out', 'b')
      .edge('each', 'after')
      .build();
  const until = (limit: number) => ({
    inputs: { list: ['x', 'y', 'z'] },
    behaviours: {
      add: (_: JsonObject, context: NodeContext) => {
        const value = number(context, 'loop', 'total') + 1;
        return {
          outputs: { value: value >= limit ? 'b' : 'a' },
          changes: [{ scope: 'loop', name: 'total', value }],
        };
      },
    },
  });

  it('ends all that the round still does, containers included', async () => {
    const { result, lines, clock } = await play(leaving('loop'), until(2));
    expect(result).toMatchObject({ status: 'succeeded', outputs: { rounds: 2, total: 2 } });
    expect(lines.slice(lines.indexOf('out@loop/1 finished'))).toEqual([
      'out@loop/1 finished',
      'slow@loop/1/each/0 failed RUN_STOPPED stopped',
      'slow@loop/1/each/1 failed RUN_STOPPED stopped',
      'slow@loop/1/each/2 failed RUN_STOPPED stopped',
      'each@loop/1 failed RUN_STOPPED stopped',
      'loop finished',
      'r started',
      'r finished',
      'run succeeded',
    ]);
    expect(clock.monotonic()).toBe(100);
    expect(clock.pending).toBe(0);
  });

  it('from an iteration inside it leaves the loop, not the iteration alone', async () => {
    const { result, lines } = await play(leaving('each'), until(5));
    expect(result).toMatchObject({ status: 'succeeded', outputs: { rounds: 2, total: 6 } });
    expect(lines.slice(lines.indexOf('out@loop/1/each/1 finished'), -3)).toEqual([
      'out@loop/1/each/1 finished',
      'slow@loop/1/each/0 failed RUN_STOPPED stopped',
      'slow@loop/1/each/1 failed RUN_STOPPED stopped',
      'slow@loop/1/each/2 failed RUN_STOPPED stopped',
      'each@loop/1 failed RUN_STOPPED stopped',
      'loop finished',
    ]);
    expect(lines).not.toContain('after@loop/1 started');
  });

  it('where there is none is the end of a way like any other', async () => {
    const document = flow()
      .node('s', 'start')
      .node('out', 'leave')
      .node('r', 'result', { done: true })
      .edge('s', 'out')
      .edge('s', 'r')
      .build();
    const { result } = await play(document);
    expect(result).toMatchObject({ status: 'succeeded', outputs: { done: true } });
  });

  it('of its own a called flow cannot do for its caller', async () => {
    const leaver = flow()
      .node('s', 'start')
      .node('out', 'leave')
      .node('r', 'result', { given: '{{s.given}}' })
      .edge('s', 'out')
      .edge('s', 'r')
      .build();
    const document = flow()
      .node('s', 'start')
      .node('loop', 'repeat', { rounds: 2 })
      .node('ask', 'call', { flow: 'leaver', give: ['index'] })
      .settings({ parent_id: 'loop' })
      .node('r', 'result', { rounds: '{{loop.rounds}}' })
      .chain('s', 'loop', 'r')
      .build();
    const { result, events } = await play(document, { called: { leaver } });
    expect(result.outputs).toEqual({ rounds: 2 });
    const asked = events.filter((event) => event.type === 'node.finished' && event.nodeId === 'ask');
    expect(asked.map(({ data }) => data)).toMatchObject([
      { outputs: { given: 0 } },
      { outputs: { given: 1 } },
    ]);
  });
});

describe('variables of the conversation and of the run in containers', () => {
  const counting = (scope: string, parallelism: number) => ({
    document: flow()
      .node('s', 'start')
      .node('each', 'each', { over: ['s', 'list'], collect: ['add', 'value'], parallelism })
      .node('slow', 'do', { wait_ms: '{{item}}' })
      .settings({ parent_id: 'each' })
      .node('add', 'do')
      .settings({ parent_id: 'each' })
      .node('tell', 'say', { parts: [[scope, 'sum'], ' '] })
      .settings({ parent_id: 'each' })
      .node('r', 'result', { all: '{{each.output}}', sum: `{{${scope}.sum}}` })
      .chain('s', 'each', 'r')
      .chain('slow', 'add', 'tell')
      .build(),
    options: {
      inputs: { list: [30, 10, 20] },
      conversation: { sum: 0 },
      behaviours: { add: adding(scope, 'sum', (context) => number(context, 'item')) },
    },
  });

  it('are written by one item after the other, and read by answers and later nodes', async () => {
    const { document, options } = counting('conversation', 1);
    const { result } = await play(document, options);
    expect(result.outputs).toMatchObject({ all: [30, 40, 60], sum: 60 });
    expect(result.answer).toBe('30 40 60 ');
    expect(result.conversation).toEqual({ sum: 60 });
  });

  it('add up in the order in which items at once get there', async () => {
    const { document, options } = counting('conversation', 3);
    const { result } = await play(document, options);
    expect(result.outputs).toMatchObject({ all: [60, 10, 30], sum: 60 });
    // Each item says what it saw, in the order of the items.
    expect(result.answer).toBe('60 10 30 ');
  });

  it('keep what an item wrote before it failed', async () => {
    const { document, options } = counting('conversation', 1);
    const nodes = document.nodes.map((node) =>
      node.id === 'each' ? { ...node, config: { ...node.config, on_error: 'null' } } : node,
    );
    const { result } = await play(
      { ...document, nodes },
      {
        ...options,
        behaviours: {
          ...options.behaviours,
          slow: (_, context) => {
            if (number(context, 'index') === 1) throw new Error('bad');
            return { outputs: {} };
          },
        },
      },
    );
    expect(result).toMatchObject({
      status: 'partial_succeeded',
      outputs: { all: [30, null, 50] },
      conversation: { sum: 50 },
    });
  });

  it('of a called flow are its own', async () => {
    const writer = flow()
      .node('s', 'start')
      .node('set', 'do')
      .node('r', 'result', { seen: '{{conversation.mood}}' })
      .chain('s', 'set', 'r')
      .build();
    const document = flow()
      .node('s', 'start')
      .node('ask', 'call', { flow: 'writer', give: ['s', 'x'] })
      .node('r', 'result', { seen: '{{ask.seen}}', mine: '{{conversation.mood}}' })
      .chain('s', 'ask', 'r')
      .build();
    const { result, events } = await play(document, {
      called: { writer },
      inputs: { x: 1 },
      conversation: { mood: 'old' },
      behaviours: {
        set: () => ({ outputs: {}, changes: [{ scope: 'conversation', name: 'mood', value: 'theirs' }] }),
      },
    });
    expect(result.outputs).toEqual({ seen: 'theirs', mine: 'old' });
    const set = events.find((event) => event.type === 'node.finished' && event.nodeId === 'set');
    expect(set?.data).toMatchObject({ changes: [{ scope: 'conversation', is_local: true }] });
    expect(result.conversation).toEqual({ mood: 'old' });
  });
});
