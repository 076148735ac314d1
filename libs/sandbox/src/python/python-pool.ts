import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import type { ChildOutcome } from '../pool/child-outcome';
import { SandboxPool } from '../pool/sandbox-pool';
import type { PoolJob, PoolOptions } from '../pool/sandbox-pool';
import { missingPackage } from './installed';

/** How Python is, for health checks. */
export interface PythonStatus {
  readonly state: 'idle' | 'ok' | 'unavailable' | 'down';
  /** Why it is unavailable or down. */
  readonly reason?: string;
  readonly children: number;
  readonly busy: number;
  readonly queued: number;
}

const NOTHING = { children: 0, busy: 0, queued: 0 };

/** The processes that run Python: none before it is used, and one warm interpreter more than work while it is. */
export class PythonPool {
  private pool: SandboxPool | undefined;
  private ownDir: string | undefined;
  private isClosed = false;
  /** Known from the start; whether isolated-vm also works is known to the processes that use it. */
  private readonly missing = missingPackage();

  /** @param options Without `cacheDir` the snapshot is made anew by every server, in a folder of its own. */
  constructor(private readonly options: PoolOptions) {}

  /**
   * Why Python cannot run here; undefined when it can.
   * @param engine What runs JavaScript, as Python needs the same isolates.
   */
  problemWith(engine: string | undefined): string | undefined {
    if (this.missing !== undefined) return `${this.missing} is not installed`;
    return engine === undefined || engine === 'isolated-vm' ? undefined : 'isolated-vm is not at work';
  }

  /** @throws QueueFull, or the signal's reason. */
  submit(job: PoolJob): Promise<ChildOutcome> {
    return this.open().submit(job);
  }

  /** Starts a first process and its interpreter; on a new machine it makes the snapshot first. */
  prewarm(): Promise<void> {
    return this.open().prewarm();
  }

  status(engine: string | undefined): PythonStatus {
    const reason = this.problemWith(engine);
    if (reason !== undefined) return { state: 'unavailable', reason, ...NOTHING };
    if (this.pool === undefined) return { state: 'idle', ...NOTHING };
    const { startProblem, lastReady, counts } = this.pool;
    if (startProblem !== undefined) return { state: 'down', reason: startProblem, ...counts };
    return { state: lastReady === undefined ? 'idle' : 'ok', ...counts };
  }

  close(): void {
    this.isClosed = true;
    this.pool?.close();
    if (this.ownDir !== undefined) rmSync(this.ownDir, { recursive: true, force: true });
  }

  private open(): SandboxPool {
    this.pool ??= new SandboxPool({ ...this.options, cacheDir: this.cacheDir() });
    if (this.isClosed) this.pool.close();
    return this.pool;
  }

  private cacheDir(): string {
    if (this.options.cacheDir !== undefined) return this.options.cacheDir;
    this.ownDir ??= mkdtempSync(path.join(tmpdir(), 'heddle-python-'));
    return this.ownDir;
  }
}
