import { FairQueue } from './fair-queue';
import { SandboxChild } from './sandbox-child';
import type { ChildReady, ChildRequest, ChildRun, EngineChoice } from './sandbox-child';
import type { ChildOutcome } from './child-outcome';
import { StartBackoff } from './start-backoff';

/** Sizes of the pool; every one has a default for a small machine. */
export interface PoolOptions {
  readonly engine: EngineChoice;
  /** Processes at most; one owner gets all but one of them. */
  readonly maxChildren: number;
  /** Jobs waiting at most, of all owners and of one. */
  readonly maxQueued: number;
  readonly maxQueuedPerOwner: number;
  /** After so many jobs a process is replaced, as V8 gives some memory back only then. */
  readonly jobsPerChild: number;
  /** Processes beyond the first end after so long without work. */
  readonly idleMs: number;
  /** What the child may take beyond a job's time before it is killed. */
  readonly graceMs: number;
  /** Heap of the interpreters that are made ahead. */
  readonly memoryMb: number;
}

/** A job with what the pool needs to place and to end it. */
export interface PoolJob {
  readonly owner: string;
  readonly request: ChildRequest;
  readonly timeoutMs: number;
  readonly memoryMb: number;
  readonly signal?: AbortSignal | undefined;
}

/** Why a job was not even queued. */
export class QueueFull extends Error {
  constructor(readonly queued: number) {
    super('the queue is full');
  }
}

interface Waiting {
  readonly job: PoolJob;
  start(child: SandboxChild): void;
  refuse(outcome: ChildOutcome): void;
}

const WATCH_MS = 50;
const START_TIMEOUT_MS = 30_000;
const HOST_RESIDENT_MB = 200;
const RESIDENT_PER_HEAP = 3;

/** Places jobs on child processes: fairly, one at a time each, and ends those that go beyond their bounds. */
export class SandboxPool {
  private readonly children = new Set<SandboxChild>();
  private readonly queue = new FairQueue<Waiting>();
  private readonly running = new Map<string, number>();
  private readonly watched = new Map<SandboxChild, { run: ChildRun; maxBytes: number }>();
  private readonly backoff = new StartBackoff();
  private readonly starts = new Set<() => void>();
  private watch: NodeJS.Timeout | undefined;
  private retry: NodeJS.Timeout | undefined;
  private sweep: NodeJS.Timeout | undefined;
  private keepsOne = false;
  private isClosed = false;
  /** What the children last said of themselves. */
  lastReady: ChildReady | undefined;

  constructor(private readonly options: PoolOptions) {}

  get counts(): { children: number; busy: number; queued: number } {
    const busy = [...this.children].filter((child) => child.isBusy).length;
    return { children: this.children.size, busy, queued: this.queue.size };
  }

  /** The reason why processes do not start, while they do not. */
  get startProblem(): string | undefined {
    return this.backoff.problem;
  }

  /** Runs a job when its owner's turn comes. @throws QueueFull, or the signal's reason. */
  submit(job: PoolJob): Promise<ChildOutcome> {
    if (job.signal?.aborted === true) return Promise.reject(job.signal.reason as Error);
    if (this.isClosed) return Promise.resolve({ kind: 'unavailable', reason: 'it is closed' });
    const { maxQueued, maxQueuedPerOwner } = this.options;
    if (this.queue.size >= maxQueued || this.queue.sizeOf(job.owner) >= maxQueuedPerOwner) {
      return Promise.reject(new QueueFull(this.queue.size));
    }
    return new Promise((resolve, reject) => this.enqueue(job, resolve, reject));
  }

  /** Starts a first process, if there is none; resolves when it is ready or when starting looks hopeless. */
  async prewarm(): Promise<void> {
    if (this.isClosed || this.lastReady !== undefined) return;
    const started = new Promise<void>((resolve) => this.starts.add(resolve));
    this.keepsOne = true;
    this.pump();
    await started;
  }

  close(): void {
    this.isClosed = true;
    for (const timer of [this.watch, this.retry, this.sweep]) clearTimeout(timer);
    this.refuseAll('it was closed');
    for (const child of this.children) child.kill('stopped');
  }

