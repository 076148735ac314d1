import { fakeClock } from './fake-clock';

describe('fakeClock', () => {
  it('calls back in the order of due time, then of registration', () => {
    const clock = fakeClock();
    const calls: string[] = [];
    clock.after(20, () => calls.push('late'));
    clock.after(10, () => calls.push('first'));
    clock.after(10, () => calls.push('second'));
    clock.advance(10);
    expect(calls).toEqual(['first', 'second']);
    expect(clock.nextIn).toBe(10);
    clock.advance(10);
    expect(calls).toEqual(['first', 'second', 'late']);
    expect(clock.pending).toBe(0);
  });

  it('shows the due time inside a callback and runs timers set there', () => {
    const clock = fakeClock(1_000);
    const seen: number[] = [];
    clock.after(5, () => {
      seen.push(clock.now());
      clock.after(5, () => seen.push(clock.now()));
    });
    clock.advance(100);
    expect(seen).toEqual([1_005, 1_010]);
    expect(clock.monotonic()).toBe(100);
  });

  it('never calls back what was called off', () => {
    const clock = fakeClock();
    const callback = jest.fn();
    clock.after(1, callback)();
    clock.advance(10);
    expect(callback).not.toHaveBeenCalled();
  });

  it('lets promises settle between callbacks when time elapses', async () => {
    const clock = fakeClock();
    const steps: number[] = [];
    const wait = (ms: number): Promise<void> => new Promise((done) => void clock.after(ms, done));
    const work = (async () => {
      for (let step = 1; step <= 3; step += 1) {
        await wait(10);
        steps.push(clock.monotonic());
      }
    })();
    await clock.elapse(30);
    await work;
    expect(steps).toEqual([10, 20, 30]);
  });
});
