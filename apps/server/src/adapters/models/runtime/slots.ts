import type { Clock } from '@heddle/engine';

/** A limited number of places, given in the order in which they were asked for. */
export class Slots {
  #taken = 0;
  readonly #waiting = new Set<() => void>();

  constructor(readonly clock: Clock) {}

  get isIdle(): boolean {
    return this.#taken === 0 && this.#waiting.size === 0;
  }

  /** Takes a place once fewer than `most` are taken; false when time is up or the caller stops. */
  take(most: number, limitMs: number, signal: AbortSignal): Promise<boolean> {
    if (this.#taken < most && this.#waiting.size === 0) {
      this.#taken += 1;
      return Promise.resolve(true);
    }
    if (limitMs <= 0 || signal.aborted) return Promise.resolve(false);
    return new Promise((done) => {
      const settle = (isTaken: boolean): void => {
        cancel();
        signal.removeEventListener('abort', giveUp);
        this.#waiting.delete(receive);
        done(isTaken);
      };
      const giveUp = (): void => settle(false);
      const receive = (): void => settle(true);
      const cancel = this.clock.after(limitMs, giveUp);
      signal.addEventListener('abort', giveUp, { once: true });
      this.#waiting.add(receive);
    });
  }

  /** Gives a place back, to whoever has waited longest. */
  release(): void {
    const [next] = this.#waiting;
    if (next) next();
    else this.#taken -= 1;
  }
}
