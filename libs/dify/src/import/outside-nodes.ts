import type { DifyEdge } from '../dsl/dify-dsl';
import type { ImportedGraph } from './imported-graph';

/**
 * The nodes inside of containers that nothing leads to from the container's start. They never ran in Dify, and would
 * here, where whatever has no way in begins.
 */
export function nodesOutside(graph: ImportedGraph, edges: readonly DifyEdge[]): Set<string> {
  const outgoing = new Map<string, string[]>();
  for (const { source, target } of edges) {
    const targets = outgoing.get(source);
    if (targets) targets.push(target);
    else outgoing.set(source, [target]);
  }
  const reached = new Set<string>();
  const begun = new Set<string>();
  const waiting: string[] = [];
  for (const [start, container] of graph.innerStarts) {
    const targets = outgoing.get(start) ?? [];
    if (targets.length > 0) begun.add(container);
    waiting.push(...targets);
  }
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (reached.has(id)) continue;
    reached.add(id);
    waiting.push(...(outgoing.get(id) ?? []));
  }
  const stray = graph.nodes.filter(
    ({ node, parent }) => parent && begun.has(parent) && !reached.has(node.id),
  );
  return new Set(stray.map(({ id }) => id));
}
