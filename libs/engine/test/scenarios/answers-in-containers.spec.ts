import { FlowError, type JsonObject } from '@heddle/model';
import { flow } from '@heddle/testing';
import { play } from '../run-scenario';

/** An iteration whose items stream in pieces of their own and speak between brackets; behind it, a last word. */
const speakingItems = (settings: JsonObject = {}, policy = {}) =>
  flow()
    .node('s', 'start')
    .node('each', 'each', { over: ['s', 'list'], collect: ['one', 'text'], ...settings })
    .settings(policy)
    .node('one', 'stream', { pieces: '{{item.pieces}}', every_ms: '{{item.ms}}' })
    .settings({ parent_id: 'each' })
    .node('tell', 'say', { parts: ['[', ['one', 'text'], ']'] })
    .settings({ parent_id: 'each' })
    .node('last', 'say', { parts: ['.'] })
    .chain('s', 'each', 'last')
    .edge('one', 'tell')
    .build();

const down = (): FlowError =>
  new FlowError({ code: 'DOWN', category: 'operational', message: 'It is down.' });
const ONE_RETRY = {
  max_attempts: 1,
  interval_ms: 5,
  backoff: 'fixed',
  max_interval_ms: 5,
  jitter: false,
} as const;

describe('answers in iterations', () => {
  it('are said item by item, and before what stands behind the iteration', async () => {
    const { result, said } = await play(speakingItems(), {
      inputs: {
        list: [
          { pieces: ['a', 'b'], ms: 10 },
          { pieces: ['c'], ms: 10 },
        ],
      },
    });
    expect(result.answer).toBe('[ab][c].');
    expect(said).toEqual([
      'tell@each/0 "["',
      'tell@each/0 "a"',
      'tell@each/0 "b"',
      'tell@each/0 "]"',
      'tell@each/1 "["',
      'tell@each/1 "c"',
      'tell@each/1 "]"',
      'last "."',
    ]);
  });

  it('keep the order of items that finish out of order: the first streams, the others are said whole', async () => {
    const { result, said, clock } = await play(speakingItems({ parallelism: 3 }), {
      inputs: {
        list: [
          { pieces: ['a', 'b'], ms: 50 },
          { pieces: ['c', 'd'], ms: 10 },
          { pieces: ['e', 'f'], ms: 20 },
        ],
      },
    });
    expect(result.answer).toBe('[ab][cd][ef].');
    expect(clock.monotonic()).toBe(100);
    expect(said.slice(4)).toEqual([
      'tell@each/1 "["',
      'tell@each/1 "cd"',
      'tell@each/1 "]"',
      'tell@each/2 "["',
      'tell@each/2 "ef"',
      'tell@each/2 "]"',
      'last "."',
    ]);
  });

  it('go on live with an item that is still streaming when its turn comes', async () => {
    const { said } = await play(speakingItems({ parallelism: 2 }), {
      inputs: {
        list: [
          { pieces: ['a'], ms: 25 },
          { pieces: ['b', 'c', 'd', 'e'], ms: 10 },
        ],
      },
    });
    expect(said.slice(3, 7)).toEqual([
      'tell@each/1 "["',
      'tell@each/1 "bc"',
      'tell@each/1 "d"',
      'tell@each/1 "e"',
    ]);
  });

  it('are said by the items that take the branch, in the order in which they take it', async () => {
    const document = flow()
      .node('s', 'start')
      .node('each', 'each', { over: ['s', 'list'], collect: ['slow', 'value'], parallelism: 3 })
      .node('slow', 'do', { wait_ms: '{{item.ms}}' })
      .settings({ parent_id: 'each' })
      .node('if', 'branch', { to: '{{item.to}}' })
      .settings({ parent_id: 'each' })
      .node('tell', 'say', { parts: ['item ', ['index'], ' '] })
      .settings({ parent_id: 'each' })
      .node('last', 'say', { parts: ['end'] })
      .chain('s', 'each', 'last')
      .edge('slow', 'if')
      .edge('if', 'tell', 'a')
      .build();
    const list = [
      { ms: 30, to: 'a' },
      { ms: 20, to: 'b' },
      { ms: 10, to: 'a' },
    ];
    const { result, lines } = await play(document, { inputs: { list } });
    expect(result.answer).toBe('item 2 item 0 end');
    expect(lines).toContain('tell@each/1 skipped');
  });

  it('know the item of every level at once', async () => {
    const document = flow()
      .node('s', 'start')
      .node('rows', 'each', { over: ['s', 'list'], collect: ['cells', 'output'] })
      .node('cells', 'each', { over: ['rows', 'item'], collect: ['slow', 'value'] })
      .settings({ parent_id: 'rows' })
      .node('slow', 'do', { wait_ms: 10 })
      .settings({ parent_id: 'cells' })
      .node('tell', 'say', { parts: [['rows', 'index'], ':', ['item'], ' '] })
      .settings({ parent_id: 'cells' })
      .node('row', 'say', { parts: ['| '] })
      .settings({ parent_id: 'rows' })
      .node('last', 'say', { parts: ['end'] })
      .chain('s', 'rows', 'last')
      .edge('cells', 'row')
      .edge('slow', 'tell')
      .build();
    const { result, lines } = await play(document, { inputs: { list: [['a', 'b'], [], ['c']] } });
    expect(result.answer).toBe('0:a 0:b | | 2:c | end');
    const spoken = lines.indexOf('tell@rows/0/cells/0 says " "');
    expect(spoken).toBeLessThan(lines.indexOf('slow@rows/0/cells/0 finished'));
  });

  it.each([
    ['null', ['ab', null, 'd']],
    ['drop', ['ab', 'd']],
  ])('of an item that fails stop where it failed, under the mode %s', async (mode, all) => {
    const { result, events } = await play(speakingItems({ on_error: mode }), {
      inputs: {
        list: [
          { pieces: ['ab'], ms: 10 },
          { pieces: ['c'], ms: 10 },
          { pieces: ['d'], ms: 10 },
        ],
      },
      behaviours: {
        one: (_, { variables }) => {
          if (variables.lookup(['index']) === 1) throw down();
          return { outputs: { text: variables.text('{{item.pieces[0]}}') } };
        },
      },
    });
    expect(result).toMatchObject({ status: 'partial_succeeded', answer: '[ab][c[d].' });
    const ended = events.find((event) => event.type === 'node.finished' && event.nodeId === 'each');
    expect(ended?.data).toMatchObject({ outputs: { output: all } });
  });

  it('do not hold up others after the failure of an item has ended the iteration', async () => {
    const document = speakingItems({ on_error: 'stop' }, { on_error: 'continue' });
    const { result, said } = await play(document, {
      inputs: { list: [{ pieces: ['a'], ms: 10 }] },
      behaviours: { one: () => Promise.reject(down()) },
    });
    expect(result).toMatchObject({ status: 'partial_succeeded', answer: '[a.' });
    expect(said.at(-1)).toBe('last "."');
  });
});

