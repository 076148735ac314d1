import type { FlowError } from '@heddle/model';
import type { z } from 'zod';
import { requestErrors } from './request-errors';

type Issue = z.core.$ZodIssue;

const MAX_REPORTED = 20;

/** How values are called in messages. */
const kindOf = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number' && Number.isNaN(value)) return 'not a number';
  return typeof value === 'string' ? 'text' : typeof value;
};

const EXPECTED_WORDS: Readonly<Record<string, string>> = {
  string: 'text',
  int: 'whole number',
  record: 'object',
};

const valueAt = (input: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? (value as Record<PropertyKey, unknown>)[key]
        : undefined,
    input,
  );

const sizeOf = (value: unknown): number =>
  typeof value === 'string' || Array.isArray(value) ? value.length : Number(value);

function fromSize(issue: Issue & { code: 'too_big' | 'too_small' }, path: string, value: unknown): FlowError {
  const limit = Number(issue.code === 'too_big' ? issue.maximum : issue.minimum);
  const isSize = issue.origin === 'string' || issue.origin === 'array';
  if (!isSize) return requestErrors.INPUT_OUT_OF_RANGE({ path, reason: issue.message });
  if (issue.code === 'too_big') return requestErrors.INPUT_TOO_LONG({ path, size: sizeOf(value), limit });
  if (limit <= 1) return requestErrors.INPUT_REQUIRED({ path });
  return requestErrors.INPUT_TOO_SHORT({ path, size: sizeOf(value), limit });
}

function fromCustom(issue: Issue & { code: 'custom' }, path: string): FlowError {
  const code: unknown = issue.params?.['code'];
  const position: unknown = issue.params?.['position'];
  if (code === 'INPUT_REQUIRED') return requestErrors.INPUT_REQUIRED({ path });
  if (code === 'INPUT_BAD_CHARACTER') {
    return requestErrors.INPUT_BAD_CHARACTER({ path, ...(typeof position === 'number' ? { position } : {}) });
  }
  return requestErrors.INPUT_INVALID({ path, reason: issue.message });
}

function fromIssue(issue: Issue, input: unknown): FlowError {
  const value = valueAt(input, issue.path);
  const path = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') {
    return requestErrors.FIELD_NOT_ALLOWED({
      path: [...issue.path.map(String), issue.keys[0] ?? ''].join('.'),
    });
  }
  if (value === undefined || value === null) return requestErrors.INPUT_REQUIRED({ path });
  switch (issue.code) {
    case 'invalid_type':
      return requestErrors.INPUT_TYPE({
        path,
        expected: EXPECTED_WORDS[issue.expected] ?? issue.expected,
        got: kindOf(value),
      });
    case 'too_big':
    case 'too_small':
      return fromSize(issue, path, value);
    case 'invalid_format':
      return issue.format === 'uuid'
        ? requestErrors.ID_INVALID({ path })
        : requestErrors.INPUT_INVALID({ path, reason: issue.message });
    case 'custom':
      return fromCustom(issue, path);
    default:
      return requestErrors.INPUT_INVALID({ path, reason: issue.message });
  }
}

/** Puts what a schema refused into our codes: the first problem is the error, all are in its details. */
export function errorOfIssues(issues: readonly Issue[], input: unknown): FlowError {
  const errors = issues.slice(0, MAX_REPORTED).map((issue) => fromIssue(issue, input));
  const first = errors[0] ?? requestErrors.REQUEST_INVALID({ reason: 'the request is not valid' });
  if (errors.length < 2) return first;
  const problems = errors.map(({ code, message, details }) => ({ code, message, path: details.path ?? '' }));
  return Object.assign(first, { details: { ...first.details, issues: problems } });
}

/** The same for the query of an address, where every problem has one code. */
export function errorOfQueryIssues(issues: readonly Issue[]): FlowError {
  const issue = issues[0];
  const key = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
  const path = key ?? issue?.path.map(String).join('.') ?? '';
  const reason =
    key === undefined ? (issue?.message ?? 'is not valid') : 'is not a parameter of this address';
  return requestErrors.QUERY_INVALID({ path, reason });
}
