import type { FlowDocument, FlowNode, NodeCatalogue } from '@heddle/model';
import { disconnect } from '../document/edge-commands';
import { frameOf, placeProblem, type PlaceProblem } from '../document/frames';
import { indexGraph } from '../document/graph-index';
import { moveNodes, withChildren, type Point } from '../document/node-commands';
import { snap } from './card-size';
import { frameAt, geometryOf, insideFrame, toFrame } from './frame-size';
import { keepClear } from './keep-clear';

/** What putting nodes down did. */
export interface DropResult {
  readonly document: FlowDocument;
  /** Connections that would have crossed the border of a container, and were removed. */
  readonly cutCount: number;
  /** Why some nodes stayed where they were. */
  readonly problem: PlaceProblem | null;
}

/** Where a dragged node would come to stand: the innermost container under its middle. */
export function frameUnder(
  document: FlowDocument,
  catalogue: NodeCatalogue,
  { nodeId, place }: { readonly nodeId: string; readonly place: Point },
): string | undefined {
  const geometry = geometryOf(document, catalogue);
  const parent = frameOf(document, nodeId);
  const origin = parent === undefined ? { x: 0, y: 0 } : geometry.cornerOf(parent);
  const { width, height } = geometry.sizeOf(nodeId);
  const middle = { x: origin.x + place.x + width / 2, y: origin.y + place.y + Math.min(height / 2, 60) };
  return frameAt(geometry, middle, (id) => id === nodeId);
}

/** Gives nodes other containers (undefined: the top), keeping only what connects nodes of the same one. */
function setFrames(document: FlowDocument, frames: ReadonlyMap<string, string | undefined>): FlowDocument {
  if (frames.size === 0) return document;
  const nodes = document.nodes.map((node): FlowNode => {
    if (!frames.has(node.id)) return node;
    const { parent_id: _old, ...rest } = node;
    const frameId = frames.get(node.id);
    return frameId === undefined ? rest : { ...rest, parent_id: frameId };
  });
  return { ...document, nodes };
}

function crossing(document: FlowDocument, moved: ReadonlyMap<string, unknown>): Set<string> {
  const { nodes } = indexGraph(document);
  const isCut = (source: string, target: string): boolean =>
    (moved.has(source) || moved.has(target)) && nodes.get(source)?.parent_id !== nodes.get(target)?.parent_id;
  return new Set(document.edges.filter(({ source, target }) => isCut(source, target)).map(({ id }) => id));
}

/** Puts dragged nodes down, into containers and out of them; places are counted as they were before the drag. */
export function dropNodes(
  document: FlowDocument,
  catalogue: NodeCatalogue,
  places: ReadonlyMap<string, Point>,
): DropResult {
  const geometry = geometryOf(document, catalogue);
  const { nodes } = indexGraph(document);
  const frames = new Map<string, string | undefined>();
  const settled = new Map<string, Point>();
  const dragged = withChildren(document, places.keys());
  let problem: PlaceProblem | null = null;
  for (const [nodeId, place] of places) {
    const node = nodes.get(nodeId);
    if (!node) continue;
    const parent = frameOf(document, nodeId);
    const under = frameUnder(document, catalogue, { nodeId, place });
    const target = under !== undefined && dragged.has(under) ? parent : under;
    const refused = placeProblem(document, catalogue, {
      definition: catalogue.get(node.type),
      frameId: target,
    });
    if (target !== parent && refused) {
      problem = refused;
      continue;
    }
    const origin = parent === undefined ? { x: 0, y: 0 } : geometry.cornerOf(parent);
    const absolute = { x: origin.x + place.x, y: origin.y + place.y };
    if (target === parent) settled.set(nodeId, insideFrame(place, parent));
    else {
      frames.set(nodeId, target);
      settled.set(nodeId, insideFrame(snap(toFrame(geometry, absolute, target)), target));
    }
  }
  const moved = moveNodes(setFrames(document, frames), settled);
  const cut = crossing(moved, frames);
  return {
    document: keepClear(document, disconnect(moved, cut), catalogue),
    cutCount: cut.size,
    problem,
  };
}