describe('streams that start over in iterations', () => {
  const flaky = (failing: number) => {
    const tries = new Map<number, number>();
    return (_: JsonObject, { variables }: { variables: { lookup: (path: ['index']) => unknown } }) => {
      const index = Number(variables.lookup(['index']));
      const count = (tries.get(index) ?? 0) + 1;
      tries.set(index, count);
      if (index === failing && count === 1) throw down();
      return { outputs: { text: `done ${index}` } };
    };
  };
  const list = [
    { pieces: ['a'], ms: 10 },
    { pieces: ['b'], ms: 10 },
  ];
  const retrying = (parallelism: number) => {
    const document = speakingItems({ parallelism });
    const nodes = document.nodes.map((node) => (node.id === 'one' ? { ...node, retry: ONE_RETRY } : node));
    return { ...document, nodes };
  };

  it('are taken back under the path of their item', async () => {
    const { result, events } = await play(retrying(1), { inputs: { list }, behaviours: { one: flaky(1) } });
    expect(result).toMatchObject({ status: 'succeeded', answer: '[a][b].' });
    const replacements = events.filter(
      (event) => event.type === 'node.chunked' && event.data.is_replacement === true,
    );
    expect(replacements).toMatchObject([{ nodeId: 'tell', path: ['each', 1], data: { text: '[a][' } }]);
  });

  it('leave alone what another item is saying', async () => {
    const { result, said } = await play(retrying(2), {
      inputs: {
        list: [
          { pieces: ['a', 'A'], ms: 20 },
          { pieces: ['b'], ms: 25 },
        ],
      },
      behaviours: { one: flaky(1) },
    });
    expect(result.answer).toBe('[aA][b].');
    expect(said).toEqual([
      'tell@each/0 "["',
      'tell@each/0 "a"',
      'tell@each/0 "A"',
      'tell@each/0 "]"',
      'tell@each/1 "["',
      'tell@each/1 "b"',
      'tell@each/1 "]"',
      'last "."',
    ]);
  });
});

