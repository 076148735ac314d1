import { FlowError, type JsonObject } from '@heddle/model';
import { flow, type NodeSettings } from '@heddle/testing';
import { play, runScenario } from '../run-scenario';

const down = (): FlowError =>
  new FlowError({ code: 'DOWN', category: 'operational', message: 'It is down.' });
const RETRY_AFTER_50 = {
  max_attempts: 1,
  interval_ms: 50,
  backoff: 'fixed',
  max_interval_ms: 50,
  jitter: false,
} as const;

describe('where ways join', () => {
  it('an answer waits for one that a branch may still take, though its own way is certain', async () => {
    const document = flow()
      .node('s', 'start')
      .node('slow', 'do', { wait_ms: 10 })
      .node('if', 'branch', { to: 'a' })
      .node('maybe', 'say', { parts: ['first '] })
      .node('last', 'say', { parts: ['last'] })
      .chain('s', 'slow', 'if')
      .edge('if', 'maybe', 'a')
      .edge('maybe', 'last')
      .edge('s', 'last')
      .build();
    const { result, said } = await play(document);
    expect(said).toEqual(['maybe "first "', 'last "last"']);
    expect(result.answer).toBe('first last');
  });

  it('an answer speaks as soon as the one that might have come before is skipped', async () => {
    const document = flow()
      .node('s', 'start')
      .node('if', 'branch', { to: 'b' })
      .node('maybe', 'say', { parts: ['first '] })
      .node('slow', 'do', { wait_ms: 50 })
      .node('last', 'say', { parts: ['last'] })
      .edge('s', 'if')
      .edge('if', 'maybe', 'a')
      .edge('maybe', 'last')
      .chain('s', 'slow', 'last')
      .build();
    const { said, lines } = await play(document);
    expect(said).toEqual(['last "last"']);
    expect(lines.indexOf('last says "last"')).toBeLessThan(lines.indexOf('slow finished'));
  });

  it('a short cut does not let a later answer overtake an earlier one', async () => {
    const document = flow()
      .node('s', 'start')
      .node('a', 'do', { wait_ms: 5 })
      .node('one', 'say', { parts: ['1'] })
      .node('b', 'do', { wait_ms: 5 })
      .node('two', 'say', { parts: ['2'] })
      .node('three', 'say', { parts: ['3'] })
      .edge('s', 'three')
      .edge('s', 'two')
      .chain('s', 'a', 'one', 'b', 'two', 'three')
      .build();
    expect((await play(document)).result.answer).toBe('123');
  });

  it('answers side by side are said one after the other, each with its streams live when its turn comes', async () => {
    const document = flow()
      .node('s', 'start')
      .node('slow', 'stream', { pieces: ['a', 'b'], every_ms: 40 })
      .node('fast', 'stream', { pieces: ['c', 'd', 'e'], every_ms: 30 })
      .node('one', 'say', { parts: [['slow', 'text']] })
      .node('two', 'say', { parts: ['|', ['fast', 'text']] })
      .chain('s', 'slow', 'one')
      .chain('s', 'fast', 'two')
      .build();
    const { said, clock } = await play(document);
    expect(said).toEqual(['one "a"', 'one "b"', 'two "|"', 'two "cd"', 'two "e"']);
    expect(clock.monotonic()).toBe(90);
  });

  it('merges what several results leave, and skips what skipped branches would have left', async () => {
    const document = flow()
      .node('s', 'start')
      .node('if', 'branch', { to: 'b' })
      .node('yes', 'result', { yes: true })
      .node('no', 'result', { no: true, both: 1 })
      .node('slow', 'do', { wait_ms: 5 })
      .node('always', 'result', { both: 2, value: '{{slow.value}}' })
      .edge('s', 'if')
      .edge('if', 'yes', 'a')
      .edge('if', 'no', 'b')
      .chain('s', 'slow', 'always')
      .build();
    const { result, lines } = await play(document);
    expect(result).toMatchObject({
      status: 'succeeded',
      outputs: { no: true, both: 2, value: 'slow' },
    });
    expect(lines).toContain('yes skipped');
  });

  it('a join of skipped branches is skipped, and so is all behind it', async () => {
    const document = flow()
      .node('s', 'start')
      .node('if', 'branch', { to: 'b' })
      .node('x', 'do')
      .node('y', 'do')
      .node('join', 'do')
      .node('tell', 'say', { parts: ['joined'] })
      .node('r', 'result', { done: true })
      .edge('s', 'if')
      .edge('if', 'x', 'a')
      .edge('if', 'y', 'a')
      .edge('x', 'join')
      .edge('y', 'join')
      .edge('join', 'tell')
      .edge('if', 'r', 'b')
      .build();
    const { result, lines } = await play(document);
    expect(result.answer).toBe('');
    expect(lines.filter((line) => line.endsWith('skipped'))).toEqual([
      'x skipped',
      'y skipped',
      'join skipped',
      'tell skipped',
    ]);
  });
});

