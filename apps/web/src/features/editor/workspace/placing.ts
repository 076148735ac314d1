import type { AnyNodeDefinition, FlowDocument, FlowEdge, NodeCatalogue } from '@heddle/model';
import { connect, insertOnEdge } from '../document/edge-commands';
import { frameOf, placeProblem, type PlaceProblem } from '../document/frames';
import { indexGraph } from '../document/graph-index';
import { newNode, type Language } from '../document/new-node';
import { addNode, type Point } from '../document/node-commands';
import { handlesOf } from '../document/node-ports';
import type { PickerRequest } from '../editor-ui-store';
import { freePlace, placeAfter } from '../layout/free-place';
import { boxesIn, FRAME, frameAt, geometryOf, insideFrame, toFrame } from '../layout/frame-size';
import { keepClear } from '../layout/keep-clear';
import { makeRoom, placeOnEdge } from '../layout/make-room';

/** Where a new node goes and what it is connected to. */
export type Placement = Pick<PickerRequest, 'at' | 'from' | 'edgeId' | 'frameId'>;

/** What placing a node depends on besides the wish. */
export interface PlacingContext {
  readonly document: FlowDocument;
  readonly catalogue: NodeCatalogue;
  readonly selectedId: string | null;
  /** The middle of what the user sees. */
  readonly middle: Point;
  readonly language: Language;
}

/** The connection that a wish names. */
const edgeOf = (document: FlowDocument, { edgeId }: Placement): FlowEdge | undefined =>
  edgeId === undefined ? undefined : document.edges.find(({ id }) => id === edgeId);

/** The container that a new node goes into: that of what it is connected to, else the one it is dropped on. */
export function frameOfPlacement(
  { document, catalogue, selectedId }: Omit<PlacingContext, 'middle' | 'language'>,
  placement: Placement,
): string | undefined {
  if (placement.frameId !== undefined) return placement.frameId;
  const neighbour = edgeOf(document, placement)?.source ?? placement.from?.source;
  if (neighbour !== undefined) return frameOf(document, neighbour);
  if (placement.at) return frameAt(geometryOf(document, catalogue), placement.at);
  return selectedId === null ? undefined : frameOf(document, selectedId);
}

/** Pressing "add" with a node selected continues from that node, when it has one free way out. */
function impliedSource({ document, catalogue, selectedId }: PlacingContext, placement: Placement) {
  const { from, at, edgeId, frameId } = placement;
  if (from || at || edgeId !== undefined || frameId !== undefined || selectedId === null) return from;
  const index = indexGraph(document);
  const node = index.nodes.get(selectedId);
  if (!node) return undefined;
  const [way, ...others] = handlesOf(node, catalogue.get(node.type));
  if (!way || others.length > 0 || index.outgoing(node.id).length > 0) return undefined;
  return { source: node.id, sourceHandle: way.id };
}

/** Right of what is last in a container, or where its first node goes. */
function nextInside(context: PlacingContext, frameId: string): Point {
  const boxes = boxesIn(geometryOf(context.document, context.catalogue), frameId);
  const [first, ...others] = boxes;
  if (!first) return { x: FRAME.left, y: FRAME.top };
  return placeAfter(
    others.reduce((last, box) => (box.x + box.width > last.x + last.width ? box : last), first),
  );
}

/** After the node it is connected to, at the wished place, or where the user looks; counted in the container. */
function wishedPlace(context: PlacingContext, placement: Placement, frameId: string | undefined): Point {
  const geometry = geometryOf(context.document, context.catalogue);
  if (placement.at) return toFrame(geometry, placement.at, frameId);
  if (placement.frameId !== undefined) return nextInside(context, placement.frameId);
  const sourceId = placement.from?.source ?? context.selectedId;
  const source = sourceId === null ? undefined : indexGraph(context.document).nodes.get(sourceId);
  if (!source) return toFrame(geometry, context.middle, frameId);
  return placeAfter({ ...source.position, ...geometry.sizeOf(source.id) });
}

/** A document with a new node in it, or why the node cannot stand there. */
export type Placed =
  { readonly document: FlowDocument; readonly nodeId: string } | { readonly problem: PlaceProblem };

/** Adds a node of a type where it was wished and connects it. */
export function placeNew(context: PlacingContext, definition: AnyNodeDefinition, wish: Placement): Placed {
  const { catalogue, language } = context;
  const from = impliedSource(context, wish);
  const placement: Placement = from ? { ...wish, from } : wish;
  const frameId = frameOfPlacement(context, placement);
  const problem = placeProblem(context.document, catalogue, { definition, frameId });
  if (problem) return { problem };
  const edge = edgeOf(context.document, placement);
  const sample = newNode(context.document, definition, { at: { x: 0, y: 0 }, frameId, language });
  const size = geometryOf(addNode(context.document, sample), catalogue).sizeOf(sample.id);
  const roomy = edge ? makeRoom(context.document, catalogue, { edge, width: size.width }) : context.document;
  const wished = edge
    ? placeOnEdge(roomy, catalogue, edge)
    : insideFrame(wishedPlace(context, placement, frameId), frameId);
  const position = freePlace(wished, size, boxesIn(geometryOf(roomy, catalogue), frameId));
  const added = addNode(roomy, { ...sample, position: insideFrame(position, frameId) });
  const connected = connectNew(added, catalogue, { nodeId: sample.id, edge, from: placement.from });
  return { document: keepClear(roomy, connected, catalogue), nodeId: sample.id };
}

function connectNew(
  document: FlowDocument,
  catalogue: NodeCatalogue,
  {
    nodeId,
    edge,
    from,
  }: { readonly nodeId: string; readonly edge: FlowEdge | undefined; readonly from: Placement['from'] },
): FlowDocument {
  if (edge) return insertOnEdge(document, catalogue, { edgeId: edge.id, nodeId });
  return from ? connect(document, catalogue, { ...from, target: nodeId }) : document;
}
