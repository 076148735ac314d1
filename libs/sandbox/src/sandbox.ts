import { availableParallelism } from 'node:os';
import { isFlowError } from '@heddle/model';
import type { EmbeddedSource, Json, JsonObject } from '@heddle/model';
import { sandboxErrors } from './errors';
import { errorOf } from './failure';
import { DEFAULT_MEMORY_MB, limitsOf } from './jobs';
import type { Job, JobLimits, JobResult, RunOptions } from './jobs';
import type { ChildOutcome } from './pool/child-outcome';
import type { ChildRequest, EngineChoice } from './pool/sandbox-child';
import { QueueFull, SandboxPool } from './pool/sandbox-pool';
import type { PoolOptions } from './pool/sandbox-pool';

/** How a sandbox is built; without options it fits the machine. */
export interface SandboxOptions extends Partial<PoolOptions> {
  /** `quickjs` leaves isolated-vm aside even where it works. */
  readonly engine?: EngineChoice;
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
}

/** What a check found in one source. */
export interface SourceProblem {
  readonly code: string;
  readonly message: string;
  readonly line?: number;
  readonly column?: number;
}

const DEFAULTS: PoolOptions = {
  engine: 'auto',
  maxChildren: Math.max(3, Math.min(8, availableParallelism() + 1)),
  maxQueued: 2_000,
  maxQueuedPerOwner: 500,
  jobsPerChild: 1_000,
  idleMs: 60_000,
  graceMs: 500,
  memoryMb: DEFAULT_MEMORY_MB,
};

const NOBODY = '';
/** More than this would not fit into the largest heap that a job can have. */
const MAX_INPUT_CHARS = 20_000_000;
const OUT_OF_MEMORY: ChildOutcome = { kind: 'limit', limit: 'memory' };

/** Runs what users wrote in child processes that may die at any time, and says in clear errors what went wrong. */
export class Sandbox {
  private readonly pool: SandboxPool;

  constructor(options: SandboxOptions = {}) {
    this.pool = new SandboxPool({ ...DEFAULTS, ...options });
  }

  /**
   * Runs one piece of users' code.
   * @throws one of {@link sandboxErrors}, or the signal's reason.
   */
  async run(job: Job, options: RunOptions = {}): Promise<JobResult> {
    if (job.kind === 'code' && job.language !== 'javascript') {
      throw sandboxErrors.CODE_LANGUAGE_UNAVAILABLE({ language: job.language });
    }
    const limits = limitsOf(job);
    const request = requestOf(job, limits);
    const outcome: ChildOutcome =
      request.payload.length > MAX_INPUT_CHARS ? OUT_OF_MEMORY : await this.submit(request, limits, options);
    if (outcome.kind !== 'value') throw errorOf(outcome, { kind: job.kind, limits });
    return { value: JSON.parse(outcome.text) as Json, logs: outcome.logs };
  }

  /** Parses sources without running them; one finding, or null, for each. */
  check(sources: readonly EmbeddedSource[], options: RunOptions = {}): Promise<(SourceProblem | null)[]> {
    return Promise.all(sources.map((source) => this.checkOne(source, options)));
  }

  /** Starts a first process, so that the first job does not wait for it. */
  prewarm(): Promise<void> {
    return this.pool.prewarm();
  }

  status(): SandboxStatus {
    const counts = this.pool.counts;
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
  }

  private async submit(request: ChildRequest, limits: JobLimits, options: RunOptions): Promise<ChildOutcome> {
    try {
      const { owner = NOBODY, signal } = options;
      return await this.pool.submit({ owner, request, signal, ...limits });
    } catch (error) {
      if (error instanceof QueueFull) throw sandboxErrors.SANDBOX_BUSY({ queued: error.queued });
      throw error;
    }
  }

  private async checkOne(embedded: EmbeddedSource, options: RunOptions): Promise<SourceProblem | null> {
    const { language, source } = embedded;
    try {
      if (language === 'python') throw sandboxErrors.CODE_LANGUAGE_UNAVAILABLE({ language });
      const kind = language === 'javascript' ? 'code' : language;
      const limits: JobLimits = { timeoutMs: 1_000, memoryMb: DEFAULT_MEMORY_MB };
      const request = { header: { kind: `check-${language}`, source, limits: { ...limits } }, payload: '' };
      const outcome = await this.submit(request, limits, options);
      if (outcome.kind !== 'value') throw errorOf(outcome, { kind, limits });
      return null;
    } catch (error) {
      if (!isFlowError(error) || error.category !== 'user') throw error;
      return problemOf(error.code, error.message, error.details);
    }
  }
}

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
  const { line, column } = details;
  return {
    code,
    message,
    ...(typeof line === 'number' ? { line } : {}),
    ...(typeof column === 'number' ? { column } : {}),
  };
}
