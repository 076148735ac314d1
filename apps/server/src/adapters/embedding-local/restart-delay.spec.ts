import { RestartDelay } from './restart-delay';

describe('RestartDelay', () => {
  it('waits twice as long after each failure, up to a minute', () => {
    const delay = new RestartDelay();
    const waits = Array.from({ length: 8 }, () => {
      delay.failed('it broke', 0);
      return [1, 2, 4, 8, 16, 32, 60].find((seconds) => delay.isOver(seconds * 1_000));
    });
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
  });

  it('forgets its failures after a success', () => {
    const delay = new RestartDelay();
    delay.failed('it broke', 0);
    expect(delay.problem).toBe('it broke');
    delay.succeeded();
    expect(delay.problem).toBeUndefined();
    expect(delay.isOver(0)).toBe(true);
  });
});
