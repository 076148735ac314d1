import { engineErrors } from '../errors';
import type { Clock } from '../ports/clock';

/** One try at one node: its abort signal and its time limits. Once closed, whatever still comes from it is dropped. */
export class Attempt {
  isClosed = false;
  readonly startedAt: number;
  private controller: AbortController | undefined;
  private cancelTotal: (() => void) | undefined;
  private cancelIdle: (() => void) | undefined;
  private idleMs: number | undefined;

  constructor(
    private readonly clock: Clock,
    readonly number: number,
    private readonly onTimeout: (error: unknown) => void,
  ) {
    this.startedAt = clock.monotonic();
  }

  /** Made on demand, since most nodes never look at it. */
  get signal(): AbortSignal {
    this.controller ??= new AbortController();
    if (this.isClosed) this.controller.abort();
    return this.controller.signal;
  }

  get elapsedMs(): number {
    return Math.round((this.clock.monotonic() - this.startedAt) * 1000) / 1000;
  }

  /** Starts the clock; nodes that answer at once never get here. */
  limit(totalMs: number, idleMs: number | undefined): void {
    if (this.isClosed) return;
    this.cancelTotal = this.clock.after(totalMs, () =>
      this.onTimeout(engineErrors.NODE_TIMEOUT({ limit_ms: totalMs })),
    );
    this.idleMs = idleMs;
    this.touch();
  }

  /** Something arrived: the idle limit starts over. */
  touch(): void {
    const { idleMs } = this;
    if (idleMs === undefined || this.isClosed) return;
    this.cancelIdle?.();
    this.cancelIdle = this.clock.after(idleMs, () =>
      this.onTimeout(engineErrors.NODE_IDLE_TIMEOUT({ limit_ms: idleMs })),
    );
  }

  /** Ends the attempt; with `abort`, also whatever it is waiting for. */
  close(abort: boolean): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.cancelTotal?.();
    this.cancelIdle?.();
    if (abort) this.controller?.abort();
  }
}
