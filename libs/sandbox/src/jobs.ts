import type { Json, JsonObject } from '@heddle/model';

/** Bounds of one piece of users' code. */
export interface JobLimits {
  /** 1 to 120,000. */
  readonly timeoutMs: number;
  /** 8 to 512. */
  readonly memoryMb: number;
}

interface SourceJob {
  readonly source: string;
  readonly input: JsonObject;
  readonly limits?: Partial<JobLimits>;
}

/** JavaScript or Python with a function `main`. */
export interface CodeJob extends SourceJob {
  readonly kind: 'code';
  readonly language: 'javascript' | 'python';
}

/** A Jinja template; the value is its text. */
export interface TemplateJob extends SourceJob {
  readonly kind: 'template';
}

/** A Jinja expression; the value keeps its type. */
export interface ExpressionJob extends SourceJob {
  readonly kind: 'expression';
}

/** Whether an RE2 pattern is found in a text. */
export interface RegexJob {
  readonly kind: 'regex';
  readonly pattern: string;
  readonly text: string;
}

/** A piece of users' code. */
export type Job = CodeJob | TemplateJob | ExpressionJob | RegexJob;

/** What a job leaves behind. */
export interface JobResult {
  readonly value: Json;
  /** Lines that the code printed, at most 200. */
  readonly logs: readonly string[];
}

/** Who waits for a job, and how to stop it. */
export interface RunOptions {
  /** Owners take turns, and none can occupy the whole pool; a workspace's id, say. */
  readonly owner?: string;
  readonly signal?: AbortSignal | undefined;
}

const DEFAULT_LIMITS: JobLimits = { timeoutMs: 1_000, memoryMb: 64 };

const between = (value: number, lowest: number, highest: number): number =>
  Math.min(highest, Math.max(lowest, Math.round(value)));

/** The bounds of a job, completed and kept within what the server can stand. */
export function limitsOf(job: Job): JobLimits {
  const asked = job.kind === 'regex' ? undefined : job.limits;
  return {
    timeoutMs: between(asked?.timeoutMs ?? DEFAULT_LIMITS.timeoutMs, 1, 120_000),
    memoryMb: between(asked?.memoryMb ?? DEFAULT_LIMITS.memoryMb, 8, 512),
  };
}

/** Heap of the interpreters that wait ready for jobs with default limits. */
export const DEFAULT_MEMORY_MB = DEFAULT_LIMITS.memoryMb;
