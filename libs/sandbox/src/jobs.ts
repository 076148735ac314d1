import type { Json, JsonObject } from '@heddle/model';

/** Bounds of one piece of users' code. */
export interface JobLimits {
  /** 1 to 120,000. */
  readonly timeoutMs: number;
  /** 8 to 512; for Python what the code may take beyond the interpreter's own memory. */
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

/** A text in a format that needs a parser; the value is what it says, or a text in another format. */
export interface DocumentJob {
  readonly kind: 'document';
  /** What the text is. A page (`html`) is read into `{title, description, language, text}`, the text in Markdown. */
  readonly format: 'json' | 'yaml' | 'csv' | 'html';
  /** `data` when absent. */
  readonly to?: 'data' | 'json' | 'yaml' | 'csv';
  readonly text: string;
  /** For `html`: where the page is from. */
  readonly url?: string;
  /** For `csv`: whether the first row names the columns; true when absent. */
  readonly hasHeader?: boolean;
  readonly limits?: Partial<JobLimits>;
}

/** A piece of users' code, or a document of theirs. */
export type Job = CodeJob | TemplateJob | ExpressionJob | RegexJob | DocumentJob;

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
/** Parsers of whole documents take longer than a piece of code should. */
const DOCUMENT_TIMEOUT_MS = 10_000;
/** Python takes its time to import what it needs, and runs slower than JavaScript. */
const PYTHON_TIMEOUT_MS = 5_000;

function defaultTimeoutMs(job: Job): number {
  if (job.kind === 'document') return DOCUMENT_TIMEOUT_MS;
  return job.kind === 'code' && job.language === 'python' ? PYTHON_TIMEOUT_MS : DEFAULT_LIMITS.timeoutMs;
}

const between = (value: number, lowest: number, highest: number): number =>
  Math.min(highest, Math.max(lowest, Math.round(value)));

/** The bounds of a job, completed and kept within what the server can stand. */
export function limitsOf(job: Job): JobLimits {
  const asked = job.kind === 'regex' ? undefined : job.limits;
  return {
    timeoutMs: between(asked?.timeoutMs ?? defaultTimeoutMs(job), 1, 120_000),
    memoryMb: between(asked?.memoryMb ?? DEFAULT_LIMITS.memoryMb, 8, 512),
  };
}

/** Heap of the interpreters that wait ready for jobs with default limits. */
export const DEFAULT_MEMORY_MB = DEFAULT_LIMITS.memoryMb;
