import type { CompiledNode } from './compiled-flow';

const memo = new WeakMap<CompiledNode, boolean>();

/** Whether a node, or one inside it, says something to whoever reads the run's answer. */
function speaks(node: CompiledNode): boolean {
  let known = memo.get(node);
  if (known === undefined) {
    const isHeard = node.callee === undefined;
    known = (node.responseParts?.length ?? 0) > 0 || (isHeard && (node.inner?.nodes.some(speaks) ?? false));
    memo.set(node, known);
  }
  return known;
}

/**
 * The nearest nodes on the ways to a node that may speak before it. Those further back need not be asked: whoever has
 * a place in the line of speakers, or is decided, has had them all before itself.
 */
export function speakersBefore(node: CompiledNode): CompiledNode[] {
  const found: CompiledNode[] = [];
  const seen = new Set<CompiledNode>([node]);
  const pending = [...node.incoming];
  for (let edge = pending.pop(); edge; edge = pending.pop()) {
    const { source } = edge;
    if (seen.has(source)) continue;
    seen.add(source);
    if (speaks(source)) found.push(source);
    else pending.push(...source.incoming);
  }
  return found;
}
