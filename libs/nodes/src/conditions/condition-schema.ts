import { type EmbeddedSource, finding, type Json, type NodeFinding, parseTemplate } from '@heddle/model';
import { z } from 'zod';
import { valueSchema } from '../fields/value-schema';
import { OPERATORS, type Operator, UNARY_OPERATORS } from './operators';

/** How the conditions of a group are joined. */
export const LOGICS = ['and', 'or'] as const;

/** A single comparison; `right` is left out where the operator looks at the left side alone. */
export interface Comparison {
  left: Json;
  operator: Operator;
  right?: Json | undefined;
  /** For lists, with `contains`, `not_contains` and `all_of`: what the items are compared by instead of `right`. */
  where?: ConditionGroup | undefined;
}

/** Conditions joined by one logic; may hold groups again. */
export interface ConditionGroup {
  logic: (typeof LOGICS)[number];
  conditions: ConditionItem[];
}

/** What stands in a list of conditions. */
export type ConditionItem = Comparison | ConditionGroup;

const comparisonSchema = z.object({
  left: valueSchema,
  operator: z.enum(OPERATORS),
  right: valueSchema.optional(),
  where: z.lazy(() => groupSchema).optional(),
});

/** A list of conditions, groups among them. */
export const conditionsSchema: z.ZodType<ConditionItem[]> = z.array(
  z.lazy(() => z.union([groupSchema, comparisonSchema])),
);

/** Conditions joined by one logic. */
export const groupSchema = z.object({ logic: z.enum(LOGICS).default('and'), conditions: conditionsSchema });

/** Tells a nested group from a comparison. */
export const isConditionGroup = (item: ConditionItem): item is ConditionGroup => 'conditions' in item;

const WHERE_OPERATORS: ReadonlySet<Operator> = new Set(['contains', 'not_contains', 'all_of'] as const);

/** A comparison that asks which items of a list meet conditions. */
export type WhereComparison = Comparison & { where: ConditionGroup };

/** Recognises comparisons of the items of a list; elsewhere `where` means nothing. */
export const hasWhere = (comparison: Comparison): comparison is WhereComparison =>
  comparison.where !== undefined && WHERE_OPERATORS.has(comparison.operator);

interface PlacedComparison {
  readonly comparison: Comparison;
  readonly path: string;
}

function comparisonsOf(items: readonly ConditionItem[], path: string): PlacedComparison[] {
  return items.flatMap((item, index) => {
    const at = `${path}[${index}]`;
    if (isConditionGroup(item)) return comparisonsOf(item.conditions, `${at}.conditions`);
    const below = hasWhere(item) ? comparisonsOf(item.where.conditions, `${at}.where.conditions`) : [];
    return [{ comparison: item, path: at }, ...below];
  });
}

const hasReference = (text: string): boolean => parseTemplate(text).some((part) => part.kind === 'reference');

/** Lists the patterns of `matches` that are fixed text, for checking at save. */
export const embeddedPatterns = (items: readonly ConditionItem[], path: string): EmbeddedSource[] =>
  comparisonsOf(items, path).flatMap(({ comparison: { operator, right }, path: at }) =>
    operator === 'matches' && typeof right === 'string' && !hasReference(right)
      ? [{ language: 'regex' as const, source: right, path: `${at}.right` }]
      : [],
  );

function checkComparison(comparison: Comparison, at: string): NodeFinding[] {
  if (hasWhere(comparison)) return checkItemConditions(comparison.where.conditions, `${at}.where.conditions`);
  return comparison.right === undefined && !UNARY_OPERATORS.has(comparison.operator)
    ? [finding({ en: 'Say what to compare with.', zh: '请填写要比较的值。' }, `${at}.right`)]
    : [];
}

/** Finds comparisons of items that lack the right side; the left names an attribute, or nothing for the item itself. */
export const checkItemConditions = (items: readonly ConditionItem[], path: string): NodeFinding[] =>
  items.length === 0
    ? [finding({ en: 'There is no condition.', zh: '还没有任何条件。' }, path)]
    : items.flatMap((item, index) => {
        const at = `${path}[${index}]`;
        if (isConditionGroup(item)) return checkItemConditions(item.conditions, `${at}.conditions`);
        return checkComparison(item, at);
      });

/** Finds comparisons that lack a side, and groups that hold nothing. */
export function checkConditions(items: readonly ConditionItem[], path: string): NodeFinding[] {
  if (items.length === 0) return [finding({ en: 'There is no condition.', zh: '还没有任何条件。' }, path)];
  return items.flatMap((item, index) => {
    const at = `${path}[${index}]`;
    if (isConditionGroup(item)) return checkConditions(item.conditions, `${at}.conditions`);
    const left =
      item.left === ''
        ? [finding({ en: 'Choose what to compare.', zh: '请选择要比较的内容。' }, `${at}.left`)]
        : [];
    return [...left, ...checkComparison(item, at)];
  });
}
