/** Time as the engine sees it; tests turn it by hand. */
export interface Clock {
  /** Wall time in milliseconds since 1970, for timestamps only. */
  now(): number;
  /** Monotonic milliseconds, for durations. */
  monotonic(): number;
  /** Calls back once after a while; returns how to call it off. */
  after(delayMs: number, callback: () => void): () => void;
}

/** The machine's clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after: (delayMs, callback) => {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
};
