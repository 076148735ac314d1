import { CircuitBreaker, CircuitOpenError } from './circuit-breaker';

const fail = () => Promise.reject(new Error('down'));
const succeed = () => Promise.resolve('up');

describe('CircuitBreaker', () => {
  let now: number;
  let breaker: CircuitBreaker;

  beforeEach(() => {
    now = 0;
    breaker = new CircuitBreaker(() => now);
  });

  const break_ = async (): Promise<void> => {
    for (let count = 0; count < 3; count += 1) await expect(breaker.call(fail)).rejects.toThrow('down');
  };

  it('asks no more after three failures in a row', async () => {
    await break_();
    const work = jest.fn(succeed);
    await expect(breaker.call(work)).rejects.toThrow(CircuitOpenError);
    expect(work).not.toHaveBeenCalled();
  });

  it('forgets failures that a success parts', async () => {
    await expect(breaker.call(fail)).rejects.toThrow('down');
    await expect(breaker.call(fail)).rejects.toThrow('down');
    await breaker.call(succeed);
    await expect(breaker.call(fail)).rejects.toThrow('down');
    await expect(breaker.call(succeed)).resolves.toBe('up');
  });

  it('tries with one call after a while, and closes when that works', async () => {
    await break_();
    now = 2_000;
    let finish: (value: string) => void = () => undefined;
    const trial = breaker.call(() => new Promise<string>((resolve) => (finish = resolve)));
    await expect(breaker.call(succeed)).rejects.toThrow(CircuitOpenError);
    finish('up');
    await expect(trial).resolves.toBe('up');
    await expect(breaker.call(succeed)).resolves.toBe('up');
  });

  it('opens again when the trial fails', async () => {
    await break_();
    now = 2_000;
    await expect(breaker.call(fail)).rejects.toThrow('down');
    await expect(breaker.call(succeed)).rejects.toThrow(CircuitOpenError);
  });
});
