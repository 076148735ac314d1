import { describeValue, type Json } from '@heddle/model';
import { nodeErrors } from '../errors/node-errors';
import {
  type ConditionGroup,
  type ConditionItem,
  isConditionGroup,
  type WhereComparison,
} from './condition-schema';
import type { Evaluation } from './evaluation';
import type { Operator } from './operators';

/** How single items are judged. */
export interface ItemJudge {
  readonly isDifyCompatible: boolean;
  /** Whether one item meets conditions. */
  meets(item: Json, group: ConditionGroup): Evaluation<boolean>;
}

/** Operators whose condition Dify wants every file to meet, not just one. */
const FOR_EVERY_FILE: ReadonlySet<Operator> = new Set([
  'not_contains',
  'is_not',
  'not_empty',
  'not_in',
  'not_null',
  'not_exists',
] as const);

/** Whether one item meets a condition, or every item where it forbids something. */
function* listMeets(list: readonly Json[], condition: ConditionItem, judge: ItemJudge): Evaluation<boolean> {
  const isForEvery = !isConditionGroup(condition) && FOR_EVERY_FILE.has(condition.operator);
  for (const item of list) {
    const holds: boolean = yield* judge.meets(item, { logic: 'and', conditions: [condition] });
    if (holds !== isForEvery) return holds;
  }
  return isForEvery;
}

/** Dify asks for each condition whether the list meets it, whatever the operator outside says. */
function* asDifyAsks(list: readonly Json[], where: ConditionGroup, judge: ItemJudge): Evaluation<boolean> {
  for (const condition of where.conditions) {
    const holds: boolean = yield* listMeets(list, condition, judge);
    if (holds === (where.logic === 'or')) return holds;
  }
  return where.logic === 'and';
}

/** Some item meets the conditions (`contains`), none does (`not_contains`), or every one of at least one (`all_of`). */
function* asAsked(
  list: readonly Json[],
  { operator, where }: WhereComparison,
  judge: ItemJudge,
): Evaluation<boolean> {
  for (const item of list) {
    const holds: boolean = yield* judge.meets(item, where);
    if (holds !== (operator === 'all_of')) return operator === 'contains';
  }
  return operator === 'not_contains' || (operator === 'all_of' && list.length > 0);
}

/**
 * Whether the items of a list meet the conditions of a comparison.
 * @throws NODE_INPUT_TYPE when there is something else than a list
 */
export function* itemsMeet(left: Json, comparison: WhereComparison, judge: ItemJudge): Evaluation<boolean> {
  const list = left ?? [];
  if (!Array.isArray(list)) {
    throw nodeErrors.NODE_INPUT_TYPE({ input: 'left', expected: 'a list', got: describeValue(left) });
  }
  return yield* judge.isDifyCompatible
    ? asDifyAsks(list, comparison.where, judge)
    : asAsked(list, comparison, judge);
}
