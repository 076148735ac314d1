const FAILURES_TO_OPEN = 3;
const OPEN_MS = 2_000;

/** Thrown instead of asking something that has just failed several times in a row. */
export class CircuitOpenError extends Error {
  constructor() {
    super('The circuit is open.');
    this.name = 'CircuitOpenError';
  }
}

/** Stops asking a part that does not answer, and tries it with one call when a while has passed. */
export class CircuitBreaker {
  private failures = 0;
  private openUntil = 0;

  constructor(private readonly now: () => number = () => performance.now()) {}

  get isOpen(): boolean {
    return this.now() < this.openUntil;
  }

  /** @throws CircuitOpenError, or what the call throws */
  async call<T>(work: () => Promise<T>): Promise<T> {
    if (this.isOpen) throw new CircuitOpenError();
    // While this call tries out a circuit that was open, the others still find it open.
    if (this.failures >= FAILURES_TO_OPEN) this.openUntil = this.now() + OPEN_MS;
    try {
      const value = await work();
      this.failures = 0;
      this.openUntil = 0;
      return value;
    } catch (error) {
      this.failures += 1;
      if (this.failures >= FAILURES_TO_OPEN) this.openUntil = this.now() + OPEN_MS;
      throw error;
    }
  }
}
