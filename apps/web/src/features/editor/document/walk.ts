import type { FlowDocument, FlowNode } from '@heddle/model';
import { indexGraph } from './graph-index';

/** Where the arrow keys lead. */
export type Direction = 'left' | 'right' | 'up' | 'down';

const distance = (a: FlowNode, b: FlowNode): number =>
  Math.hypot(a.position.x - b.position.x, (a.position.y - b.position.y) * 2);

function nearest(from: FlowNode, candidates: readonly FlowNode[]): FlowNode | undefined {
  return candidates.reduce<FlowNode | undefined>(
    (best, node) => (best === undefined || distance(from, node) < distance(from, best) ? node : best),
    undefined,
  );
}

const IS_BESIDE: Readonly<Record<Direction, (from: FlowNode, node: FlowNode) => boolean>> = {
  left: (from, node) => node.position.x < from.position.x,
  right: (from, node) => node.position.x > from.position.x,
  up: (from, node) => node.position.y < from.position.y,
  down: (from, node) => node.position.y > from.position.y,
};

/** The node that an arrow key leads to: along a connection sideways, else the nearest in that direction. */
export function nextNode(
  document: Pick<FlowDocument, 'nodes' | 'edges'>,
  nodeId: string,
  direction: Direction,
): string | null {
  const index = indexGraph(document);
  const from = index.nodes.get(nodeId);
  if (!from) return null;
  const linked =
    direction === 'right'
      ? index.outgoing(nodeId).map(({ target }) => target)
      : direction === 'left'
        ? index.incoming(nodeId).map(({ source }) => source)
        : [];
  const neighbours = linked.flatMap((id) => index.nodes.get(id) ?? []);
  // Places are counted in the container, so only those in the same one can be compared.
  const beside = document.nodes.filter(
    (node) => node.id !== nodeId && node.parent_id === from.parent_id && IS_BESIDE[direction](from, node),
  );
  return (nearest(from, neighbours) ?? nearest(from, beside))?.id ?? null;
}
