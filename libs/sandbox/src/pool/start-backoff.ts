import type { ChildReady, EngineChoice } from './sandbox-child';

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 5_000;
const FAILURES_BEFORE_QUICKJS = 2;
const FAILURES_BEFORE_REFUSAL = 5;

/** Paces the starts of processes that die before they are ready, and gives up on an interpreter that kills them. */
export class StartBackoff {
  private failures = 0;
  private notBefore = 0;
  private hasLeftV8 = false;

  /** The interpreter to try next. */
  get engine(): EngineChoice {
    return this.hasLeftV8 ? 'quickjs' : 'auto';
  }

  get problem(): string | undefined {
    return this.failures === 0 ? undefined : `its process ended ${this.failures} times before it was ready`;
  }

  /** Whether waiting jobs are better told than kept. */
  get isHopeless(): boolean {
    return this.failures >= FAILURES_BEFORE_REFUSAL;
  }

  waitMs(now: number): number {
    return Math.max(0, this.notBefore - now);
  }

  failed(now: number): void {
    this.failures += 1;
    if (this.failures >= FAILURES_BEFORE_QUICKJS) this.hasLeftV8 = true;
    this.notBefore = now + Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (this.failures - 1));
  }

  succeeded(): void {
    this.failures = 0;
    this.notBefore = 0;
  }

  /** What a child says, with why it was not given the better interpreter. */
  describe(ready: ChildReady): ChildReady {
    if (!this.hasLeftV8) return ready;
    return { ...ready, reason: 'isolated-vm ended its process while it was loaded' };
  }
}
