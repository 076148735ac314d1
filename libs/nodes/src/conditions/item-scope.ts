import { type Json, parseTemplate } from '@heddle/model';
import { isFile } from '../fields/file-value';
import { itemAttribute } from '../fields/item-attribute';
import type { Comparison } from './condition-schema';
import type { ConditionScope } from './evaluation';
import type { Operator } from './operators';

/** Operators by which an extension is told with its dot or without. */
const WHOLE_EXTENSION: ReadonlySet<Operator> = new Set([
  'is',
  'is_not',
  'in',
  'not_in',
  'starts_with',
] as const);

const withoutDot = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(withoutDot);
  return typeof value === 'string' ? value.replace(/^\./, '') : value;
};

const isKey = (value: Json): value is string =>
  typeof value === 'string' && !parseTemplate(value).some((part) => part.kind === 'reference');

/** Reads conditions about one item of a list: a left side without references is a key of the item. */
export function itemScope(item: Json, scope: ConditionScope): ConditionScope {
  return {
    isDifyCompatible: scope.isDifyCompatible,
    resolve: (value) => scope.resolve(value),
    has: (path) => scope.has(path),
    sides: ({ left, operator, right }: Comparison) => {
      const expected = right === undefined ? null : scope.resolve(right);
      if (!isKey(left)) return [scope.resolve(left), expected];
      const actual = itemAttribute(item, left);
      const isExtension = left === 'extension' && isFile(item) && WHOLE_EXTENSION.has(operator);
      return isExtension ? [withoutDot(actual), withoutDot(expected)] : [actual, expected];
    },
  };
}
