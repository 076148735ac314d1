import type { Json } from '@heddle/model';
import { itemAttribute } from '../fields/item-attribute';
import type { OrderConfig } from './schema';

type Sortable = number | string;

/** Numbers sort as numbers, truth as 0 and 1, everything else as text; null is nothing to sort by. */
function sortable(value: Json): Sortable | undefined {
  if (value === null) return undefined;
  if (typeof value === 'number' || typeof value === 'string') return value;
  return typeof value === 'boolean' ? Number(value) : JSON.stringify(value);
}

function compareSortable(left: Sortable, right: Sortable): number {
  const sides = typeof left === typeof right ? [left, right] : [String(left), String(right)];
  const [a, b] = sides as [Sortable, Sortable];
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Sorts items by one of their attributes; equals keep their order, items without the attribute come last. */
export function orderItems(items: readonly Json[], { key, direction }: OrderConfig): Json[] {
  const sign = direction === 'asc' ? 1 : -1;
  const keyed = items.map((item) => ({ item, by: sortable(itemAttribute(item, key)) }));
  keyed.sort((left, right) => {
    if (left.by === undefined || right.by === undefined)
      return Number(left.by === undefined) - Number(right.by === undefined);
    return sign * compareSortable(left.by, right.by);
  });
  return keyed.map(({ item }) => item);
}
