import { describeValue, formatReferencePath, type Json } from '@heddle/model';
import { nodeErrors } from '../errors/node-errors';
import { soleReference } from '../fields/reference';
import { compare, type PlainOperator } from './compare';
import {
  type Comparison,
  type ConditionGroup,
  type ConditionItem,
  hasWhere,
  isConditionGroup,
} from './condition-schema';
import type { ConditionScope, Evaluation, PatternQuestion } from './evaluation';
import { itemsMeet } from './items-meet';
import { itemScope } from './item-scope';

function isThere(comparison: Comparison, scope: ConditionScope): boolean {
  if (scope.sides) return scope.sides(comparison)[0] !== null;
  const path = soleReference(comparison.left);
  if (path !== undefined && !scope.has(path)) return false;
  return scope.resolve(comparison.left) !== null;
}

/** The left side. What does not exist is an error, also where Dify's mode reads it as its bare path elsewhere. */
function leftOf(value: Json, scope: ConditionScope): Json {
  const path = soleReference(value);
  const left = scope.resolve(value);
  if (!scope.isDifyCompatible || path === undefined || scope.has(path)) return left;
  throw nodeErrors.VARIABLE_UNKNOWN({ reference: formatReferencePath(path) });
}

function* matches(left: Json, right: Json): Evaluation<boolean> {
  if (left === null) return false;
  if (typeof left === 'object') {
    throw nodeErrors.NODE_INPUT_TYPE({ input: 'left', expected: 'text', got: describeValue(left) });
  }
  if (typeof right !== 'string') {
    throw nodeErrors.NODE_INPUT_TYPE({ input: 'right', expected: 'a pattern', got: describeValue(right) });
  }
  return yield { pattern: right, text: String(left) };
}

function sidesOf(comparison: Comparison, scope: ConditionScope): readonly [Json, Json] {
  if (scope.sides) return scope.sides(comparison);
  const left = leftOf(comparison.left, scope);
  return [left, comparison.right === undefined ? null : scope.resolve(comparison.right)];
}

function* sidesHold(
  comparison: Comparison,
  [left, right]: readonly [Json, Json],
  scope: ConditionScope,
): Evaluation<boolean> {
  const { operator } = comparison;
  if (hasWhere(comparison)) {
    const meets = (item: Json, group: ConditionGroup): Evaluation<boolean> =>
      conditionsHold(group, itemScope(item, scope));
    return yield* itemsMeet(left, comparison, { isDifyCompatible: scope.isDifyCompatible, meets });
  }
  if (operator === 'matches') return yield* matches(left, right);
  return compare(operator as PlainOperator, [left, right], scope);
}

function* comparisonHolds(comparison: Comparison, scope: ConditionScope): Evaluation<boolean> {
  const { operator } = comparison;
  if (operator === 'exists' || operator === 'not_exists') {
    const holds = isThere(comparison, scope) === (operator === 'exists');
    scope.onCompared?.({ left: null, operator, right: null, holds });
    return holds;
  }
  const sides = sidesOf(comparison, scope);
  const holds: boolean = yield* sidesHold(comparison, sides, scope);
  scope.onCompared?.({ left: sides[0], operator, right: sides[1], holds });
  return holds;
}

const itemHolds = (item: ConditionItem, scope: ConditionScope): Evaluation<boolean> =>
  isConditionGroup(item) ? conditionsHold(item, scope) : comparisonHolds(item, scope);

/** Whether a group holds; stops at the first condition that decides it. A group without conditions holds. */
export function* conditionsHold(group: ConditionGroup, scope: ConditionScope): Evaluation<boolean> {
  for (const item of group.conditions) {
    const holds: boolean = yield* itemHolds(item, scope);
    if (group.logic === 'or' && holds) return true;
    if (group.logic === 'and' && !holds) return false;
  }
  return group.logic === 'and' || group.conditions.length === 0;
}

/** Carries an evaluation through: at once where it has no pattern, else as fast as patterns are answered. */
export function evaluate<Result>(
  evaluation: Evaluation<Result>,
  answer: (question: PatternQuestion) => Promise<boolean>,
): Result | Promise<Result> {
  const first = evaluation.next();
  if (first.done) return first.value;
  const goOn = async (question: PatternQuestion): Promise<Result> => {
    const next = evaluation.next(await answer(question));
    return next.done ? next.value : goOn(next.value);
  };
  return goOn(first.value);
}