describe('answers with the same source', () => {
  it('say it each, the first live and the second whole', async () => {
    const document = flow()
      .node('s', 'start')
      .node('write', 'stream', { pieces: ['a', 'b'] })
      .node('one', 'say', { parts: [['write', 'text'], ' '] })
      .node('two', 'say', { parts: ['again: ', ['write', 'text'], '+', ['write', 'text']] })
      .chain('s', 'write', 'one', 'two')
      .build();
    const { result, said } = await play(document);
    expect(result.answer).toBe('ab again: ab+ab');
    expect(said).toEqual([
      'one "a"',
      'one "b"',
      'one " "',
      'two "again: "',
      'two "ab"',
      'two "+"',
      'two "ab"',
    ]);
  });

  it('both say its second attempt after the first was taken back', async () => {
    let tries = 0;
    const document = flow()
      .node('s', 'start')
      .node('write', 'stream', { pieces: ['half'] })
      .settings({ retry: RETRY_AFTER_50 })
      .node('one', 'say', { parts: ['1 ', ['write', 'text']] })
      .node('two', 'say', { parts: [' 2 ', ['write', 'text']] })
      .edge('s', 'write')
      .edge('write', 'one')
      .edge('write', 'two')
      .build();
    const { result, events } = await play(document, {
      behaviours: {
        write: () => {
          if (++tries === 1) throw down();
          return { outputs: { text: 'half' } };
        },
      },
    });
    expect(result).toMatchObject({ status: 'succeeded', answer: '1 half 2 half' });
    const said = events.filter((event) => event.type === 'node.chunked' && event.data.is_answer);
    expect(said.map(({ data }) => data)).toMatchObject([
      { text: '1 ' },
      { text: 'half', source: ['write', 'text'] },
      { text: '1 ', is_replacement: true },
      { text: 'half' },
      { text: ' 2 ' },
      { text: 'half' },
    ]);
  });
});

