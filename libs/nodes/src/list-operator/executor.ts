import { defineExecutor, type NodeContext } from '@heddle/engine';
import { describeValue, type Json } from '@heddle/model';
import { answerInSandbox } from '../conditions/answer-pattern';
import { conditionsHold, evaluate } from '../conditions/evaluate-conditions';
import type { ConditionScope } from '../conditions/evaluation';
import { itemScope } from '../conditions/item-scope';
import { nodeErrors } from '../errors/node-errors';
import { orderItems } from './order-items';
import { isUnset, listOperator, type ListOperatorConfig } from './schema';

type Context = NodeContext<'sandbox'>;

function listOf(config: ListOperatorConfig, { variables, isDifyCompatible }: Context): readonly Json[] {
  const value = variables.resolve(config.input);
  if (Array.isArray(value)) return value;
  if (isDifyCompatible && (value === null || value === '')) return [];
  throw nodeErrors.NODE_INPUT_TYPE({ input: 'input', expected: 'a list', got: describeValue(value) });
}

async function filtered(
  items: readonly Json[],
  { filter }: ListOperatorConfig,
  context: Context,
): Promise<readonly Json[]> {
  if (filter.conditions.length === 0) return items;
  const { variables, signal } = context;
  // Numbers of a list are compared as they are, also where Dify's conditions would cut them.
  const scope: ConditionScope = {
    isDifyCompatible: false,
    resolve: (value) => variables.resolve(value),
    has: (path) => variables.has(path),
  };
  const answer = answerInSandbox(context);
  const kept: Json[] = [];
  for (const item of items) {
    const holds = evaluate(conditionsHold(filter, itemScope(item, scope)), answer);
    if (typeof holds === 'boolean' ? holds : await holds) kept.push(item);
    signal.throwIfAborted();
  }
  return kept;
}

/** A whole number out of a constant or a text with references. */
function wholeNumber(value: Json, input: string, { variables }: Context): number {
  const resolved = variables.resolve(value);
  const number = typeof resolved === 'string' && resolved.trim() !== '' ? Number(resolved.trim()) : resolved;
  if (typeof number === 'number' && Number.isSafeInteger(number)) return number;
  throw nodeErrors.NODE_INPUT_TYPE({ input, expected: 'a whole number', got: describeValue(resolved) });
}

function extracted(
  items: readonly Json[],
  { extract }: ListOperatorConfig,
  context: Context,
): readonly Json[] {
  if (isUnset(extract)) return items;
  const position = wholeNumber(extract, 'extract', context);
  const item = position >= 1 ? items[position - 1] : undefined;
  if (item !== undefined) return [item];
  const reason = `there is no item ${position} in a list of ${items.length}`;
  throw nodeErrors.NUMBER_OUT_OF_RANGE({ input: 'extract', reason });
}

function shortened(items: readonly Json[], { limit }: ListOperatorConfig, context: Context): readonly Json[] {
  if (isUnset(limit)) return items;
  const most = wholeNumber(limit, 'limit', context);
  if (most >= 0) return items.slice(0, most);
  throw nodeErrors.NUMBER_OUT_OF_RANGE({ input: 'limit', reason: 'it is less than 0' });
}

export default defineExecutor(listOperator, {
  needs: ['sandbox'],
  async run(config, context) {
    const items = listOf(config, context);
    const kept = await filtered(items, config, context);
    // An empty list has nothing to pick from, and says so by staying empty.
    const picked = items.length === 0 ? [] : extracted(kept, config, context);
    const ordered = config.order_by?.enabled ? orderItems(picked, config.order_by) : picked;
    const result = [...shortened(ordered, config, context)];
    return {
      outputs: { result, first: result[0] ?? null, last: result.at(-1) ?? null },
      inputs: { count: items.length, kept: kept.length },
    };
  },
});
