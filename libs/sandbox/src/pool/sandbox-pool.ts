import { FairQueue } from './fair-queue';
import { SandboxChild } from './sandbox-child';
import type { ChildReady, ChildRequest, ChildRun, ChildSetup } from './sandbox-child';
import type { ChildOutcome } from './child-outcome';
import { StartBackoff } from './start-backoff';

/** Sizes of the pool; every one has a default for a small machine. */
export interface PoolOptions extends ChildSetup {
  /** Processes at most; one owner gets all but one of them. */
  readonly maxChildren: number;
  /** Jobs waiting at most, of all owners and of one. */
  readonly maxQueued: number;
  readonly maxQueuedPerOwner: number;
  /** After so many jobs a process is replaced, as V8 gives some memory back only then. */
  readonly jobsPerChild: number;
  /** Processes beyond the first end after so long without work. */
  readonly idleMs: number;
  /** The first one ends too after so long without work. */
  readonly restMs: number;
  /** Processes that shall wait ready while others work. */
  readonly spares: number;
  /** Whether the first process prepares what the later ones use, and so starts alone. */
  readonly startsAlone: boolean;
  /** How long a process may take to be ready, at first and after each job. */
  readonly startMs: number;
  /** What the child may take beyond a job's time before it is killed. */
  readonly graceMs: number;
  /** Resident memory of a process without a job, and how much of it a megabyte of a job's limit can mean. */
  readonly residentMb: number;
  readonly residentPerMb: number;
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
const MEGABYTE = 1024 * 1024;

/** Places jobs on child processes: fairly, one at a time each, and ends those that go beyond their bounds. */
export class SandboxPool {
  private readonly children = new Set<SandboxChild>();
  private readonly queue = new FairQueue<Waiting>();
  private readonly running = new Map<string, number>();
  private readonly watched = new Map<SandboxChild, { run: ChildRun; maxBytes: number }>();
  private readonly expected = new Map<SandboxChild, NodeJS.Timeout>();
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
    if (this.isClosed) return;
    this.keepsOne = true;
    const started = new Promise<void>((resolve) => this.starts.add(resolve));
    this.pump();
    if (this.lastReady === undefined) await started;
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
    const { residentMb, residentPerMb, graceMs } = this.options;
    this.watched.set(child, { run, maxBytes: (residentMb + residentPerMb * job.memoryMb) * MEGABYTE });
    this.startWatching();
    const timer = setTimeout(() => run.kill('timeout'), job.timeoutMs + graceMs);
    const outcome = await run.outcome;
    clearTimeout(timer);
    if (this.children.has(child) && !child.isReady && !child.isBusy) this.expectReady(child);
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
    const { maxChildren, spares, startsAlone } = this.options;
    const coming = [...this.children].filter((child) => !child.isBusy).length;
    const first = this.keepsOne && this.children.size === 0 ? 1 : 0;
    const extra = coming < this.children.size ? spares : 0;
    const wanted = Math.max(first, this.queue.eligible((owner) => this.roomOf(owner)) + extra - coming);
    const limit = startsAlone && this.lastReady === undefined ? 1 : maxChildren;
    const room = limit - this.children.size;
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
      child = new SandboxChild(
        { ...this.options, engine },
        {
          ready: (self, ready) => this.onReady(self, ready),
          gone: (self) => this.onGone(self),
        },
      );
    } catch {
      // The system has no room for another process now.
      this.startFailed();
      this.retryIn(this.backoff.waitMs(Date.now()));
      return;
    }
    this.children.add(child);
    this.expectReady(child);
  }

  /** Ends a process that takes too long over its start, or over what it does between two jobs. */
  private expectReady(child: SandboxChild): void {
    this.stopExpecting(child);
    const timer = setTimeout(() => child.kill('stopped'), this.options.startMs).unref();
    this.expected.set(child, timer);
  }

  private stopExpecting(child: SandboxChild): void {
    clearTimeout(this.expected.get(child));
    this.expected.delete(child);
  }

  private retryIn(waitMs: number): void {
    this.retry ??= setTimeout(() => {
      this.retry = undefined;
      this.pump();
    }, waitMs);
    if (this.queue.size === 0 && this.starts.size === 0) this.retry.unref();
  }

  private onReady(child: SandboxChild, ready: ChildReady): void {
    this.stopExpecting(child);
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
    this.stopExpecting(child);
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

  /** Ends processes that have had nothing to do: all but one soon, the last one after a longer rest. */
  private scheduleSweep(): void {
    const { idleMs, restMs } = this.options;
    this.sweep ??= setTimeout(() => {
      this.sweep = undefined;
      const now = Date.now();
      for (const child of this.children) {
        const allowedMs = this.children.size > 1 ? idleMs : restMs;
        if (!child.isReady || now - child.idleSince < allowedMs) continue;
        this.children.delete(child);
        child.kill('stopped');
      }
      if (this.children.size === 0) this.keepsOne = false;
      if (this.children.size > 1 || (this.children.size > 0 && restMs < Infinity)) this.scheduleSweep();
    }, idleMs).unref();
  }
}
