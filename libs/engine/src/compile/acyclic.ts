import { engineErrors } from '../errors';
import type { CompiledNode } from './compiled-flow';

/** Follows undecided predecessors from a node that never became free until one repeats: that walk is a cycle. */
function findChain(stuck: ReadonlySet<CompiledNode>): string[] {
  const [first] = stuck;
  const walk: CompiledNode[] = [];
  let node = first;
  while (node && !walk.includes(node)) {
    walk.push(node);
    node = node.incoming.find((edge) => stuck.has(edge.source))?.source;
  }
  if (!node) return [];
  const chain = walk.slice(walk.indexOf(node)).map(({ id }) => id);
  return [...chain, node.id].reverse();
}

/** Kahn's algorithm over all scopes at once; edges never cross scopes. @throws FLOW_CYCLE with the chain */
export function refuseCycles(nodes: ReadonlyMap<string, CompiledNode>): void {
  const blocked = new Map<CompiledNode, number>();
  const free: CompiledNode[] = [];
  for (const node of nodes.values()) {
    if (node.incoming.length === 0) free.push(node);
    else blocked.set(node, node.incoming.length);
  }
  for (let node = free.pop(); node; node = free.pop()) {
    for (const { target } of node.outgoing) {
      const left = (blocked.get(target) ?? 0) - 1;
      if (left > 0) blocked.set(target, left);
      else {
        blocked.delete(target);
        free.push(target);
      }
    }
  }
  if (blocked.size === 0) return;
  const chain = findChain(new Set(blocked.keys()));
  throw engineErrors.FLOW_CYCLE({ chain, node_id: chain[0] ?? '' });
}
