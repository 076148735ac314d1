import type { ModelLimits } from '@heddle/contracts';
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

/** Whose use is counted together, and how much of it is allowed. */
interface Budget {
  readonly key: string;
  /** In messages. */
  readonly name: string;
  readonly limits: ModelLimits;
}

interface Spending {
  readonly limit: 'requests_per_minute' | 'tokens_per_minute';
  readonly amount: number;
  readonly until: number;
}

/** No limit of ours. */
export const BOUNDLESS_LIMITS: ModelLimits = {
  requests_per_minute: null,
  tokens_per_minute: null,
  concurrency: null,
};

const FREE: Admission = { release: () => undefined };
/** How soon a place may be free is anybody's guess. */
const SLOT_RETRY_MS = 1_000;

/**
 * Holds calls to what is allowed: requests and tokens a minute, and requests at once in this process. What a model's
 * settings say counts for this model, what the operator says for all models of a workspace together.
 */
export class TargetLimits {
  readonly #slots = new Map<string, Slots>();

  constructor(
    readonly allowance: Allowance,
    readonly clock: Clock,
    readonly workspaceLimits: ModelLimits = BOUNDLESS_LIMITS,
  ) {}

  /** Lets a call through at once or, in turn, later; also when the caller stops. @throws RATE_LIMITED after `limitMs` */
  async enter(visitor: Visitor, signal: AbortSignal): Promise<Admission> {
    const budgets = this.#budgetsOf(visitor);
    if (budgets.length === 0) return FREE;
    const until = this.clock.monotonic() + visitor.limitMs;
    const places: (() => void)[] = [];
    const leave = (): void => places.splice(0).forEach((give) => give());
    try {
      for (const budget of budgets) {
        places.push(await this.#takePlace(budget, until, signal));
        await this.#spend(budget, { limit: 'requests_per_minute', amount: 1, until }, signal);
        await this.#spend(budget, { limit: 'tokens_per_minute', amount: visitor.tokens, until }, signal);
      }
    } catch (error) {
      leave();
      throw error;
    }
    return {
      release: (used) => {
        leave();
        for (const budget of budgets) this.#settle(budget, used - visitor.tokens);
      },
    };
  }

  #budgetsOf({ target, workspaceId }: Visitor): Budget[] {
    const model = target.instanceId ?? `${target.baseURL}:${target.model}`;
    return [
      { key: `${workspaceId}:${model}`, name: `'${target.model}'`, limits: target.limits },
      { key: workspaceId, name: 'the workspace', limits: this.workspaceLimits },
    ].filter(({ limits }) => Object.values(limits).some((limit) => limit !== null));
  }

  async #takePlace({ key, name, limits }: Budget, until: number, signal: AbortSignal): Promise<() => void> {
    const most = limits.concurrency;
    if (most === null) return () => undefined;
    const slots = this.#slots.get(key) ?? new Slots(this.clock);
    this.#slots.set(key, slots);
    const isTaken = await slots.take(most, Math.max(0, until - this.clock.monotonic()), signal);
    if (!isTaken && !signal.aborted) throw limitReached(name, 'concurrency', SLOT_RETRY_MS);
    return () => {
      if (isTaken) slots.release();
      if (slots.isIdle) this.#slots.delete(key);
    };
  }

  async #spend({ key, name, limits }: Budget, spending: Spending, signal: AbortSignal): Promise<void> {
    const { amount, limit, until } = spending;
    const perMinute = limits[limit];
    if (perMinute === null) return;
    while (!signal.aborted) {
      // What is larger than the allowance gets through alone.
      const waitMs = await this.allowance.take(`${limit}:${key}`, perMinute, Math.min(amount, perMinute));
      if (waitMs === 0) return;
      if (this.clock.monotonic() + waitMs > until) throw limitReached(name, limit, waitMs);
      await pause(this.clock, waitMs, signal);
    }
  }

  #settle({ key, limits }: Budget, more: number): void {
    const perMinute = limits.tokens_per_minute;
    if (perMinute === null || more <= 0) return;
    // Nobody waits for this: what was said is said, and only those who come later may have to wait.
    const counting = this.allowance.take(`tokens_per_minute:${key}`, perMinute, Math.min(more, perMinute));
    void counting.catch(() => undefined);
  }
}
