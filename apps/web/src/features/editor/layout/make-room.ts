import type { FlowDocument, FlowEdge, NodeCatalogue } from '@heddle/model';
import { descendantsOf, indexGraph } from '../document/graph-index';
import { moveNodes, type Point } from '../document/node-commands';
import { CARD } from './card-size';
import { geometryOf } from './frame-size';

/** Where a node goes that is put into a connection: between its ends, counted in their container. */
export function placeOnEdge(document: FlowDocument, catalogue: NodeCatalogue, edge: FlowEdge): Point {
  const { nodes } = indexGraph(document);
  const source = nodes.get(edge.source)?.position ?? { x: 0, y: 0 };
  const target = nodes.get(edge.target)?.position ?? source;
  const { width } = geometryOf(document, catalogue).sizeOf(edge.source);
  return { x: source.x + width + CARD.gapX, y: (source.y + target.y) / 2 };
}

/** Shifts what comes after a connection to the right until a node of the given width fits into it. */
export function makeRoom(
  document: FlowDocument,
  catalogue: NodeCatalogue,
  { edge, width }: { readonly edge: FlowEdge; readonly width: number },
): FlowDocument {
  const index = indexGraph(document);
  const source = index.nodes.get(edge.source);
  const target = index.nodes.get(edge.target);
  if (!source || !target) return document;
  const sourceWidth = geometryOf(document, catalogue).sizeOf(source.id).width;
  const needed = source.position.x + sourceWidth + width + 2 * CARD.gapX;
  const shift = needed - target.position.x;
  if (shift <= 0) return document;
  const later = [target.id, ...descendantsOf(index, target.id)];
  const places = new Map<string, Point>();
  for (const id of later) {
    const node = index.nodes.get(id);
    if (!node || node.position.x < target.position.x || node.parent_id !== target.parent_id) continue;
    places.set(id, { x: node.position.x + shift, y: node.position.y });
  }
  return moveNodes(document, places);
}