  private enqueue(
    job: PoolJob,
    resolve: (outcome: ChildOutcome) => void,
    reject: (reason: unknown) => void,
  ): void {
    let run: ChildRun | undefined;
    const { signal } = job;
    const onAbort = (): void => {
      this.queue.remove(job.owner, waiting);
      run?.kill('stopped');
      reject(signal?.reason);
    };
    const settle = (outcome: ChildOutcome): void => {
      signal?.removeEventListener('abort', onAbort);
      resolve(outcome);
    };
    const waiting: Waiting = {
      job,
      refuse: settle,
      start: (child) => {
        run = child.run(job.request);
        void this.supervise(child, run, job).then(settle);
      },
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    this.keepsOne = true;
    this.queue.push(job.owner, waiting);
    this.pump();
  }

  private async supervise(child: SandboxChild, run: ChildRun, job: PoolJob): Promise<ChildOutcome> {
    this.running.set(job.owner, this.runningOf(job.owner) + 1);
    this.watched.set(child, {
      run,
      maxBytes: (HOST_RESIDENT_MB + RESIDENT_PER_HEAP * job.memoryMb) * 1024 * 1024,
    });
    this.startWatching();
    const timer = setTimeout(() => run.kill('timeout'), job.timeoutMs + this.options.graceMs);
    const outcome = await run.outcome;
    clearTimeout(timer);
    if (this.watched.get(child)?.run === run) this.watched.delete(child);
    const left = this.runningOf(job.owner) - 1;
    if (left > 0) this.running.set(job.owner, left);
    else this.running.delete(job.owner);
    this.pump();
    return outcome;
  }

  private runningOf(owner: string): number {
    return this.running.get(owner) ?? 0;
  }

  /** One process is always left for the others, so that nobody's endless loops keep everybody waiting. */
  private roomOf(owner: string): number {
    return Math.max(1, this.options.maxChildren - 1) - this.runningOf(owner);
  }

  private pump(): void {
    if (this.isClosed) return;
    for (const child of this.children) {
      if (!child.isReady) continue;
      const waiting = this.queue.take((owner) => this.roomOf(owner) > 0);
      if (waiting === undefined) return;
      waiting.start(child);
    }
    this.spawnForQueue();
  }

  private spawnForQueue(): void {
    const coming = [...this.children].filter((child) => !child.isBusy).length;
    const first = this.keepsOne && this.children.size === 0 ? 1 : 0;
    const wanted = Math.max(first, this.queue.eligible((owner) => this.roomOf(owner)) - coming);
    const room = this.options.maxChildren - this.children.size;
    for (let i = 0; i < Math.min(wanted, room); i += 1) this.spawn();
  }

  private spawn(): void {
    const waitMs = this.backoff.waitMs(Date.now());
    if (waitMs > 0) {
      this.retryIn(waitMs);
      return;
    }
    const engine = this.options.engine === 'auto' ? this.backoff.engine : this.options.engine;
    let child: SandboxChild;
    try {
      child = new SandboxChild(engine, this.options.memoryMb, {
        ready: (self, ready) => this.onReady(self, ready),
        gone: (self) => this.onGone(self),
      });
    } catch {
      // The system has no room for another process now.
      this.startFailed();
      this.retryIn(this.backoff.waitMs(Date.now()));
      return;
    }
    this.children.add(child);
    const timer = setTimeout(() => {
      if (child.idleSince === 0) child.kill('stopped');
    }, START_TIMEOUT_MS);
    timer.unref();
  }

  private retryIn(waitMs: number): void {
    this.retry ??= setTimeout(() => {
      this.retry = undefined;
      this.pump();
    }, waitMs);
    if (this.queue.size === 0 && this.starts.size === 0) this.retry.unref();
  }

  private onReady(child: SandboxChild, ready: ChildReady): void {
    this.backoff.succeeded();
    this.lastReady = this.backoff.describe(ready);
    child.idleSince = Date.now();
    this.announceStart();
    if (child.jobsDone >= this.options.jobsPerChild) {
      child.kill('stopped');
      return;
    }
    this.scheduleSweep();
    this.pump();
  }

  private onGone(child: SandboxChild): void {
    this.children.delete(child);
    if (this.isClosed) return;
    if (child.idleSince === 0) this.startFailed();
    this.pump();
  }

  private startFailed(): void {
    this.backoff.failed(Date.now());
    if (this.backoff.isHopeless) this.refuseAll(this.backoff.problem ?? '');
  }

  private refuseAll(reason: string): void {
    this.announceStart();
    for (const waiting of this.queue.drain()) waiting.refuse({ kind: 'unavailable', reason });
  }

  private announceStart(): void {
    for (const resolve of this.starts) resolve();
    this.starts.clear();
  }

  private startWatching(): void {
    this.watch ??= setInterval(() => {
      for (const [child, { run, maxBytes }] of this.watched)
        if (child.residentBytes() > maxBytes) run.kill('memory');
      if (this.watched.size > 0) return;
      clearInterval(this.watch);
      this.watch = undefined;
    }, WATCH_MS).unref();
  }

  /** Ends processes that have had nothing to do, but for one. */
  private scheduleSweep(): void {
    this.sweep ??= setTimeout(() => {
      this.sweep = undefined;
      const before = Date.now() - this.options.idleMs;
      for (const child of this.children) {
        if (this.children.size > 1 && child.isReady && child.idleSince <= before) {
          this.children.delete(child);
          child.kill('stopped');
        }
      }
      if (this.children.size > 1) this.scheduleSweep();
    }, this.options.idleMs).unref();
  }
}
