import { availableParallelism } from 'node:os';
import { isFlowError } from '@heddle/model';
import type { EmbeddedSource, Json, JsonObject } from '@heddle/model';
import { sandboxErrors } from './errors';
import { errorOf } from './failure';
import { DEFAULT_MEMORY_MB, limitsOf } from './jobs';
import type { CodeJob, Job, JobLimits, JobResult, RunOptions } from './jobs';
import type { ChildOutcome } from './pool/child-outcome';
import type { ChildRequest } from './pool/sandbox-child';
import { QueueFull, SandboxPool } from './pool/sandbox-pool';
import type { PoolJob, PoolOptions } from './pool/sandbox-pool';
import { PythonPool } from './python/python-pool';
import type { PythonStatus } from './python/python-pool';

/** How a sandbox is built; without options it fits the machine. */
export interface SandboxOptions extends Omit<Partial<PoolOptions>, 'engine'> {
  /** `quickjs` leaves isolated-vm aside even where it works. */
  readonly engine?: 'auto' | 'quickjs';
}

/** How the sandbox is, for health checks. */
export interface SandboxStatus {
  readonly state: 'idle' | 'ok' | 'degraded' | 'down';
  /** The interpreter of JavaScript and templates, once a process has started. */
  readonly engine?: string;
  /** Why it is degraded or down. */
  readonly reason?: string;
  readonly children: number;
  readonly busy: number;
  readonly queued: number;
  readonly python: PythonStatus;
}

/** What a check found in one source. */
export interface SourceProblem {
  readonly code: string;
  readonly message: string;
  readonly line?: number;
  readonly column?: number;
  /** The one that does not run here. */
  readonly language?: string;
}

const DEFAULTS: PoolOptions = {
  engine: 'auto',
  maxChildren: Math.max(3, Math.min(8, availableParallelism() + 1)),
  maxQueued: 2_000,
  maxQueuedPerOwner: 500,
  jobsPerChild: 1_000,
  idleMs: 60_000,
  restMs: Infinity,
  spares: 0,
  startsAlone: false,
  startMs: 30_000,
  graceMs: 500,
  memoryMb: DEFAULT_MEMORY_MB,
  residentMb: 200,
  residentPerMb: 3,
};

/** A start from nothing, to make the snapshot, takes seconds; an interpreter that waits takes 200 MB. */
const PYTHON: Partial<PoolOptions> = {
  maxChildren: Math.max(3, Math.min(4, availableParallelism() + 1)),
  jobsPerChild: 200,
  restMs: 1_800_000,
  spares: 1,
  startsAlone: true,
  startMs: 60_000,
  residentMb: 500,
  residentPerMb: 2,
};

const NOBODY = '';
/** More than this would not fit into the largest heap that a job can have. */
const MAX_INPUT_CHARS = 20_000_000;
const OUT_OF_MEMORY: ChildOutcome = { kind: 'limit', limit: 'memory' };

/** Runs what users wrote in child processes that may die at any time, and says in clear errors what went wrong. */
export class Sandbox {
  private readonly pool: SandboxPool;
  private readonly python: PythonPool;

  constructor(private readonly options: SandboxOptions = {}) {
    this.pool = new SandboxPool({ ...DEFAULTS, ...options });
    this.python = new PythonPool({ ...DEFAULTS, ...PYTHON, ...options, engine: 'python' });
  }

  /**
   * Runs one piece of users' code.
   * @throws one of {@link sandboxErrors}, or the signal's reason.
   */
  async run(job: Job, options: RunOptions = {}): Promise<JobResult> {
    const limits = limitsOf(job);
    const request = requestOf(job, limits);
    const pool = await this.poolFor(job.kind === 'code' ? job.language : 'javascript');
    const outcome: ChildOutcome =
      request.payload.length > MAX_INPUT_CHARS
        ? OUT_OF_MEMORY
        : await submit(pool, { request, ...limits }, options);
    if (outcome.kind !== 'value') throw errorOf(outcome, { kind: job.kind, limits });
    return { value: JSON.parse(outcome.text) as Json, logs: outcome.logs };
  }

