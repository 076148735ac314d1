import type { LocalizedText } from '@heddle/model';

/** Every comparison that conditions know, in the order that pickers show them. */
export const OPERATORS = [
  'is',
  'is_not',
  'contains',
  'not_contains',
  'starts_with',
  'ends_with',
  'matches',
  'empty',
  'not_empty',
  'in',
  'not_in',
  'all_of',
  'eq',
  'ne',
  'gt',
  'gte',
  'lt',
  'lte',
  'null',
  'not_null',
  'exists',
  'not_exists',
] as const;

/** One of {@link OPERATORS}. */
export type Operator = (typeof OPERATORS)[number];

/** Operators that look at the left side alone. */
export const UNARY_OPERATORS: ReadonlySet<Operator> = new Set([
  'empty',
  'not_empty',
  'null',
  'not_null',
  'exists',
  'not_exists',
] as const);

/** What each operator is called in the editor. */
export const OPERATOR_TITLES: Readonly<Record<Operator, LocalizedText>> = {
  is: { en: 'is', zh: '是' },
  is_not: { en: 'is not', zh: '不是' },
  contains: { en: 'contains', zh: '包含' },
  not_contains: { en: 'does not contain', zh: '不包含' },
  starts_with: { en: 'starts with', zh: '开头是' },
  ends_with: { en: 'ends with', zh: '结尾是' },
  matches: { en: 'matches pattern', zh: '匹配正则' },
  empty: { en: 'is empty', zh: '为空' },
  not_empty: { en: 'is not empty', zh: '不为空' },
  in: { en: 'is one of', zh: '属于' },
  not_in: { en: 'is none of', zh: '不属于' },
  all_of: { en: 'contains all of', zh: '全部包含' },
  eq: { en: '=', zh: '=' },
  ne: { en: '≠', zh: '≠' },
  gt: { en: '>', zh: '>' },
  gte: { en: '≥', zh: '≥' },
  lt: { en: '<', zh: '<' },
  lte: { en: '≤', zh: '≤' },
  null: { en: 'is null', zh: '为 null' },
  not_null: { en: 'is not null', zh: '不为 null' },
  exists: { en: 'exists', zh: '存在' },
  not_exists: { en: 'does not exist', zh: '不存在' },
};
