import type { FlowDocument, FlowEdge } from '@heddle/model';
import { descendantsOf, indexGraph } from '../document/graph-index';
import { moveNodes, type Point } from '../document/node-commands';
import { CARD } from './card-size';

/** Where a node goes that is put into a connection: between its ends. */
export function placeOnEdge(document: FlowDocument, edge: FlowEdge): Point {
  const { nodes } = indexGraph(document);
  const source = nodes.get(edge.source)?.position ?? { x: 0, y: 0 };
  const target = nodes.get(edge.target)?.position ?? source;
  return { x: source.x + CARD.width + CARD.gapX, y: (source.y + target.y) / 2 };
}

/** Shifts what comes after a connection to the right until one more card fits into it. */
export function makeRoom(document: FlowDocument, edge: FlowEdge): FlowDocument {
  const index = indexGraph(document);
  const source = index.nodes.get(edge.source);
  const target = index.nodes.get(edge.target);
  if (!source || !target) return document;
  const needed = source.position.x + 2 * (CARD.width + CARD.gapX);
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
