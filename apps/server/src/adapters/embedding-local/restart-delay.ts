const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 60_000;

/** Paces the starts of a process that keeps failing. */
export class RestartDelay {
  private failures = 0;
  private notBefore = 0;
  private lastProblem = '';

  /** Why the process is not to be started now or has failed before; undefined when all is well. */
  get problem(): string | undefined {
    return this.failures === 0 ? undefined : this.lastProblem;
  }

  isOver(now: number): boolean {
    return now >= this.notBefore;
  }

  failed(problem: string, now: number): void {
    this.lastProblem = problem;
    this.notBefore = now + Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** this.failures);
    this.failures += 1;
  }

  succeeded(): void {
    this.failures = 0;
    this.notBefore = 0;
  }
}
