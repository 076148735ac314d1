import { defineNode, field, finding, type Json, type NodeFinding, parseTemplate } from '@heddle/model';
import { z } from 'zod';
import { checkItemConditions, embeddedPatterns, groupSchema } from '../conditions/condition-schema';
import { valueSchema } from '../fields/value-schema';

const orderSchema = z.object({
  enabled: field(z.boolean().default(true), { title: 'Sort', title_zh: '启用排序', control: 'switch' }),
  key: field(z.string().default(''), {
    title: 'By',
    title_zh: '排序字段',
    help: 'A key of the items, as size or user.name; the items themselves when empty.',
    help_zh: '每一项的字段，如 size 或 user.name；留空则按项本身。',
    control: 'text',
    show_if: { field: 'enabled', in: [true] },
  }),
  direction: field(z.enum(['asc', 'desc']).default('asc'), {
    title: 'Direction',
    title_zh: '方向',
    control: 'select',
    labels: { asc: { en: 'Ascending', zh: '升序' }, desc: { en: 'Descending', zh: '降序' } },
    show_if: { field: 'enabled', in: [true] },
  }),
});

/** How a list is sorted. */
export type OrderConfig = z.infer<typeof orderSchema>;

const configSchema = z.object({
  input: field(valueSchema, {
    title: 'List',
    title_zh: '输入列表',
    control: 'value',
    accepts: 'array[any]',
  }),
  filter: field(groupSchema.default({ logic: 'and', conditions: [] }), {
    title: 'Keep items that',
    title_zh: '筛选条件',
    help: 'The left side is a key of the item (size, user.name), or empty for the item itself.',
    help_zh: '左侧为每一项的字段（如 size、user.name），留空表示项本身。',
    control: 'condition-group',
  }),
  extract: field(valueSchema.optional(), {
    title: 'Only the item at position',
    title_zh: '取第 N 项',
    help: 'Counted from 1, among the items that are kept.',
    help_zh: '从 1 开始，按筛选后的顺序。',
    control: 'value',
  }),
  order_by: field(orderSchema.optional(), { title: 'Order', title_zh: '排序' }),
  limit: field(valueSchema.optional(), {
    title: 'At most',
    title_zh: '最多保留',
    help: 'The first items, after sorting.',
    help_zh: '排序后保留的前几项。',
    control: 'value',
  }),
});

/** See the definition of `list_operator`. */
export type ListOperatorConfig = z.infer<typeof configSchema>;

/** Whether an optional number is left out. */
export const isUnset = (value: Json | undefined): value is undefined | null | '' =>
  value === undefined || value === null || value === '';

/** Finds a constant that is no whole number from `least`; what is filled at run time is looked at then. */
function checkNumber(value: Json | undefined, path: string, least: number): NodeFinding[] {
  if (isUnset(value)) return [];
  if (typeof value === 'object') return [];
  if (typeof value === 'string' && parseTemplate(value).some((part) => part.kind === 'reference')) return [];
  const number = typeof value === 'string' ? Number(value.trim()) : value;
  return Number.isSafeInteger(number) && Number(number) >= least
    ? []
    : [finding({ en: `Expected a whole number from ${least}.`, zh: `须为不小于 ${least} 的整数。` }, path)];
}

const CONDITIONS_PATH = 'filter.conditions';

/** Filters, sorts and shortens a list. */
export const listOperator = defineNode({
  type: 'list_operator',
  kind: 'action',
  effect: 'none',
  category: 'transform',
  icon: 'list-filter',
  title: { en: 'List', zh: '列表操作' },
  description: { en: 'Filters, sorts and shortens a list.', zh: '对列表进行筛选、排序和截取。' },
  config: configSchema,
  initialConfig: {
    input: '',
    filter: { logic: 'and', conditions: [] },
    order_by: { enabled: false, key: '', direction: 'asc' },
  },
  outputs: () => [
    { name: 'result', type: 'array[any]', title: { en: 'Items', zh: '结果列表' } },
    { name: 'first', type: 'any', title: { en: 'First item', zh: '第一项' } },
    { name: 'last', type: 'any', title: { en: 'Last item', zh: '最后一项' } },
  ],
  embedded: ({ filter }) => embeddedPatterns(filter.conditions, CONDITIONS_PATH),
  check: ({ input, filter, extract, limit }) => [
    ...(input === '' || input === null
      ? [finding({ en: 'Choose a list.', zh: '请选择一个列表。' }, 'input')]
      : []),
    ...(filter.conditions.length > 0 ? checkItemConditions(filter.conditions, CONDITIONS_PATH) : []),
    ...checkNumber(extract, 'extract', 1),
    ...checkNumber(limit, 'limit', 0),
  ],
  summary: ({ filter, order_by: order, limit }) =>
    [
      ...filter.conditions.flatMap((item) =>
        'left' in item ? [`${String(item.left)} ${item.operator}`] : [],
      ),
      ...(order?.enabled ? [`${order.direction === 'asc' ? '↑' : '↓'} ${order.key}`.trim()] : []),
      ...(isUnset(limit) ? [] : [`≤ ${String(limit)}`]),
    ].join(' · '),
});