describe('answers in loops', () => {
  const counting = (parts: (string | string[])[], exitAt = 9) => ({
    document: flow()
      .node('s', 'start')
      .node('loop', 'repeat', { rounds: 3 })
      .node('add', 'do')
      .settings({ parent_id: 'loop' })
      .node('if', 'branch', { to: '{{add.value}}' })
      .settings({ parent_id: 'loop' })
      .node('out', 'leave')
      .settings({ parent_id: 'loop' })
      .node('slow', 'stream', { pieces: ['x', 'y'], every_ms: 10 })
      .settings({ parent_id: 'loop' })
      .node('tell', 'say', { parts })
      .settings({ parent_id: 'loop' })
      .node('last', 'say', { parts: ['total ', ['loop', 'total']] })
      .chain('s', 'loop', 'last')
      .chain('add', 'if')
      .edge('if', 'out', 'b')
      .chain('add', 'slow', 'tell')
      .build(),
    behaviours: {
      add: (
        _: JsonObject,
        { variables }: { variables: { lookup: (path: ['loop', 'total']) => unknown } },
      ) => {
        const value = Number(variables.lookup(['loop', 'total'])) + 1;
        return {
          outputs: { value: value >= exitAt ? 'b' : 'a' },
          changes: [{ scope: 'loop', name: 'total', value }],
        };
      },
    },
  });

  it('say the variables of the loop as each round leaves them', async () => {
    const { document, behaviours } = counting([['loop', 'total'], ':', ['slow', 'text'], ' ']);
    const { result, said } = await play(document, { behaviours });
    expect(result.answer).toBe('1:xy 2:xy 3:xy total 3');
    expect(said[0]).toBe('tell@loop/0 "1"');
  });

  it('break off where the loop is left', async () => {
    const { document, behaviours } = counting([['loop', 'index'], ':', ['slow', 'text'], ' '], 2);
    const { result, lines } = await play(document, { behaviours });
    expect(result.answer).toBe('0:xy 1:total 2');
    expect(lines).toContain('slow@loop/1 failed RUN_STOPPED stopped');
    expect(lines).not.toContain('slow@loop/1 streams "x"');
  });
});

describe('answers of called flows', () => {
  it('are handed over by every item of an iteration, and streamed by none', async () => {
    const greeting = flow()
      .node('s', 'start')
      .node('write', 'stream', { pieces: ['Dear ', 'you'], every_ms: 10 })
      .node('tell', 'say', { parts: [['write', 'text'], ' ', ['s', 'given']] })
      .chain('s', 'write', 'tell')
      .build();
    const document = flow()
      .node('s', 'start')
      .node('each', 'each', { over: ['s', 'list'], collect: ['ask', 'answer'], parallelism: 2 })
      .node('ask', 'call', { flow: 'greeting', give: ['item'] })
      .settings({ parent_id: 'each' })
      .node('tell', 'say', { parts: [['ask', 'answer'], '; '] })
      .settings({ parent_id: 'each' })
      .node('r', 'result', { all: '{{each.output}}' })
      .chain('s', 'each', 'r')
      .edge('ask', 'tell')
      .build();
    const { result, said } = await play(document, { called: { greeting }, inputs: { list: ['Ada', 'Bo'] } });
    expect(result.outputs).toMatchObject({ all: ['Dear you Ada', 'Dear you Bo'] });
    expect(result.answer).toBe('Dear you Ada; Dear you Bo; ');
    expect(said).toEqual([
      'tell@each/0 "Dear you Ada"',
      'tell@each/0 "; "',
      'tell@each/1 "Dear you Bo"',
      'tell@each/1 "; "',
    ]);
  });
});
