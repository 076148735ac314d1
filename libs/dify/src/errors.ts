import { defineErrors } from '@heddle/model';

const place = (line?: number, column?: number): string => {
  if (line === undefined) return '';
  return column === undefined ? `line ${line}: ` : `line ${line}, column ${column}: `;
};

/** Why a text is no flow that could be imported. */
export const difyErrors = defineErrors({
  DSL_SYNTAX: {
    category: 'user',
    message: ({ line, column, reason }: { line?: number; column?: number; reason: string }) =>
      `the text is not valid YAML: ${place(line, column)}${reason}`,
  },
  DSL_LIMIT: {
    category: 'user',
    message: ({ what, limit }: { what: string; limit: number }) =>
      `the text has too many ${what}, limit ${limit.toLocaleString('en-US')}`,
  },
  DSL_INVALID: {
    category: 'user',
    message: ({ path, reason }: { path: string; reason: string }) =>
      `${path === '' ? 'the text' : path}: ${reason}`,
  },
  DSL_KIND_UNSUPPORTED: {
    category: 'user',
    message: ({ kind }: { kind: string }) => `a ${kind} cannot be imported, only apps can`,
  },
});
