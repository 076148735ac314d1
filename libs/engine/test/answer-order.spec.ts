import { FlowError } from '@heddle/model';
import { flow } from '@heddle/testing';
import { brief, runScenario } from './run-scenario';

const said = (events: Parameters<typeof brief>[0]): string[] =>
  brief(events).filter((line) => line.includes(' says '));

describe('the order of answers', () => {
  it('follows the template while its producers finish out of order', async () => {
    const document = flow()
      .node('s', 'start')
      .node('one', 'stream', { pieces: ['a', 'b'], every_ms: 50 })
      .node('two', 'stream', { pieces: ['c', 'd'], every_ms: 10 })
      .node('out', 'say', { parts: ['<', ['one', 'text'], '|', ['two', 'text'], '>'] })
      .edge('s', 'one')
      .edge('s', 'two')
      .edge('one', 'out')
      .edge('two', 'out')
      .build();
    const { events, finish } = runScenario(document);
    const result = await finish();
    expect(result.answer).toBe('<ab|cd>');
    expect(result.outputs).toEqual({ answer: '<ab|cd>' });
    expect(said(events)).toEqual([
      'out says "<"',
      'out says "a"',
      'out says "b"',
      'out says "|"',
      'out says "cd"',
      'out says ">"',
    ]);
  });

  it('speaks as soon as the way is certain, not before', async () => {
    const document = flow()
      .node('s', 'start')
      .node('pre', 'do', { wait_ms: 5 })
      .node('if', 'branch', { to: 'b' })
      .node('yes', 'say', { parts: ['yes'] })
      .node('no', 'say', { parts: ['no'] })
      .chain('s', 'pre', 'if')
      .edge('if', 'yes', 'a')
      .edge('if', 'no', 'b')
      .build();
    const { events, finish } = runScenario(document);
    expect((await finish()).answer).toBe('no');
    const lines = brief(events);
    expect(lines.indexOf('no says "no"')).toBeGreaterThan(lines.indexOf('if finished'));
    expect(lines.indexOf('no says "no"')).toBeLessThan(lines.indexOf('no started'));
  });

  it('lets later speakers wait for earlier ones', async () => {
    const document = flow()
      .node('s', 'start')
      .node('one', 'stream', { pieces: ['1'], every_ms: 30 })
      .node('first', 'say', { parts: [['one', 'text']] })
      .node('second', 'say', { parts: ['.', ['one', 'text'], '!'] })
      .chain('s', 'one', 'first', 'second')
      .build();
    const { finish } = runScenario(document);
    expect((await finish()).answer).toBe('1.1!');
  });

  it('says nothing for a producer that was skipped', async () => {
    const document = flow()
      .node('s', 'start')
      .node('if', 'branch', { to: 'a' })
      .node('one', 'stream', { pieces: ['x'] })
      .node('two', 'stream', { pieces: ['y'] })
      .node('out', 'say', { parts: ['(', ['one', 'text'], ['two', 'text'], ')'] })
      .edge('s', 'if')
      .edge('if', 'one', 'a')
      .edge('if', 'two', 'b')
      .edge('one', 'out')
      .edge('two', 'out')
      .build();
    const scenario = runScenario(document);
    await scenario.finish();
    expect(said(scenario.events).join(' ')).toBe('out says "(" out says "x" out says ")"');
  });

  it('takes back what a producer had streamed before it was tried again', async () => {
    let tries = 0;
    const document = flow()
      .node('s', 'start')
      .node('one', 'stream', { pieces: ['draft'] })
      .settings({
        retry: { max_attempts: 1, interval_ms: 5, backoff: 'fixed', max_interval_ms: 5, jitter: false },
      })
      .node('out', 'say', { parts: ['> ', ['one', 'text']] })
      .chain('s', 'one', 'out')
      .build();
    const { events, finish } = runScenario(document, {
      behaviours: {
        one: () => {
          if (tries++ > 0) return { outputs: { text: 'draft' } };
          throw new FlowError({ code: 'CUT', category: 'operational', message: 'cut' });
        },
      },
    });
    expect((await finish()).answer).toBe('> draft');
    expect(said(events)).toEqual(['out says "> "', 'out says "draft"', 'out says "> "', 'out says "draft"']);
  });

  it('says the stand-in of a producer whose failure was caught', async () => {
    const document = flow()
      .node('s', 'start')
      .node('one', 'stream', { pieces: ['half'] })
      .settings({ on_error: 'default_value', default_outputs: { text: 'sorry' } })
      .node('out', 'say', { parts: [['one', 'text']] })
      .chain('s', 'one', 'out')
      .build();
    const { finish } = runScenario(document, {
      behaviours: { one: () => Promise.reject(new Error('boom')) },
    });
    expect(await finish()).toMatchObject({ status: 'partial_succeeded', answer: 'sorry' });
  });

  it('reads variables only when nothing before it can change them any more', async () => {
    const document = flow()
      .node('s', 'start')
      .node('set', 'do')
      .node('out', 'say', { parts: ['now ', ['conversation', 'mood'], ' for ', ['sys', 'who']] })
      .chain('s', 'set', 'out')
      .build();
    const { events, finish } = runScenario(document, {
      sys: { who: 'Ada' },
      conversation: { mood: 'old' },
      behaviours: {
        set: () => ({
          outputs: {},
          changes: [{ scope: 'conversation', name: 'mood', value: 'new' }],
        }),
      },
    });
    expect((await finish()).answer).toBe('now new for Ada');
    expect(brief(events)[1]).toBe('out says "now "');
  });

  it('costs no more for diamonds in a row than for a chain', async () => {
    const builder = flow().node('s', 'start');
    let last = 's';
    for (let index = 0; index < 40; index++) {
      builder.node(`l${index}`, 'sync').node(`r${index}`, 'sync').node(`j${index}`, 'sync');
      builder
        .edge(last, `l${index}`)
        .edge(last, `r${index}`)
        .edge(`l${index}`, `j${index}`)
        .edge(`r${index}`, `j${index}`);
      last = `j${index}`;
    }
    builder.node('out', 'say', { parts: ['end ', [last, 'value']] }).edge(last, 'out');
    const { events, finish } = runScenario(builder.build());
    expect((await finish()).answer).toBe('end 1');
    expect(brief(events)[1]).toBe('out says "end "');
    expect(events.filter(({ type }) => type === 'node.started')).toHaveLength(122);
  });
});
