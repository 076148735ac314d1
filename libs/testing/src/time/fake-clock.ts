import type { Clock } from '@heddle/engine';

interface Timer {
  readonly due: number;
  readonly callback: () => void;
}

/** A clock that stands still until a test moves it. */
export interface FakeClock extends Clock {
  /** Moves time on, calling back everything that falls due on the way, in order, timers set on the way included. */
  advance(ms: number): void;
  /** Like `advance`, but lets promises settle before, between and after the callbacks. */
  elapse(ms: number): Promise<void>;
  /** How many callbacks are waiting. */
  readonly pending: number;
  /** Milliseconds until the next callback, undefined when none waits. */
  readonly nextIn: number | undefined;
}

/** Lets every promise that can settle without time passing do so. */
export async function settle(turns = 5): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await new Promise<void>((done) => setImmediate(done));
}

class ManualClock implements FakeClock {
  #elapsed = 0;
  readonly #timers = new Set<Timer>();

  constructor(readonly start: number) {}

  get pending(): number {
    return this.#timers.size;
  }

  get nextIn(): number | undefined {
    const next = this.#next(Number.POSITIVE_INFINITY);
    return next && Math.max(0, next.due - this.#elapsed);
  }

  now(): number {
    return this.start + this.#elapsed;
  }

  monotonic(): number {
    return this.#elapsed;
  }

  after(delayMs: number, callback: () => void): () => void {
    const timer = { due: this.#elapsed + Math.max(0, delayMs), callback };
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  }

  advance(ms: number): void {
    const end = this.#elapsed + ms;
    while (this.#fireNext(end));
    this.#elapsed = end;
  }

  async elapse(ms: number): Promise<void> {
    const end = this.#elapsed + ms;
    await settle();
    while (this.#fireNext(end)) await settle();
    this.#elapsed = end;
    await settle();
  }

  #next(end: number): Timer | undefined {
    let next: Timer | undefined;
    for (const timer of this.#timers) {
      if (timer.due > end) continue;
      if (next === undefined || timer.due < next.due) next = timer;
    }
    return next;
  }

  #fireNext(end: number): boolean {
    const timer = this.#next(end);
    if (timer === undefined) return false;
    this.#timers.delete(timer);
    this.#elapsed = Math.max(this.#elapsed, timer.due);
    timer.callback();
    return true;
  }
}

/** Makes a clock that shows 2026-01-01T00:00:00Z, or another wall time, and moves only by hand. */
export const fakeClock = (start = Date.UTC(2026, 0, 1)): FakeClock => new ManualClock(start);
