import { describeValue, isJsonObject, type Json, type JsonObject } from '@heddle/model';
import { nodeErrors } from '../errors/node-errors';
import type { Operator } from './operators';

/** Operators decided by the two values alone, without the sandbox or the variables. */
export type PlainOperator = Exclude<Operator, 'matches' | 'exists' | 'not_exists'>;

/** How strictly values are compared. */
export interface CompareMode {
  /** Dify's habits: `eq` compares an integer with the whole part of the other side. */
  readonly isDifyCompatible: boolean;
}

const isFilled = (value: Json): boolean => {
  if (Array.isArray(value)) return value.length > 0;
  return isJsonObject(value) ? Object.keys(value).length > 0 : Boolean(value);
};

const wrongType = (input: string, expected: string, value: Json): Error =>
  nodeErrors.NODE_INPUT_TYPE({ input, expected, got: describeValue(value) });

function textOf(value: Json, side: string): string {
  if (value === null) return '';
  if (typeof value === 'object') throw wrongType(side, 'text', value);
  return String(value);
}

function numberOf(value: Json, side: string): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) throw wrongType(side, 'a number', value);
  return number;
}

const isSameList = (left: readonly Json[], right: readonly Json[]): boolean =>
  left.length === right.length && left.every((item, index) => isSame(item, right[index] ?? null));

function isSameObject(left: JsonObject, right: JsonObject): boolean {
  const keys = Object.keys(left);
  if (keys.length !== Object.keys(right).length) return false;
  return keys.every((key) => Object.hasOwn(right, key) && isSame(left[key] ?? null, right[key] ?? null));
}

/** Equality for people: scalars by how they read, lists and objects by content. */
export function isSame(left: Json, right: Json): boolean {
  if (left === right) return true;
  if (left === null || right === null) return false;
  if (typeof left !== 'object' && typeof right !== 'object') return String(left) === String(right);
  if (Array.isArray(left)) return Array.isArray(right) && isSameList(left, right);
  return isJsonObject(left) && isJsonObject(right) && isSameObject(left, right);
}

const isIn = (item: Json, list: readonly Json[]): boolean => list.some((other) => isSame(item, other));

function contains(left: Json, right: Json): boolean {
  if (!isFilled(left)) return false;
  return Array.isArray(left) ? isIn(right, left) : textOf(left, 'left').includes(textOf(right, 'right'));
}

/** A list as given, as JSON text, or as words between commas. */
function listOf(value: Json, side: string): readonly Json[] {
  if (Array.isArray(value)) return value;
  if (typeof value !== 'string') throw wrongType(side, 'a list', value);
  const text = value.trim();
  if (text.startsWith('[')) {
    try {
      const parsed: unknown = JSON.parse(text);
      if (Array.isArray(parsed)) return parsed as Json[];
    } catch {
      // Not JSON after all: words between commas.
    }
  }
  return text === '' ? [] : text.split(/[,，]/).map((word) => word.trim());
}

function isEqualNumber(left: Json, right: Json, mode: CompareMode): boolean {
  if (typeof left === 'boolean') return isSame(left, typeof right === 'number' ? right !== 0 : right);
  const number = numberOf(left, 'left');
  const expected = numberOf(right, 'right');
  return number === (mode.isDifyCompatible && Number.isInteger(number) ? Math.trunc(expected) : expected);
}

type Comparator = (left: Json, right: Json, mode: CompareMode) => boolean;

/** A comparison in which an absent left side never holds. */
const present =
  (compare: Comparator): Comparator =>
  (left, right, mode) =>
    left !== null && compare(left, right, mode);

const ordered = (holds: (left: number, right: number) => boolean): Comparator =>
  present((left, right) => holds(numberOf(left, 'left'), numberOf(right, 'right')));

const COMPARATORS: Readonly<Record<PlainOperator, Comparator>> = {
  contains,
  not_contains: (left, right) => !contains(left, right),
  starts_with: (left, right) => isFilled(left) && textOf(left, 'left').startsWith(textOf(right, 'right')),
  ends_with: (left, right) => isFilled(left) && textOf(left, 'left').endsWith(textOf(right, 'right')),
  is: present(isSame),
  is_not: present((left, right) => !isSame(left, right)),
  empty: (left) => !isFilled(left),
  not_empty: isFilled,
  in: (left, right) => isFilled(left) && isIn(left, listOf(right, 'right')),
  not_in: (left, right) => !isFilled(left) || !isIn(left, listOf(right, 'right')),
  all_of: (left, right) => isFilled(left) && listOf(right, 'right').every((item) => contains(left, item)),
  eq: present(isEqualNumber),
  ne: present((left, right) => !isEqualNumber(left, right, { isDifyCompatible: false })),
  gt: ordered((left, right) => left > right),
  gte: ordered((left, right) => left >= right),
  lt: ordered((left, right) => left < right),
  lte: ordered((left, right) => left <= right),
  null: (left) => left === null,
  not_null: (left) => left !== null,
};

/**
 * Compares two values by an operator.
 * @throws NODE_INPUT_TYPE when a side cannot be read as the operator needs it
 */
export const compare = (operator: PlainOperator, sides: readonly [Json, Json], mode: CompareMode): boolean =>
  COMPARATORS[operator](sides[0], sides[1], mode);
