import type { FlowDocument, FlowNode, NodeCatalogue } from '@heddle/model';
import { containersAround, frameOf, holdsNodes } from '../document/frames';
import { indexGraph } from '../document/graph-index';
import type { Point } from '../document/node-commands';
import { CARD, cardSize, type Size } from './card-size';
import type { Box } from './free-place';

/** Measures of a container's frame: where its first child goes, and how little room it takes. */
export const FRAME = { left: 32, top: 64, right: 32, bottom: 32, minWidth: 400, minHeight: 208 } as const;

type Nodes = Pick<FlowDocument, 'nodes' | 'edges'>;

/** Sizes and places of a document's nodes; nothing is measured, so it needs no browser. */
export interface Geometry {
  sizeOf(nodeId: string): Size;
  /** Where a node's corner lies on the canvas, whatever it stands in. */
  cornerOf(nodeId: string): Point;
  /** The nodes directly inside a container, or at the top. */
  childrenOf(frameId: string | undefined): readonly FlowNode[];
  /** Whether nodes stand inside a node of the document. */
  isFrame(nodeId: string): boolean;
}

const NO_SIZE: Size = { width: 0, height: 0 };
const NOWHERE: Point = { x: 0, y: 0 };
const known = new WeakMap<readonly FlowNode[], { catalogue: NodeCatalogue; geometry: Geometry }>();

/** Room at the foot of a frame for the ways out that have a name. */
const footOf = (node: FlowNode): number => (node.on_error === 'branch' ? CARD.row + CARD.rowsPadding : 0);

function groupByFrame(document: Nodes): Map<string | undefined, FlowNode[]> {
  const groups = new Map<string | undefined, FlowNode[]>();
  for (const node of document.nodes) {
    const frameId = frameOf(document, node.id);
    const group = groups.get(frameId);
    if (group) group.push(node);
    else groups.set(frameId, [node]);
  }
  return groups;
}

function measure(document: Nodes, catalogue: NodeCatalogue): Geometry {
  const { nodes } = indexGraph(document);
  const children = groupByFrame(document);
  const sizes = new Map<string, Size>();

  function frameSize(node: FlowNode): Size {
    const boxes = (children.get(node.id) ?? []).map(({ id, position }) => {
      const size = sizeOf(id);
      return { right: position.x + size.width, bottom: position.y + size.height };
    });
    const foot = footOf(node);
    return {
      width: Math.max(node.size?.width ?? FRAME.minWidth, ...boxes.map(({ right }) => right + FRAME.right)),
      height: Math.max(
        node.size?.height ?? FRAME.minHeight,
        ...boxes.map(({ bottom }) => bottom + FRAME.bottom + foot),
      ),
    };
  }

  function sizeOf(nodeId: string): Size {
    const found = sizes.get(nodeId);
    if (found) return found;
    const node = nodes.get(nodeId);
    if (!node) return NO_SIZE;
    const definition = catalogue.get(node.type);
    const size = holdsNodes(definition) ? frameSize(node) : cardSize(node, definition);
    sizes.set(nodeId, size);
    return size;
  }

  return {
    sizeOf,
    cornerOf: (nodeId) =>
      [nodeId, ...containersAround(document, nodeId)].reduce((sum, id) => {
        const { x, y } = nodes.get(id)?.position ?? NOWHERE;
        return { x: sum.x + x, y: sum.y + y };
      }, NOWHERE),
    childrenOf: (frameId) => children.get(frameId) ?? [],
    isFrame: (nodeId) => holdsNodes(catalogue.get(nodes.get(nodeId)?.type ?? '')),
  };
}

/** The geometry of a document; worked out once per list of nodes. */
export function geometryOf(document: Nodes, catalogue: NodeCatalogue): Geometry {
  const found = known.get(document.nodes);
  if (found?.catalogue === catalogue) return found.geometry;
  const geometry = measure(document, catalogue);
  known.set(document.nodes, { catalogue, geometry });
  return geometry;
}

/** The boxes of nodes in one container, as places in it are counted. */
export const boxesIn = (geometry: Geometry, frameId: string | undefined): Box[] =>
  geometry.childrenOf(frameId).map(({ id, position }) => ({ ...position, ...geometry.sizeOf(id) }));

/** The innermost container under a place of the canvas, leaving some out with all that is in them. */
export function frameAt(
  geometry: Geometry,
  place: Point,
  isLeftOut: (nodeId: string) => boolean = () => false,
): string | undefined {
  const within = (frameId: string | undefined): string | undefined => {
    const hit = [...geometry.childrenOf(frameId)].reverse().find(({ id }) => {
      if (!geometry.isFrame(id) || isLeftOut(id)) return false;
      const corner = geometry.cornerOf(id);
      const { width, height } = geometry.sizeOf(id);
      return (
        place.x >= corner.x &&
        place.y >= corner.y &&
        place.x <= corner.x + width &&
        place.y <= corner.y + height
      );
    });
    return hit ? within(hit.id) : frameId;
  };
  return within(undefined);
}

/** A place in a container that leaves its head and border free; a place at the top stays as it is. */
export const insideFrame = (place: Point, frameId: string | undefined): Point =>
  frameId === undefined ? place : { x: Math.max(place.x, FRAME.left), y: Math.max(place.y, FRAME.top) };

/** Turns a place of the canvas into one that is counted from a container's corner. */
export function toFrame(geometry: Geometry, place: Point, frameId: string | undefined): Point {
  const corner = frameId === undefined ? NOWHERE : geometry.cornerOf(frameId);
  return { x: place.x - corner.x, y: place.y - corner.y };
}