describe('streams that fail half way', () => {
  const halfway = (settings: NodeSettings, partsBehind: (string | string[])[] = ['.']) =>
    flow()
      .node('s', 'start')
      .node('write', 'stream', { pieces: ['half'] })
      .settings(settings)
      .node('tell', 'say', { parts: ['> ', ['write', 'text'], '!'] })
      .node('caught', 'say', { parts: ['sorry: ', ['write', 'error_message']] })
      .node('last', 'say', { parts: partsBehind })
      .chain('s', 'write', 'tell', 'last')
      .edge('write', 'caught', settings.on_error === 'branch' ? 'error' : 'source')
      .edge('caught', 'last')
      .build();
  const failing = {
    behaviours: {
      write: (): never => {
        throw down();
      },
    },
  };

  it('give way to the default value', async () => {
    const document = halfway({ on_error: 'default_value', default_outputs: { text: 'spare' } });
    const { result } = await play(document, failing);
    expect(result).toMatchObject({ status: 'partial_succeeded', answer: '> spare!sorry: It is down..' });
  });

  it('give way to nothing where the run goes on without outputs', async () => {
    const { result } = await play(halfway({ on_error: 'continue' }, [' end']), failing);
    expect(result).toMatchObject({ status: 'partial_succeeded', answer: '> !sorry: It is down. end' });
  });

  it('are not said at all where the way on was open until they ended', async () => {
    const { result, lines } = await play(halfway({ on_error: 'branch' }), failing);
    expect(result).toMatchObject({ status: 'partial_succeeded', answer: 'sorry: It is down..' });
    expect(lines).toContain('tell skipped');
  });

  it('end a run that catches nothing, and leave what was said', async () => {
    const { result, lines } = await play(halfway({}), failing);
    expect(result).toMatchObject({ status: 'failed', answer: '> half', outputs: { answer: '> half' } });
    expect(lines.slice(-2)).toEqual(['write failed DOWN fail', 'run failed']);
  });

  it('do not stop another branch while they wait for the next attempt', async () => {
    let tries = 0;
    const document = flow()
      .node('s', 'start')
      .node('write', 'stream', { pieces: ['w'], every_ms: 10 })
      .settings({ retry: RETRY_AFTER_50 })
      .node('other', 'stream', { pieces: ['1', '2', '3', '4'], every_ms: 15 })
      .node('one', 'say', { parts: [['other', 'text']] })
      .node('two', 'say', { parts: [['write', 'text']] })
      .chain('s', 'other', 'one')
      .chain('s', 'write', 'two')
      .build();
    const { result, said, clock } = await play(document, {
      behaviours: {
        write: () => {
          if (++tries === 1) throw down();
          return { outputs: { text: 'w' } };
        },
      },
    });
    expect(result.answer).toBe('1234w');
    expect(said.slice(0, 4)).toEqual(['one "1"', 'one "2"', 'one "3"', 'one "4"']);
    expect(clock.monotonic()).toBe(70);
  });
});

describe('variables in answers', () => {
  const setting = (value: string) => (_: JsonObject) => ({
    outputs: {},
    changes: [{ scope: 'conversation', name: 'mood', value }],
  });

  it('are those of the moment when the answer ran, though its turn to speak comes later', async () => {
    const document = flow()
      .node('s', 'start')
      .node('slow', 'stream', { pieces: ['slow'], every_ms: 50 })
      .node('one', 'say', { parts: [['slow', 'text'], ' '] })
      .node('two', 'say', { parts: ['was ', ['conversation', 'mood']] })
      .node('change', 'do')
      .node('a', 'sync')
      .node('b', 'sync')
      .chain('s', 'slow', 'one')
      .chain('s', 'a', 'b', 'two', 'change')
      .build();
    const { result, said, events } = await play(document, {
      conversation: { mood: 'old' },
      behaviours: { change: setting('new') },
    });
    expect(said).toEqual(['one "slow"', 'one " "', 'two "was "', 'two "old"']);
    expect(result.conversation).toEqual({ mood: 'new' });
    const two = events.find((event) => event.type === 'node.finished' && event.nodeId === 'two');
    expect(two?.data).toMatchObject({ outputs: { text: 'was old' } });
  });

  it('stop the run where they name nothing, after what could be said', async () => {
    const document = flow()
      .node('s', 'start')
      .node('tell', 'say', { parts: ['hello ', ['conversation', 'ghost']] })
      .chain('s', 'tell')
      .build();
    const { result } = await play(document);
    expect(result).toMatchObject({
      status: 'failed',
      answer: 'hello ',
      error: { code: 'VARIABLE_UNKNOWN', node_id: 'tell' },
    });
  });
});

describe('stopping', () => {
  it('keeps what was said and says no more', async () => {
    const document = flow()
      .node('s', 'start')
      .node('write', 'stream', { pieces: ['a', 'b', 'c'], every_ms: 10 })
      .node('tell', 'say', { parts: [['write', 'text'], '!'] })
      .chain('s', 'write', 'tell')
      .build();
    const scenario = runScenario(document);
    await scenario.clock.elapse(20);
    scenario.handle.stop();
    expect(await scenario.finish()).toMatchObject({
      status: 'stopped',
      answer: 'ab',
      outputs: { answer: 'ab' },
    });
    expect(scenario.clock.pending).toBe(0);
  });
});
