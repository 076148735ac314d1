import type { Clock } from '@heddle/engine';
import { limitReached } from '../failures/model-errors';
import type { ModelTarget } from '../model-target';
import { pause } from './pause';
import { Slots } from './slots';

/** Counts what is used of a minute's allowance. */
export interface Allowance {
  /** Takes some of it; resolves to 0, or to how many milliseconds it takes until there is more. */
  take(key: string, perMinute: number, amount: number): Promise<number>;
}

/** What asks to be let through. */
export interface Visitor {
  readonly workspaceId: string;
  readonly target: ModelTarget;
  /** Tokens that the request will use at least. */
  readonly tokens: number;
  /** How long it may wait. */
  readonly limitMs: number;
}

/** A call that was let through. */
export interface Admission {
  /** Ends it, and counts tokens beyond those that it was let through for. */
  release(tokens: number): void;
}

const FREE: Admission = { release: () => undefined };
/** How soon a place may be free is anybody's guess. */
const SLOT_RETRY_MS = 1_000;

/** Holds calls to what a model's settings allow: requests and tokens a minute, and requests at once in this process. */
export class TargetLimits {
  readonly #slots = new Map<string, Slots>();

  constructor(
    readonly allowance: Allowance,
    readonly clock: Clock,
  ) {}

  /** Lets a call through at once or, in turn, later; also when the caller stops. @throws RATE_LIMITED after `limitMs` */
  async enter(visitor: Visitor, signal: AbortSignal): Promise<Admission> {
    const { concurrency, requests_per_minute: requests, tokens_per_minute: tokens } = visitor.target.limits;
    if (concurrency === null && requests === null && tokens === null) return FREE;
    const until = this.clock.monotonic() + visitor.limitMs;
    const leave = await this.#takePlace(visitor, signal);
    try {
      await this.#spend(visitor, { limit: 'requests_per_minute', amount: 1, until }, signal);
      await this.#spend(visitor, { limit: 'tokens_per_minute', amount: visitor.tokens, until }, signal);
    } catch (error) {
      leave();
      throw error;
    }
    return { release: (used) => this.#end(visitor, used, leave) };
  }

  async #takePlace(visitor: Visitor, signal: AbortSignal): Promise<() => void> {
    const most = visitor.target.limits.concurrency;
    if (most === null) return () => undefined;
    const key = keyOf(visitor);
    const slots = this.#slots.get(key) ?? new Slots(this.clock);
    this.#slots.set(key, slots);
    const isTaken = await slots.take(most, visitor.limitMs, signal);
    if (!isTaken && !signal.aborted) throw limitReached(visitor.target.model, 'concurrency', SLOT_RETRY_MS);
    return () => {
      if (isTaken) slots.release();
      if (slots.isIdle) this.#slots.delete(key);
    };
  }

  async #spend({ target, workspaceId }: Visitor, spending: Spending, signal: AbortSignal): Promise<void> {
    const { amount, limit, until } = spending;
    const perMinute = target.limits[limit];
    if (perMinute === null) return;
    const key = `${limit}:${keyOf({ target, workspaceId })}`;
    while (!signal.aborted) {
      // What is larger than the allowance gets through alone.
      const waitMs = await this.allowance.take(key, perMinute, Math.min(amount, perMinute));
      if (waitMs === 0) return;
      if (this.clock.monotonic() + waitMs > until) throw limitReached(target.model, limit, waitMs);
      await pause(this.clock, waitMs, signal);
    }
  }

  #end(visitor: Visitor, used: number, leave: () => void): void {
    leave();
    const { target, tokens } = visitor;
    const perMinute = target.limits.tokens_per_minute;
    if (perMinute === null || used <= tokens) return;
    const key = `tokens_per_minute:${keyOf(visitor)}`;
    // Nobody waits for this: what was said is said, and only those who come later may have to wait.
    void this.allowance.take(key, perMinute, Math.min(used - tokens, perMinute)).catch(() => undefined);
  }
}

interface Spending {
  readonly limit: 'requests_per_minute' | 'tokens_per_minute';
  readonly amount: number;
  readonly until: number;
}

const keyOf = ({ target, workspaceId }: Pick<Visitor, 'target' | 'workspaceId'>): string =>
  `${workspaceId}:${target.instanceId ?? `${target.baseURL}:${target.model}`}`;
