import {
  documentChanges,
  edgeKey,
  type DocumentChanges,
  type FlowDocument,
  type FlowNode,
} from '@heddle/model';
import type { ChangeMark } from '../../canvas/canvas-marks';

/** Two documents drawn as one, with what became of each part. */
export interface ComparedDocument {
  readonly document: FlowDocument;
  readonly changes: DocumentChanges;
  /** By the id of a node or a connection of `document`. */
  readonly marks: ReadonlyMap<string, ChangeMark>;
}

/** Ids of connections that are gone, which the later document may have given to others. */
const goneId = (id: string): string => `gone:${id}`;

/** Room that a card takes, with some around it. */
const ROOM = { width: 260, height: 120 } as const;

/** Moves a node down to where it hides none of the others: a node often stands where the one it replaced stood. */
function besides(node: FlowNode, others: readonly FlowNode[]): FlowNode {
  const { x, y } = node.position;
  const column = others.filter(
    (other) => other.parent_id === node.parent_id && Math.abs(other.position.x - x) < ROOM.width,
  );
  const isTaken = (at: number): boolean =>
    column.some((other) => Math.abs(other.position.y - at) < ROOM.height);
  let free = y;
  while (isTaken(free)) free += ROOM.height;
  return free === y ? node : { ...node, position: { x, y: free } };
}

/** Lays two documents over each other: the later one, and what it no longer has of the earlier one. */
export function compareDocuments(before: FlowDocument, after: FlowDocument): ComparedDocument {
  const changes = documentChanges(before, after);
  const marks = new Map<string, ChangeMark>();
  for (const { kind, node_id: id } of changes.nodes) {
    // Gone and new under one id is a node that became another type.
    if (kind !== 'moved') marks.set(id, marks.has(id) ? 'changed' : kind);
  }
  const later = new Set(after.nodes.map(({ id }) => id));
  const laterEdges = new Set(after.edges.map(edgeKey));
  const earlierEdges = new Set(before.edges.map(edgeKey));
  const gone = before.edges
    .filter((edge) => !laterEdges.has(edgeKey(edge)))
    .map((edge) => ({ ...edge, id: goneId(edge.id) }));
  for (const { id } of gone) marks.set(id, 'removed');
  for (const edge of after.edges) if (!earlierEdges.has(edgeKey(edge))) marks.set(edge.id, 'added');
  const nodes = [...after.nodes];
  for (const node of before.nodes) if (!later.has(node.id)) nodes.push(besides(node, nodes));
  const document: FlowDocument = {
    ...after,
    nodes,
    edges: [...after.edges, ...gone],
  };
  return { document, changes, marks };
}

/** How many differences there are that change what a flow does. */
export const countChanges = ({ nodes, edges, settings }: DocumentChanges): number =>
  nodes.filter(({ kind }) => kind !== 'moved').length + edges.length + settings.length;
