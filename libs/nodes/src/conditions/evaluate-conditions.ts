import { describeValue, formatReferencePath, type Json, type ReferencePath } from '@heddle/model';
import { nodeErrors } from '../errors/node-errors';
import { soleReference } from '../fields/reference';
import { compare, type CompareMode } from './compare';
import {
  type Comparison,
  type ConditionGroup,
  type ConditionItem,
  isConditionGroup,
} from './condition-schema';
import type { Operator } from './operators';

/** What conditions read. */
export interface ConditionScope extends CompareMode {
  resolve(value: Json): Json;
  has(path: ReferencePath): boolean;
  /** Told about every comparison that was made, for the trace. */
  onCompared?(comparison: ComparedSides): void;
}

/** A comparison as it came out. */
export interface ComparedSides {
  readonly left: Json;
  readonly operator: Operator;
  readonly right: Json;
  readonly holds: boolean;
}

/** A question that only the sandbox may answer: whether an RE2 pattern is found in a text. */
export interface PatternQuestion {
  readonly pattern: string;
  readonly text: string;
}

/** An evaluation that pauses at each pattern and goes on with the answer. */
export type Evaluation<Result> = Generator<PatternQuestion, Result, boolean>;

function isThere(value: Json, scope: ConditionScope): boolean {
  const path = soleReference(value);
  if (path !== undefined && !scope.has(path)) return false;
  return scope.resolve(value) !== null;
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

function* comparisonHolds(comparison: Comparison, scope: ConditionScope): Evaluation<boolean> {
  const { operator } = comparison;
  if (operator === 'exists' || operator === 'not_exists') {
    const holds = isThere(comparison.left, scope) === (operator === 'exists');
    scope.onCompared?.({ left: null, operator, right: null, holds });
    return holds;
  }
  const left = leftOf(comparison.left, scope);
  const right = comparison.right === undefined ? null : scope.resolve(comparison.right);
  const holds =
    operator === 'matches' ? yield* matches(left, right) : compare(operator, [left, right], scope);
  scope.onCompared?.({ left, operator, right, holds });
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
