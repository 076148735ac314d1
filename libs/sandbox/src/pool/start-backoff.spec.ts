import { StartBackoff } from './start-backoff';

describe('StartBackoff', () => {
  it('waits longer after each failed start, but not for ever', () => {
    const backoff = new StartBackoff();
    const waits = Array.from({ length: 10 }, () => {
      backoff.failed(0);
      return backoff.waitMs(0);
    });
    expect(waits.slice(0, 4)).toEqual([100, 200, 400, 800]);
    expect(waits.at(-1)).toBe(5_000);
  });

  it('takes QuickJS when processes die with isolated-vm, and says so', () => {
    const backoff = new StartBackoff();
    backoff.failed(0);
    expect(backoff.engine).toBe('auto');
    backoff.failed(0);
    expect(backoff.engine).toBe('quickjs');
    backoff.succeeded();
    expect(backoff.waitMs(0)).toBe(0);
    expect(backoff.describe({ engine: 'quickjs', reason: 'QuickJS was asked for' }).reason).toContain(
      'isolated-vm',
    );
  });

  it('is hopeless after five failures in a row', () => {
    const backoff = new StartBackoff();
    for (let i = 0; i < 5; i += 1) backoff.failed(0);
    expect(backoff.isHopeless).toBe(true);
    expect(backoff.problem).toContain('5 times');
  });
});
