import type { FlowDocument, NodeCatalogue } from '@heddle/model';
import { frameOf } from '../document/frames';
import { indexGraph } from '../document/graph-index';
import { moveNodes, type Point } from '../document/node-commands';
import { geometryOf } from './frame-size';

/** How much a frame grew, and where its edges were. */
interface Growth {
  readonly nodeId: string;
  readonly right: number;
  readonly bottom: number;
  readonly dx: number;
  readonly dy: number;
}

function growthOf(
  before: FlowDocument,
  after: FlowDocument,
  { nodeId, catalogue }: { readonly nodeId: string; readonly catalogue: NodeCatalogue },
): Growth | null {
  const node = indexGraph(after).nodes.get(nodeId);
  if (!node || !indexGraph(before).nodes.has(nodeId)) return null;
  const old = geometryOf(before, catalogue).sizeOf(nodeId);
  const now = geometryOf(after, catalogue).sizeOf(nodeId);
  const [dx, dy] = [Math.max(now.width - old.width, 0), Math.max(now.height - old.height, 0)];
  if (dx === 0 && dy === 0) return null;
  return { nodeId, right: node.position.x + old.width, bottom: node.position.y + old.height, dx, dy };
}

/** Shifts the neighbours that a grown frame would come to lie on. */
function makeWay(document: FlowDocument, catalogue: NodeCatalogue, growth: Growth): FlowDocument {
  const geometry = geometryOf(document, catalogue);
  const grown = indexGraph(document).nodes.get(growth.nodeId);
  if (!grown) return document;
  const places = new Map<string, Point>();
  for (const { id, position } of geometry.childrenOf(frameOf(document, growth.nodeId))) {
    if (id === growth.nodeId) continue;
    const { width } = geometry.sizeOf(id);
    const isBelow = position.x < growth.right && position.x + width > grown.position.x;
    const dx = position.x >= growth.right ? growth.dx : 0;
    const dy = isBelow && position.y >= growth.bottom ? growth.dy : 0;
    if (dx > 0 || dy > 0) places.set(id, { x: position.x + dx, y: position.y + dy });
  }
  return moveNodes(document, places);
}

/** After a change inside containers: what lies right of a frame that grew, or below it, moves out of its way. */
export function keepClear(before: FlowDocument, after: FlowDocument, catalogue: NodeCatalogue): FlowDocument {
  const geometry = geometryOf(after, catalogue);
  const frames = after.nodes.filter(({ id }) => geometry.isFrame(id)).map(({ id }) => id);
  const depthOf = (id: string): number => {
    const parent = frameOf(after, id);
    return parent === undefined ? 0 : 1 + depthOf(parent);
  };
  const innermostFirst = [...frames].sort((a, b) => depthOf(b) - depthOf(a));
  return innermostFirst.reduce((document, nodeId) => {
    const growth = growthOf(before, document, { nodeId, catalogue });
    return growth ? makeWay(document, catalogue, growth) : document;
  }, after);
}
