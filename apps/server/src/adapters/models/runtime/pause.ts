import type { Clock } from '@heddle/engine';

/** Waits, or returns early when the caller stops. */
export function pause(clock: Clock, delayMs: number, signal: AbortSignal): Promise<void> {
  if (delayMs <= 0 || signal.aborted) return Promise.resolve();
  return new Promise((done) => {
    const finish = (): void => {
      cancel();
      signal.removeEventListener('abort', finish);
      done();
    };
    const cancel = clock.after(delayMs, finish);
    signal.addEventListener('abort', finish, { once: true });
  });
}
