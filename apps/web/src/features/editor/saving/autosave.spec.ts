import { describe, expect, it } from 'vitest';
import { AUTOSAVE_DELAY_MS, createAutosave, type SaveOutcome, type SaveState } from './autosave';

/** A host whose timers and answers the spec plays by hand. */
function createHost() {
  const sent: { text: string; baseHash: string; answer: (outcome: SaveOutcome<string>) => Promise<void> }[] =
    [];
  const states: SaveState<string>[] = [];
  let timer: { ms: number; callback: () => void } | null = null;
  const host = {
    text: 'v1',
    read: () => host.text,
    send: (text: string, baseHash: string) =>
      new Promise<SaveOutcome<string>>((resolve) => {
        const answer = async (outcome: SaveOutcome<string>): Promise<void> => {
          resolve(outcome);
          // Lets the chain behind the request settle.
          for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
        };
        sent.push({ text, baseHash, answer });
      }),
    show: (state: SaveState<string>) => void states.push(state),
    now: () => 42,
    delay: (ms: number, callback: () => void) => {
      const own = { ms, callback };
      timer = own;
      return () => {
        if (timer === own) timer = null;
      };
    },
  };
  const fire = (): number => {
    if (!timer) throw new Error('no timer is set');
    const { ms, callback } = timer;
    timer = null;
    callback();
    return ms;
  };
  return { host, sent, fire, hasTimer: () => timer !== null, last: () => states.at(-1) };
}

describe('autosave', () => {
  it('sends once for a burst of edits, then says saved', async () => {
    const { host, sent, fire, last } = createHost();
    const autosave = createAutosave(host, 'h0');
    autosave.touch();
    autosave.touch();
    expect(last()).toEqual({ kind: 'dirty' });
    expect(fire()).toBe(AUTOSAVE_DELAY_MS);
    expect(sent).toHaveLength(1);
    expect(sent[0]?.baseHash).toBe('h0');
    await sent[0]?.answer({ kind: 'saved', hash: 'h1' });
    expect(last()).toEqual({ kind: 'saved', at: 42 });
    expect(autosave.isClean).toBe(true);
    expect(autosave.hash).toBe('h1');
  });

  it('stays dirty when edited during a request, and sends again on the new hash', async () => {
    const { host, sent, fire, hasTimer, last } = createHost();
    const autosave = createAutosave(host, 'h0');
    autosave.touch();
    fire();
    host.text = 'v2';
    autosave.touch();
    expect(hasTimer()).toBe(false);
    await sent[0]?.answer({ kind: 'saved', hash: 'h1' });
    expect(last()).toEqual({ kind: 'dirty' });
    fire();
    expect(sent[1]).toMatchObject({ text: 'v2', baseHash: 'h1' });
  });

  it('tries again with growing pauses while the server is away, and at once when told', async () => {
    const { host, sent, fire, last } = createHost();
    const autosave = createAutosave(host, 'h0');
    autosave.touch();
    fire();
    await sent[0]?.answer({ kind: 'unreachable' });
    expect(last()).toEqual({ kind: 'offline', attempt: 1 });
    expect(fire()).toBe(1_000);
    await sent[1]?.answer({ kind: 'unreachable' });
    expect(fire()).toBe(2_000);
    await sent[2]?.answer({ kind: 'unreachable' });
    autosave.retry();
    await sent[3]?.answer({ kind: 'saved', hash: 'h1' });
    expect(last()?.kind).toBe('saved');
  });

  it('stops at a conflict until somebody decides', async () => {
    const { host, sent, fire, hasTimer, last } = createHost();
    const autosave = createAutosave(host, 'h0');
    autosave.touch();
    fire();
    await sent[0]?.answer({ kind: 'stale', theirs: { hash: 'h9', definition: 'theirs' } });
    expect(last()).toMatchObject({ kind: 'conflict', theirs: { hash: 'h9' } });
    autosave.touch();
    expect(hasTimer()).toBe(false);
    expect(await autosave.flush()).toBe(false);

    autosave.rebase('h9', false);
    expect(sent[1]).toMatchObject({ text: 'v1', baseHash: 'h9' });
  });

  it('is clean after taking over theirs', async () => {
    const { host, sent, fire } = createHost();
    const autosave = createAutosave(host, 'h0');
    autosave.touch();
    fire();
    await sent[0]?.answer({ kind: 'stale', theirs: { hash: 'h9', definition: 'theirs' } });
    autosave.rebase('h9', true);
    expect(autosave.isClean).toBe(true);
    expect(sent).toHaveLength(1);
  });

  it('does not repeat what was refused, until the next edit', async () => {
    const { host, sent, fire, hasTimer, last } = createHost();
    const autosave = createAutosave(host, 'h0');
    autosave.touch();
    fire();
    await sent[0]?.answer({ kind: 'refused', message: 'too large' });
    expect(last()).toEqual({ kind: 'refused', message: 'too large' });
    expect(hasTimer()).toBe(false);
    autosave.touch();
    fire();
    expect(sent).toHaveLength(2);
  });

  it('flushes at once and waits for what is under way', async () => {
    const { host, sent, fire, hasTimer } = createHost();
    const autosave = createAutosave(host, 'h0');
    expect(await autosave.flush()).toBe(true);
    autosave.touch();
    fire();
    host.text = 'v2';
    autosave.touch();
    const flushed = autosave.flush();
    await sent[0]?.answer({ kind: 'saved', hash: 'h1' });
    expect(sent[1]?.text).toBe('v2');
    expect(hasTimer()).toBe(false);
    await sent[1]?.answer({ kind: 'saved', hash: 'h2' });
    expect(await flushed).toBe(true);
  });
});
