import { SessionTurns } from './session-turns';

describe('SessionTurns', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  const connection = () => ({});

  it('admits one at a time, in the order of asking', async () => {
    const turns = new SessionTurns(1_000);
    const [a, b, c] = [connection(), connection(), connection()];
    const order: string[] = [];
    await turns.take(a);
    const waiting = [turns.take(b).then(() => order.push('b')), turns.take(c).then(() => order.push('c'))];
    expect(turns.has(a)).toBe(true);
    turns.give(a);
    await waiting[0];
    expect(order).toEqual(['b']);
    turns.give(b);
    await waiting[1];
    expect(order).toEqual(['b', 'c']);
  });

  it('lets its owner in again', async () => {
    const turns = new SessionTurns(1_000);
    const a = connection();
    await turns.take(a);
    await expect(turns.take(a)).resolves.toBeUndefined();
  });

  it('reports a wait that takes too long and forgets it', async () => {
    const turns = new SessionTurns(1_000);
    const [a, b, c] = [connection(), connection(), connection()];
    await turns.take(a);
    const late = expect(turns.take(b)).rejects.toThrow(/kept a transaction open for 1000 ms/);
    jest.advanceTimersByTime(999);
    const waiting = turns.take(c);
    jest.advanceTimersByTime(1);
    await late;
    turns.give(a);
    await waiting;
    expect(turns.has(c)).toBe(true);
  });

  it('ignores who gives a turn that is not theirs', async () => {
    const turns = new SessionTurns(1_000);
    const [a, b] = [connection(), connection()];
    await turns.take(a);
    turns.give(b);
    expect(turns.has(a)).toBe(true);
  });
});
