import { RESERVED_NAMES, type FlowEdge, type FlowNode } from '@heddle/model';

/** Ids are read in references, so they say what the node is: `llm`, `llm_2`. */
export function freshNodeId(type: string, isTaken: (id: string) => boolean): string {
  const base = type.slice(0, 56);
  if (!isTaken(base) && !RESERVED_NAMES.has(base)) return base;
  let count = 2;
  while (isTaken(`${base}_${count}`)) count += 1;
  return `${base}_${count}`;
}

/** A title that no other node has: `Summarise`, `Summarise 2`. */
export function freshLabel(wished: string, nodes: readonly Pick<FlowNode, 'label'>[]): string {
  const taken = new Set(nodes.map(({ label }) => label));
  if (!taken.has(wished)) return wished;
  const base = wished.replace(/ \d+$/, '');
  let count = 2;
  while (taken.has(`${base} ${count}`)) count += 1;
  return `${base} ${count}`;
}

/** An edge id that tells what it connects. */
export function freshEdgeId(
  wish: Pick<FlowEdge, 'source' | 'target'>,
  isTaken: (id: string) => boolean,
): string {
  const base = `${wish.source}-${wish.target}`;
  if (!isTaken(base)) return base;
  let count = 2;
  while (isTaken(`${base}-${count}`)) count += 1;
  return `${base}-${count}`;
}
