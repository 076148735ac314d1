import type { Json, JsonObject } from '@heddle/model';

/** Bounds of one piece of user code; every one ends in an error that names it. */
export interface SandboxLimits {
  readonly timeoutMs: number;
  readonly memoryMb: number;
}

/** A piece of user code, or a document to read, in a killable child process. */
export type SandboxJob =
  | {
      readonly kind: 'code';
      readonly language: 'javascript' | 'python';
      readonly source: string;
      readonly input: JsonObject;
      readonly limits?: Partial<SandboxLimits>;
    }
  | {
      readonly kind: 'template';
      readonly source: string;
      readonly input: JsonObject;
      readonly limits?: Partial<SandboxLimits>;
    }
  /** A nunjucks expression whose value keeps its type. */
  | {
      readonly kind: 'expression';
      readonly source: string;
      readonly input: JsonObject;
      readonly limits?: Partial<SandboxLimits>;
    }
  /** Whether an RE2 pattern is found in a text. */
  | { readonly kind: 'regex'; readonly pattern: string; readonly text: string }
  /**
   * A text in a format that needs a parser; the value is its data, or a text in another format. A page (`html`) is read
   * into `{title, description, language, text}`, its text in Markdown.
   */
  | {
      readonly kind: 'document';
      readonly format: 'json' | 'yaml' | 'csv' | 'html';
      readonly to?: 'data' | 'json' | 'yaml' | 'csv';
      readonly text: string;
      /** For `html`: where the page is from. */
      readonly url?: string;
      /** For `csv`: whether the first row names the columns; true when absent. */
      readonly hasHeader?: boolean;
      readonly limits?: Partial<SandboxLimits>;
    };

/** What user code left behind. */
export interface SandboxResult {
  readonly value: Json;
  /** Lines that the code printed, at most 200. */
  readonly logs: readonly string[];
}

/** Runs what users wrote, away from the server process. */
export interface SandboxPort {
  /**
   * @throws CODE_SYNTAX, CODE_RUNTIME, CODE_TIMEOUT, CODE_OUT_OF_MEMORY, CODE_RESULT_TOO_LARGE, CODE_RESULT_TOO_DEEP,
   * CODE_RESULT_CIRCULAR, CODE_RESULT_NOT_JSON, TEMPLATE_SYNTAX, TEMPLATE_NOT_ALLOWED, TEMPLATE_TIMEOUT,
   * TEMPLATE_TOO_LARGE, TEMPLATE_RUNTIME, REGEX_INVALID, REGEX_UNSUPPORTED, DOC_CORRUPT, DOC_LIMIT,
   * CODE_LANGUAGE_UNAVAILABLE, and when it is the sandbox's own state SANDBOX_BUSY or SANDBOX_UNAVAILABLE; with the
   * signal's reason when that is aborted
   */
  run(job: SandboxJob, signal?: AbortSignal): Promise<SandboxResult>;
}
