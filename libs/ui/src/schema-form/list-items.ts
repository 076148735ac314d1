/** A copy of the list without one item. */
export const withoutItem = <Item>(items: readonly Item[], index: number): Item[] =>
  items.filter((_, position) => position !== index);

/** A copy of the list with one item at another place. */
export function withMovedItem<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const copy = [...items];
  copy.splice(to, 0, ...copy.splice(from, 1));
  return copy;
}
