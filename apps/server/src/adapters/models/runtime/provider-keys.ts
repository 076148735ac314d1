import type { Clock } from '@heddle/engine';
import { isFlowError } from '@heddle/model';
import { LRUCache } from 'lru-cache';
import type { ModelTarget } from '../model-target';

/** A key rests this long after a refusal that names no time. */
const RATE_LIMIT_REST_MS = 20_000;
/** Keys that are wrong, or whose account is empty, are seldom right again soon. */
const REFUSED_REST_MS = 300_000;
const MAX_KEYS = 10_000;

interface KeyState {
  inFlight: number;
  lastUsed: number;
  restsUntil: number;
}

/** A key in use. */
export interface KeyLease {
  readonly key: string;
  /** Ends the use; an error that speaks against the key lets it rest. */
  release(error?: unknown): void;
}

function restMs(error: unknown): number {
  if (isFlowError(error, 'PROVIDER_AUTH_FAILED')) return REFUSED_REST_MS;
  if (!isFlowError(error, 'RATE_LIMITED')) return 0;
  if (!error.isRetryable) return REFUSED_REST_MS;
  const asked = error.details['retry_after_ms'];
  return typeof asked === 'number' ? asked : RATE_LIMIT_REST_MS;
}

/** Shares load among the keys of a provider: the least busy one that does not rest, of equals the one used longest ago. */
export class ProviderKeys {
  readonly #states = new LRUCache<string, KeyState>({ max: MAX_KEYS });
  #uses = 0;

  constructor(readonly clock: Clock) {}

  /** Whether all keys rest; a provider without keys never does. */
  areResting({ apiKeys, baseURL }: ModelTarget): boolean {
    const now = this.clock.monotonic();
    return apiKeys.length > 0 && apiKeys.every((key) => this.#state(baseURL, key).restsUntil > now);
  }

  /** Takes a key; when all rest, the one that is back soonest, for whether to ask at all is the caller's to decide. */
  lease({ apiKeys, baseURL }: ModelTarget): KeyLease {
    const now = this.clock.monotonic();
    const [first = { key: '', state: this.#state(baseURL, '') }] = apiKeys
      .map((key) => ({ key, state: this.#state(baseURL, key) }))
      .sort(
        ({ state: a }, { state: b }) =>
          Math.max(now, a.restsUntil) - Math.max(now, b.restsUntil) ||
          a.inFlight - b.inFlight ||
          a.lastUsed - b.lastUsed,
      );
    const { key, state } = first;
    state.inFlight += 1;
    state.lastUsed = this.#uses += 1;
    return {
      key,
      release: (error) => {
        state.inFlight -= 1;
        const rest = restMs(error);
        if (rest > 0) state.restsUntil = Math.max(state.restsUntil, this.clock.monotonic() + rest);
      },
    };
  }

  #state(baseURL: string, key: string): KeyState {
    const id = `${baseURL}\n${key}`;
    const known = this.#states.get(id);
    if (known) return known;
    const state = { inFlight: 0, lastUsed: 0, restsUntil: 0 };
    this.#states.set(id, state);
    return state;
  }
}
