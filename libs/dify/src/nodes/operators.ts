import { reversed } from '../references';

/** Comparison operators: Dify's words, and ours. */
const OPERATORS: Readonly<Record<string, string>> = {
  contains: 'contains',
  'not contains': 'not_contains',
  'start with': 'starts_with',
  'end with': 'ends_with',
  is: 'is',
  'is not': 'is_not',
  empty: 'empty',
  'not empty': 'not_empty',
  in: 'in',
  'not in': 'not_in',
  'all of': 'all_of',
  '=': 'eq',
  '≠': 'ne',
  '>': 'gt',
  '<': 'lt',
  '≥': 'gte',
  '≤': 'lte',
  null: 'null',
  'not null': 'not_null',
  exists: 'exists',
  'not exists': 'not_exists',
};

/** Spellings that stand in files although no editor offers them. */
const SPELLINGS: Readonly<Record<string, string>> = { '==': 'eq', '!=': 'ne', '>=': 'gte', '<=': 'lte' };

const BACK = reversed(OPERATORS);

const UNARY: ReadonlySet<string> = new Set([
  'empty',
  'not_empty',
  'null',
  'not_null',
  'exists',
  'not_exists',
]);
const NUMERIC: ReadonlySet<string> = new Set(['eq', 'ne', 'gt', 'lt', 'gte', 'lte']);

/** Our name of an operator of Dify's. */
export const readOperator = (operator: string): string | undefined =>
  Object.hasOwn(OPERATORS, operator)
    ? OPERATORS[operator]
    : Object.hasOwn(SPELLINGS, operator)
      ? SPELLINGS[operator]
      : undefined;

/** Dify's name of an operator of ours. */
export const writeOperator = (operator: string): string | undefined =>
  Object.hasOwn(BACK, operator) ? BACK[operator] : undefined;

/** Whether an operator looks at the left side alone. */
export const isUnary = (operator: string): boolean => UNARY.has(operator);

/** Whether an operator compares numbers. */
export const isNumeric = (operator: string): boolean => NUMERIC.has(operator);
