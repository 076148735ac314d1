import dagre from '@dagrejs/dagre';
import type { FlowDocument, FlowNode, NodeCatalogue } from '@heddle/model';
import { frameOf } from '../document/frames';
import { moveNodes, type Point } from '../document/node-commands';
import { CARD, snap } from './card-size';
import { FRAME, geometryOf } from './frame-size';

/** Reading order of the present places, so that the result looks like what the user had. */
const byPlace = (a: FlowNode, b: FlowNode): number =>
  a.position.y - b.position.y || a.position.x - b.position.x;

interface Arranged extends Point {
  readonly id: string;
}

/** Places for nodes of one container, left to right. */
function arrange(document: FlowDocument, catalogue: NodeCatalogue, members: readonly FlowNode[]): Arranged[] {
  const geometry = geometryOf(document, catalogue);
  const nodes = [...members].sort(byPlace);
  const ids = new Set(nodes.map(({ id }) => id));
  const graph = new dagre.graphlib.Graph({ multigraph: true });
  graph.setGraph({ rankdir: 'LR', nodesep: CARD.gapY, ranksep: CARD.gapX });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id } of nodes) graph.setNode(id, { ...geometry.sizeOf(id) });
  for (const edge of document.edges) {
    if (ids.has(edge.source) && ids.has(edge.target)) graph.setEdge(edge.source, edge.target, {}, edge.id);
  }
  dagre.layout(graph);
  return nodes.map(({ id }) => {
    const { x, y, width, height } = graph.node(id);
    return { id, x: x - width / 2, y: y - height / 2 };
  });
}

const cornerOf = (places: readonly Point[]): Point => ({
  x: Math.min(...places.map(({ x }) => x)),
  y: Math.min(...places.map(({ y }) => y)),
});

/** Puts a container's inside, and what stands in that, in order; where it begins depends on the frame alone. */
function layOutInside(document: FlowDocument, catalogue: NodeCatalogue, frameId: string): FlowDocument {
  const children = geometryOf(document, catalogue).childrenOf(frameId);
  if (children.length === 0) return document;
  const inner = children.reduce((next, { id }) => layOutInside(next, catalogue, id), document);
  const boxes = arrange(inner, catalogue, geometryOf(inner, catalogue).childrenOf(frameId));
  const corner = cornerOf(boxes);
  const places = boxes.map(
    ({ id, x, y }) => [id, snap({ x: x - corner.x + FRAME.left, y: y - corner.y + FRAME.top })] as const,
  );
  return moveNodes(inner, new Map(places));
}

function layOut(
  document: FlowDocument,
  catalogue: NodeCatalogue,
  members: readonly FlowNode[],
): FlowDocument {
  const inner = members.reduce((next, { id }) => layOutInside(next, catalogue, id), document);
  const boxes = arrange(inner, catalogue, members);
  const [from, to] = [cornerOf(boxes), cornerOf(members.map(({ position }) => position))];
  const places = boxes.map(
    ({ id, x, y }) => [id, snap({ x: x - from.x + to.x, y: y - from.y + to.y })] as const,
  );
  return moveNodes(inner, new Map(places));
}

/**
 * Puts the chosen nodes (all when less than two are chosen) in order, left to right, their corner kept where it was.
 * The insides of containers come first, as they decide how large the frames are.
 */
export function autoLayout(
  document: FlowDocument,
  catalogue: NodeCatalogue,
  chosenIds: ReadonlySet<string>,
): FlowDocument {
  const geometry = geometryOf(document, catalogue);
  if (chosenIds.size < 2) return layOut(document, catalogue, geometry.childrenOf(undefined));
  const frames = new Set(document.nodes.map(({ id }) => frameOf(document, id)));
  return [...frames].reduce((next, frameId) => {
    const members = geometryOf(next, catalogue)
      .childrenOf(frameId)
      .filter(({ id }) => chosenIds.has(id));
    return members.length < 2 ? next : layOut(next, catalogue, members);
  }, document);
}