  /** Parses sources without running them; one finding, or null, for each. */
  check(sources: readonly EmbeddedSource[], options: RunOptions = {}): Promise<(SourceProblem | null)[]> {
    return Promise.all(sources.map((source) => this.checkOne(source, options)));
  }

  /**
   * Starts a first process, so that the first job does not wait for it. For Python only where it will be needed, as
   * its interpreter takes memory while it waits.
   */
  async prewarm(language: CodeJob['language'] = 'javascript'): Promise<void> {
    await this.pool.prewarm();
    if (language === 'python' && this.python.problemWith(this.engine()) === undefined)
      await this.python.prewarm();
  }

  status(): SandboxStatus {
    const counts = { ...this.pool.counts, python: this.python.status(this.engine()) };
    const { lastReady, startProblem } = this.pool;
    if (startProblem !== undefined) return { state: 'down', reason: startProblem, ...counts };
    if (lastReady === undefined) return { state: 'idle', ...counts };
    const { engine, reason } = lastReady;
    return reason === ''
      ? { state: 'ok', engine, ...counts }
      : { state: 'degraded', engine, reason, ...counts };
  }

  /** Ends every process; jobs under way and later ones fail. */
  close(): void {
    this.pool.close();
    this.python.close();
  }

  /** What runs JavaScript, as far as that is known. */
  private engine(): string | undefined {
    return this.options.engine === 'quickjs' ? 'quickjs' : this.pool.lastReady?.engine;
  }

  /** @throws CODE_LANGUAGE_UNAVAILABLE */
  private async poolFor(language: CodeJob['language']): Promise<Submitter> {
    if (language === 'javascript') return this.pool;
    // Only a process that has started knows whether this machine has isolates.
    if (this.engine() === undefined && this.python.problemWith(undefined) === undefined)
      await this.pool.prewarm();
    if (this.python.problemWith(this.engine()) === undefined) return this.python;
    throw sandboxErrors.CODE_LANGUAGE_UNAVAILABLE({ language });
  }

  private async checkOne(embedded: EmbeddedSource, options: RunOptions): Promise<SourceProblem | null> {
    const { language, source } = embedded;
    try {
      const kind = language === 'javascript' || language === 'python' ? 'code' : language;
      const limits = checkLimits(language);
      const request = { header: { kind: `check-${language}`, source, limits: { ...limits } }, payload: '' };
      const pool = await this.poolFor(language === 'python' ? language : 'javascript');
      const outcome = await submit(pool, { request, ...limits }, options);
      if (outcome.kind !== 'value') throw errorOf(outcome, { kind, limits });
      return null;
    } catch (error) {
      if (!isFlowError(error) || error.category !== 'user') throw error;
      return problemOf(error.code, error.message, error.details);
    }
  }
}

/** A pool, as far as jobs are concerned. */
type Submitter = Pick<SandboxPool, 'submit'>;

async function submit(
  pool: Submitter,
  job: Omit<PoolJob, 'owner' | 'signal'>,
  { owner = NOBODY, signal }: RunOptions,
): Promise<ChildOutcome> {
  try {
    return await pool.submit({ ...job, owner, signal });
  } catch (error) {
    if (error instanceof QueueFull) throw sandboxErrors.SANDBOX_BUSY({ queued: error.queued });
    throw error;
  }
}

const checkLimits = (language: EmbeddedSource['language']): JobLimits => ({
  timeoutMs: language === 'python' ? 5_000 : 1_000,
  memoryMb: DEFAULT_MEMORY_MB,
});

function requestOf(job: Job, limits: JobLimits): ChildRequest {
  if (job.kind === 'regex') return { header: { kind: 'regex', pattern: job.pattern }, payload: job.text };
  if (job.kind === 'document') {
    const { text, limits: _, ...header } = job;
    return { header: { to: 'data', ...header }, payload: text };
  }
  const header: JsonObject = { kind: job.kind, source: job.source, limits: { ...limits } };
  return { header, payload: JSON.stringify(job.input) };
}

function problemOf(code: string, message: string, details: Readonly<Record<string, unknown>>): SourceProblem {
  const { line, column, language } = details;
  return {
    code,
    message,
    ...(typeof line === 'number' ? { line } : {}),
    ...(typeof column === 'number' ? { column } : {}),
    ...(typeof language === 'string' ? { language } : {}),
  };
}
