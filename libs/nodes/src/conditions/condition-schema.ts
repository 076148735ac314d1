import type { EmbeddedSource, FlowIssue, Json } from '@heddle/model';
import { parseTemplate } from '@heddle/model';
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
});

/** A list of conditions, groups among them. */
export const conditionsSchema: z.ZodType<ConditionItem[]> = z.array(
  z.lazy(() => z.union([groupSchema, comparisonSchema])),
);

const groupSchema = z.object({ logic: z.enum(LOGICS).default('and'), conditions: conditionsSchema });

/** Tells a nested group from a comparison. */
export const isConditionGroup = (item: ConditionItem): item is ConditionGroup => 'conditions' in item;

interface PlacedComparison {
  readonly comparison: Comparison;
  readonly path: string;
}

function comparisonsOf(items: readonly ConditionItem[], path: string): PlacedComparison[] {
  return items.flatMap((item, index) => {
    const at = `${path}[${index}]`;
    return isConditionGroup(item)
      ? comparisonsOf(item.conditions, `${at}.conditions`)
      : [{ comparison: item, path: at }];
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

/** Finds comparisons that lack a side, and groups that hold nothing. */
export function checkConditions(items: readonly ConditionItem[], path: string): FlowIssue[] {
  if (items.length === 0) return [{ code: 'NODE_CONFIG_INVALID', message: 'There is no condition.', path }];
  return items.flatMap((item, index) => {
    const at = `${path}[${index}]`;
    if (isConditionGroup(item)) return checkConditions(item.conditions, `${at}.conditions`);
    const issues: FlowIssue[] = [];
    if (item.left === '') {
      issues.push({ code: 'NODE_CONFIG_INVALID', message: 'Choose what to compare.', path: `${at}.left` });
    }
    if (item.right === undefined && !UNARY_OPERATORS.has(item.operator)) {
      issues.push({ code: 'NODE_CONFIG_INVALID', message: 'Say what to compare with.', path: `${at}.right` });
    }
    return issues;
  });
}
