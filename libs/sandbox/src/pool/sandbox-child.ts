import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { execPath } from 'node:process';
import { Duplex } from 'node:stream';
import * as path from 'node:path';
import { isJsonObject } from '@heddle/model';
import type { JsonObject } from '@heddle/model';
import { createFrameReader, encodeFrame } from './frames';
import { readOutcome } from './child-outcome';
import type { ChildOutcome } from './child-outcome';

/** Which interpreter the child shall use. */
export type EngineChoice = 'auto' | 'quickjs' | 'python';

/** How a child is started. */
export interface ChildSetup {
  readonly engine: EngineChoice;
  /** Heap of the boxes that it makes ahead; of no concern to Python. */
  readonly memoryMb: number;
  /** For Python: the folder of its snapshot. */
  readonly cacheDir?: string;
}

/** What a child says of itself when it can take a job. */
export interface ChildReady {
  readonly engine: string;
  /** Why the interpreter is not the best one; empty when it is. */
  readonly reason: string;
}

/** A job as the child gets it. */
export interface ChildRequest {
  readonly header: JsonObject;
  /** JSON text that goes through unparsed. */
  readonly payload: string;
}

/** A job that a child has been given. */
export interface ChildRun {
  /** Never rejects. */
  readonly outcome: Promise<ChildOutcome>;
  /** Ends the process if it still has this job. */
  kill(reason: KillReason): void;
}

/** Why a process is ended from outside. */
export type KillReason = 'timeout' | 'memory' | 'stopped';

/** What a child tells its pool. */
export interface ChildEvents {
  ready(child: SandboxChild, ready: ChildReady): void;
  /** The process is gone; a job that it had has been answered before. */
  gone(child: SandboxChild): void;
}

interface RunningJob {
  readonly id: number;
  settle(outcome: ChildOutcome): void;
}

const MAIN = path.join(__dirname, '..', 'child', 'main.cjs');
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;
const HOST_HEAP_MB = 128;
const PAGE_BYTES = 4096;

/** What the system's allocator is told: memory of threads that have ended would stay with the process. */
const PYTHON_ENVIRONMENT = { MALLOC_ARENA_MAX: '1' };

/** Starts the child's script; fails at once when the system has no room for another process. */
function startProcess({ engine, memoryMb, cacheDir }: ChildSetup): { process: ChildProcess; pipe: Duplex } {
  const setting = engine === 'python' ? (cacheDir ?? '') : String(memoryMb);
  const flags = ['--no-node-snapshot', `--max-old-space-size=${HOST_HEAP_MB}`];
  const process = spawn(execPath, [...flags, MAIN, engine, setting], {
    env: engine === 'python' ? PYTHON_ENVIRONMENT : {},
    cwd: path.parse(__dirname).root,
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    windowsHide: true,
  });
  process.on('error', () => process.kill('SIGKILL'));
  // Left out by Node when the system is out of file handles, whatever the types say.
  const pipe = (process.stdio as ChildProcess['stdio'] | undefined)?.[3];
  if (!(pipe instanceof Duplex)) throw new Error('the process has no pipe');
  return { process, pipe };
}

/** One killable process; knows nothing of queues. */
export class SandboxChild {
  private readonly process: ChildProcess;
  private readonly pipe: Duplex;
  private job: RunningJob | undefined;
  private stoppedBy: KillReason | undefined;
  private sequence = 0;
  private isGone = false;
  isReady = false;
  jobsDone = 0;
  idleSince = 0;

  constructor(
    setup: ChildSetup,
    private readonly events: ChildEvents,
  ) {
    const { process, pipe } = startProcess(setup);
    this.process = process;
    this.pipe = pipe;
    process.once('error', () => this.onGone());
    process.once('exit', () => this.onGone());
    pipe.on(
      'data',
      createFrameReader(
        MAX_ANSWER_BYTES,
        (header, payload) => this.onFrame(header, payload),
        () => this.kill('stopped'),
      ),
    );
    // Mostly the first sign of a process that ends by itself, so that this is not why it ends.
    pipe.on('error', () => this.process.kill('SIGKILL'));
  }

  get isBusy(): boolean {
    return this.job !== undefined;
  }

  /** Hands a job over; the child must be ready. */
  run(request: ChildRequest): ChildRun {
    this.isReady = false;
    this.sequence += 1;
    const id = this.sequence;
    this.letParentExit(false);
    const outcome = new Promise<ChildOutcome>((resolve) => {
      this.job = { id, settle: resolve };
      this.pipe.write(encodeFrame({ ...request.header, id }, request.payload));
    });
    return { outcome, kill: (reason) => (this.job?.id === id ? this.kill(reason) : undefined) };
  }

  /** Ends the process from outside, whatever it does; a job that it has is answered with the reason. */
  kill(reason: KillReason): void {
    this.isReady = false;
    this.stoppedBy ??= reason;
    this.process.kill('SIGKILL');
  }

  /** Resident memory, or 0 where the system does not tell. */
  residentBytes(): number {
    try {
      const pages = readFileSync(`/proc/${this.process.pid}/statm`, 'utf8').split(' ')[1];
      return Number(pages) * PAGE_BYTES;
    } catch {
      return 0;
    }
  }

  private onFrame(header: unknown, payload: string): void {
    if (!isJsonObject(header)) return this.kill('stopped');
    if (header['type'] === 'ready') {
      this.isReady = true;
      this.letParentExit(true);
      this.events.ready(this, { engine: String(header['engine']), reason: String(header['reason'] ?? '') });
      return;
    }
    if (header['type'] !== 'outcome' || header['id'] !== this.job?.id) return this.kill('stopped');
    this.jobsDone += 1;
    this.answer(readOutcome(header, payload));
  }

  private answer(outcome: ChildOutcome): void {
    const job = this.job;
    this.job = undefined;
    job?.settle(outcome);
  }

  private onGone(): void {
    if (this.isGone) return;
    this.isGone = true;
    this.isReady = false;
    if (this.job !== undefined) this.answer(this.outcomeOfDeath());
    this.pipe.destroy();
    this.events.gone(this);
  }

  private outcomeOfDeath(): ChildOutcome {
    if (this.stoppedBy === 'stopped') return { kind: 'unavailable', reason: 'its process was stopped' };
    if (this.stoppedBy !== undefined) return { kind: 'limit', limit: this.stoppedBy };
    // V8 and the system's memory guard end a process by a signal; the child's own failures end it by a code.
    if (this.process.signalCode !== null || (this.process.exitCode ?? 0) > 128)
      return { kind: 'limit', limit: 'memory' };
    return { kind: 'unavailable', reason: `a process ended with ${this.process.exitCode ?? 'an error'}` };
  }

  /** An idle process is no reason for the server to stay; one that starts, works or prepares its next job is. */
  private letParentExit(may: boolean): void {
    const pipe = this.pipe as Duplex & { ref?: () => void; unref?: () => void };
    if (may) {
      this.process.unref();
      pipe.unref?.();
    } else {
      this.process.ref();
      pipe.ref?.();
    }
  }
}
