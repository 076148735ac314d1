import type { Clock } from '@heddle/engine';
import type { DeadlinePhase } from '../failures/model-errors';

/** How long a model may take. */
export interface AnswerLimits {
  /** From the request to the first piece of an answer. */
  readonly firstTokenMs: number;
  /** Between two pieces. */
  readonly idleMs: number;
  /** Everything, retries included. */
  readonly totalMs: number;
  /** One answer that comes in one piece: vectors, an order of texts. */
  readonly wholeMs: number;
}

/** The product's limits. */
export const DEFAULT_ANSWER_LIMITS: AnswerLimits = {
  firstTokenMs: 60_000,
  idleMs: 30_000,
  totalMs: 600_000,
  wholeMs: 120_000,
};

/** How long a connection may stay open after the model has said that it is done. */
const TAIL_MS = 2_000;

/**
 * Watches over one attempt at an answer with a single timer, so that a piece of the answer costs a read of the clock
 * and nothing else.
 */
export class AnswerDeadlines {
  /** The limit that ran out. */
  over: { readonly phase: DeadlinePhase; readonly limitMs: number } | undefined;
  readonly #beganAt: number;
  #lastAt: number;
  #phase: 'first_token' | 'idle' | 'tail' = 'first_token';
  #isReaderBusy = false;
  #cancel: () => void;

  constructor(
    readonly limits: AnswerLimits,
    readonly clock: Clock,
    readonly watch: { readonly requestedAt: number; readonly onOver: () => void },
  ) {
    this.#beganAt = clock.monotonic();
    this.#lastAt = this.#beganAt;
    this.#cancel = this.#arm();
  }

  /** A piece of the answer has come; until the next call of `wait`, the reader is busy with it, not the model. */
  touch(): void {
    this.#isReaderBusy = true;
    this.#lastAt = this.clock.monotonic();
    if (this.#phase === 'first_token') this.#enter('idle');
  }

  /** The reader wants more. */
  wait(): void {
    if (!this.#isReaderBusy) return;
    this.#isReaderBusy = false;
    this.#lastAt = this.clock.monotonic();
  }

  /** The model has said that its answer is complete; what follows may not take long. */
  finish(): void {
    this.#lastAt = this.clock.monotonic();
    if (this.#phase !== 'tail') this.#enter('tail');
  }

  end(): void {
    this.#cancel();
  }

  #enter(phase: 'idle' | 'tail'): void {
    this.#phase = phase;
    this.#cancel();
    this.#cancel = this.#arm();
  }

  #next(): { readonly due: number; readonly phase: DeadlinePhase; readonly limitMs: number } {
    const { firstTokenMs, idleMs, totalMs } = this.limits;
    const total = { due: this.watch.requestedAt + totalMs, phase: 'total', limitMs: totalMs } as const;
    const isWaiting = this.#phase === 'first_token';
    const limitMs = isWaiting ? firstTokenMs : this.#phase === 'tail' ? Math.min(TAIL_MS, idleMs) : idleMs;
    const due = (isWaiting ? this.#beganAt : this.#lastAt) + limitMs;
    return total.due <= due ? total : { due, phase: isWaiting ? 'first_token' : 'idle', limitMs };
  }

  #arm(): () => void {
    return this.clock.after(Math.max(0, this.#next().due - this.clock.monotonic()), () => this.#check());
  }

  #check(): void {
    const { due, phase, limitMs } = this.#next();
    const now = this.clock.monotonic();
    if (this.#isReaderBusy && phase === 'idle') this.#lastAt = now;
    // Timers may fire a little early; what counts is the clock that pieces are measured by.
    if (now + 1 < (this.#isReaderBusy ? this.#next().due : due)) {
      this.#cancel = this.#arm();
      return;
    }
    this.over = { phase, limitMs };
    this.watch.onOver();
  }
}
