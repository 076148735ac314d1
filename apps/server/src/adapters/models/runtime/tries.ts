import type { Clock } from '@heddle/engine';
import { isFlowError, type FlowError } from '@heddle/model';
import type { ModelTarget } from '../model-target';
import type { ProviderKeys } from './provider-keys';

const FIRST_BACKOFF_MS = 500;
const LONGEST_RETRY_AFTER_MS = 30_000;
/** With another model at hand, nobody waits longer for this one. */
const PATIENCE_MS = 2_000;
/** The request itself was refused: another model would only hide that. */
const REFUSED_STATUSES: ReadonlySet<unknown> = new Set([400, 413, 415, 422]);
/** Who has been silent for a minute is busy rather than broken, and who answers nonsense will again. */
const NOT_REPEATED: ReadonlySet<string> = new Set(['UPSTREAM_TIMEOUT', 'TOOL_ARGUMENTS_INVALID']);

/** What one request may try. */
export interface TryRules {
  /** The model that is meant, then its fallbacks. */
  readonly targets: readonly [ModelTarget, ...ModelTarget[]];
  readonly keys: ProviderKeys;
  readonly clock: Clock;
  /** By the monotonic clock: when everything has to be over. */
  readonly until: number;
  /** How often a target is asked again. */
  readonly retries: number;
}

/** Knows, try after try, which model to ask next and when. */
export class Tries {
  /** 1 for the first. */
  number = 1;
  /** How many models have failed. */
  passed = 0;
  target: ModelTarget;
  #failed = 0;
  #others: readonly ModelTarget[];

  constructor(readonly rules: TryRules) {
    [this.target, ...this.#others] = rules.targets;
    this.#passResting();
  }

  /** Whether another model is at hand. */
  get hasOther(): boolean {
    return this.#others.length > 0;
  }

  /** How long a try may wait for its turn. */
  waitLimit(limitMs: number): number {
    return this.hasOther ? Math.min(limitMs, PATIENCE_MS) : limitMs;
  }

  /** What to do after a failure: the wait before the next try in milliseconds, or undefined when there is none. */
  after(error: unknown): number | undefined {
    if (!isFlowError(error)) return undefined;
    const left = this.rules.until - this.rules.clock.monotonic();
    const delayMs = this.#delayMs(error);
    const others = this.#othersFor(error);
    const most = others.length > 0 ? Math.min(left, PATIENCE_MS) : left;
    if (delayMs !== undefined && delayMs < most) {
      this.number += 1;
      return delayMs;
    }
    return left > 0 && this.#passOn(others) ? 0 : undefined;
  }

  /** The wait before the same model is asked again. */
  #delayMs(error: FlowError): number | undefined {
    const { keys, retries } = this.rules;
    // A limit of our own has had its wait.
    if (retries === 0 || error.details['limit'] !== undefined) return undefined;
    const isOfKey = error.code === 'RATE_LIMITED' || error.code === 'PROVIDER_AUTH_FAILED';
    if (isOfKey && this.target.apiKeys.length > 1 && !keys.areResting(this.target)) return 0;
    if (!error.isRetryable || NOT_REPEATED.has(error.code)) return undefined;
    this.#failed += 1;
    if (this.#failed > retries) return undefined;
    const asked = error.details['retry_after_ms'];
    if (typeof asked === 'number') return asked <= LONGEST_RETRY_AFTER_MS ? asked : undefined;
    return FIRST_BACKOFF_MS * 2 ** (this.#failed - 1) * (0.75 + Math.random() * 0.5);
  }

  /** The models that may do better: after a refusal for length, those that take more. */
  #othersFor(error: FlowError): readonly ModelTarget[] {
    if (error.code === 'CONTEXT_TOO_LONG') {
      const { context_length: known = 0 } = this.target.capabilities;
      const limit = Math.max(known, Number(error.details['limit_tokens'] ?? 0));
      return this.#others.filter(({ capabilities }) => (capabilities.context_length ?? 0) > limit);
    }
    const isRefused = error.code === 'UPSTREAM_ERROR' && REFUSED_STATUSES.has(error.details['status']);
    return error.category === 'operational' && !isRefused ? this.#others : [];
  }

  #passOn([next, ...others]: readonly ModelTarget[]): boolean {
    if (next === undefined) return false;
    this.target = next;
    this.#others = others;
    this.#failed = 0;
    this.number += 1;
    this.passed += 1;
    this.#passResting();
    return true;
  }

  /** A model whose keys all rest is not asked while there is another. */
  #passResting(): void {
    while (this.hasOther && this.rules.keys.areResting(this.target)) {
      const [next, ...others] = this.#others;
      if (next === undefined) return;
      this.target = next;
      this.#others = others;
      this.passed += 1;
    }
  }
}
