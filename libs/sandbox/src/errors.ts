import { defineErrors } from '@heddle/model';

interface Place {
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

const grouped = (value: number): string => value.toLocaleString('en-US');

const at = ({ line, column }: Place): string => {
  if (line === undefined) return '';
  return column === undefined ? `line ${line}: ` : `line ${line}, column ${column}: `;
};

const withHint = (text: string, hint: string | undefined): string =>
  hint === undefined ? text : `${text}. ${hint}`;

/** Every way in which a piece of users' code, a template or a pattern can end badly. */
export const sandboxErrors = defineErrors({
  CODE_SYNTAX: {
    category: 'user',
    message: (d: Place & { reason: string; hint?: string }) => withHint(`${at(d)}${d.reason}`, d.hint),
  },
  CODE_RUNTIME: {
    category: 'user',
    message: (d: Place & { reason: string; hint?: string }) =>
      withHint(`${at({ line: d.line })}${d.reason}`, d.hint),
  },
  CODE_TIMEOUT: {
    category: 'user',
    message: (d: { timeout_ms: number; never_settles?: boolean }) =>
      d.never_settles === true
        ? `main waits for a promise that nothing settles, so the code would have run longer than ${grouped(d.timeout_ms)} ms`
        : `the code ran longer than ${grouped(d.timeout_ms)} ms`,
  },
  CODE_OUT_OF_MEMORY: {
    category: 'user',
    message: (d: { memory_mb: number }) => `the code used more than ${grouped(d.memory_mb)} MB of memory`,
  },
  CODE_RESULT_TOO_LARGE: {
    category: 'user',
    message: (_: object) => 'the result is larger than 5 MB as JSON',
  },
  CODE_RESULT_TOO_DEEP: {
    category: 'user',
    message: (_: object) => 'the result is nested more than 100 levels deep',
  },
  CODE_RESULT_CIRCULAR: {
    category: 'user',
    message: (d: { path?: string }) =>
      `${d.path ?? 'the result'} contains itself, so it cannot be written as JSON`,
  },
  CODE_RESULT_NOT_JSON: {
    category: 'user',
    message: (d: { path?: string; found?: string }) =>
      `${d.path ?? 'the result'} is ${d.found ?? 'a value'}, which JSON cannot hold`,
  },
  CODE_LANGUAGE_UNAVAILABLE: {
    category: 'user',
    message: (d: { language: string }) => `code in ${d.language} cannot run on this server`,
  },
  TEMPLATE_SYNTAX: {
    category: 'user',
    message: (d: Place & { reason: string }) => `${at(d)}${d.reason}`,
  },
  TEMPLATE_RUNTIME: {
    category: 'user',
    message: (d: Place & { reason: string }) => `${at({ line: d.line })}${d.reason}`,
  },
  TEMPLATE_NOT_ALLOWED: {
    category: 'user',
    message: (d: Place & { reason: string; member?: string }) => `${at({ line: d.line })}${d.reason}`,
  },
  TEMPLATE_TIMEOUT: {
    category: 'user',
    message: (d: { timeout_ms: number }) => `the template ran longer than ${grouped(d.timeout_ms)} ms`,
  },
  TEMPLATE_TOO_LARGE: {
    category: 'user',
    message: (d: Place & { reason?: string; memory_mb?: number }) =>
      `${at({ line: d.line })}${d.reason ?? `the template used more than ${grouped(d.memory_mb ?? 0)} MB of memory`}`,
  },
  REGEX_INVALID: {
    category: 'user',
    message: (d: { reason: string }) => d.reason,
  },
  REGEX_UNSUPPORTED: {
    category: 'user',
    message: (d: { construct: string; column: number; reason: string }) =>
      `${d.construct} at ${d.column}: ${d.reason} is not available`,
  },
  DOC_CORRUPT: {
    category: 'user',
    status: 422,
    message: (d: Place & { format: string; reason: string }) =>
      `the text is not valid ${d.format}: ${at(d)}${d.reason}`,
  },
  DOC_LIMIT: {
    category: 'user',
    status: 422,
    message: (d: { what: string; limit?: number }) =>
      `the document has too many ${d.what}${d.limit === undefined ? '' : `, limit ${grouped(d.limit)}`}`,
  },
  SANDBOX_BUSY: {
    category: 'operational',
    message: (d: { queued: number }) =>
      `${grouped(d.queued)} pieces of code are waiting already; try again later`,
  },
  SANDBOX_UNAVAILABLE: {
    category: 'operational',
    message: (d: { reason: string }) => `the sandbox for code and templates is not available: ${d.reason}`,
  },
});

/** A code of {@link sandboxErrors}. */
export type SandboxErrorCode = keyof typeof sandboxErrors;
