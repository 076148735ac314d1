import dagre from '@dagrejs/dagre';
import type { FlowDocument, FlowNode, NodeCatalogue } from '@heddle/model';
import type { Point } from '../document/node-commands';
import { CARD, cardSize, snap } from './card-size';

/** Reading order of the present places, so that the result looks like what the user had. */
const byPlace = (a: FlowNode, b: FlowNode): number =>
  a.position.y - b.position.y || a.position.x - b.position.x;

/** New places for the chosen nodes (all when none are chosen), left to right, their corner kept where it was. */
export function autoLayout(
  document: FlowDocument,
  catalogue: NodeCatalogue,
  chosenIds: ReadonlySet<string>,
): Map<string, Point> {
  const isChosen = (node: FlowNode): boolean =>
    !node.parent_id && (chosenIds.size < 2 || chosenIds.has(node.id));
  const nodes = document.nodes.filter(isChosen).sort(byPlace);
  const ids = new Set(nodes.map(({ id }) => id));
  const graph = new dagre.graphlib.Graph({ multigraph: true });
  graph.setGraph({ rankdir: 'LR', nodesep: CARD.gapY, ranksep: CARD.gapX });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const node of nodes) graph.setNode(node.id, { ...cardSize(node, catalogue.get(node.type)) });
  for (const edge of document.edges) {
    if (ids.has(edge.source) && ids.has(edge.target)) graph.setEdge(edge.source, edge.target, {}, edge.id);
  }
  dagre.layout(graph);
  const corners = nodes.map((node) => {
    const { x, y, width, height } = graph.node(node.id);
    return { id: node.id, x: x - width / 2, y: y - height / 2 };
  });
  const left = Math.min(...nodes.map(({ position }) => position.x)) - Math.min(...corners.map(({ x }) => x));
  const top = Math.min(...nodes.map(({ position }) => position.y)) - Math.min(...corners.map(({ y }) => y));
  return new Map(corners.map(({ id, x, y }) => [id, snap({ x: x + left, y: y + top })]));
}
