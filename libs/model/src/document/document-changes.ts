import { isJsonObject, type Json } from '../json';
import type { DraftDocument, DraftEdge, DraftNode } from '../validation/draft-document';
import { DEFAULT_HANDLE, flowNodeSchema } from './flow-document';
import { fieldChanges, type FieldChange } from './field-changes';

/** What became of a node between two documents; `moved` is one whose place alone changed. */
export const NODE_CHANGES = ['added', 'removed', 'changed', 'moved'] as const;
/** One of {@link NODE_CHANGES}. */
export type NodeChangeKind = (typeof NODE_CHANGES)[number];

/** A node that is not the same in two documents. */
export interface NodeChange {
  readonly kind: NodeChangeKind;
  readonly node_id: string;
  readonly type: string;
  readonly label: string;
  /** What is another in it, for nodes that are in both. */
  readonly fields: readonly FieldChange[];
}

/** A connection that only one of two documents has. */
export interface EdgeChange {
  readonly kind: 'added' | 'removed';
  readonly source: string;
  readonly source_handle: string;
  readonly target: string;
}

/** Everything in which two documents differ. */
export interface DocumentChanges {
  readonly nodes: readonly NodeChange[];
  readonly edges: readonly EdgeChange[];
  /** Variables and features of the flow. */
  readonly settings: readonly FieldChange[];
}

/** Keys that do not say what a node does: where it stands, what lists name it by, the version of its config's shape. */
const QUIET_KEYS: ReadonlySet<string> = new Set(['position', 'size', 'id', 'type', 'version']);

const asJson = (value: unknown): Json => (value === undefined ? null : (value as Json));

/** With the defaults of what is left out, where the node is valid: saying a default is no change. */
function filled(node: DraftNode): DraftNode {
  const { data } = flowNodeSchema.safeParse(node);
  return data ?? node;
}

function contentOf(node: DraftNode): Json {
  return Object.fromEntries(
    Object.entries(filled(node))
      .filter(([key, value]) => value !== undefined && !QUIET_KEYS.has(key))
      .map(([key, value]) => [key, asJson(value)]),
  );
}

function placeOf(node: DraftNode): Json {
  const { position, size } = filled(node);
  return { position: asJson(position), size: asJson(size) };
}

const named = (kind: NodeChangeKind, { id, type, label }: DraftNode): Omit<NodeChange, 'fields'> => ({
  kind,
  node_id: id,
  type,
  label: typeof label === 'string' ? label : '',
});

function changeOf(before: DraftNode, after: DraftNode): NodeChange[] {
  if (before.type !== after.type) {
    return [
      { ...named('removed', before), fields: [] },
      { ...named('added', after), fields: [] },
    ];
  }
  const fields = fieldChanges(contentOf(before), contentOf(after));
  if (fields.length > 0) return [{ ...named('changed', after), fields }];
  const isMoved = fieldChanges(placeOf(before), placeOf(after)).length > 0;
  return isMoved ? [{ ...named('moved', after), fields: [] }] : [];
}

function nodeChanges(before: readonly DraftNode[], after: readonly DraftNode[]): NodeChange[] {
  const earlier = new Map(before.map((node) => [node.id, node]));
  const later = new Set(after.map(({ id }) => id));
  const removed = before.filter(({ id }) => !later.has(id));
  return [
    ...after.flatMap((node) => {
      const old = earlier.get(node.id);
      return old ? changeOf(old, node) : [{ ...named('added', node), fields: [] }];
    }),
    ...removed.map((node) => ({ ...named('removed', node), fields: [] })),
  ];
}

const exitOf = ({ source_handle: handle }: DraftEdge): string => handle ?? DEFAULT_HANDLE;

/** Names a connection by its ends: drawn once more, it is the same one though its id is another. */
export const edgeKey = (edge: DraftEdge): string => JSON.stringify([edge.source, exitOf(edge), edge.target]);

function edgeChanges(before: readonly DraftEdge[], after: readonly DraftEdge[]): EdgeChange[] {
  const missingIn = (others: readonly DraftEdge[], edges: readonly DraftEdge[]): DraftEdge[] => {
    const known = new Set(others.map(edgeKey));
    return edges.filter((edge) => !known.has(edgeKey(edge)));
  };
  const shown =
    (kind: EdgeChange['kind']) =>
    (edge: DraftEdge): EdgeChange => ({
      kind,
      source: edge.source,
      source_handle: exitOf(edge),
      target: edge.target,
    });
  return [...missingIn(before, after).map(shown('added')), ...missingIn(after, before).map(shown('removed'))];
}

/** Variables by their name, so that one put before the others changes nothing but itself. */
function settingsOf({ variables, features }: DraftDocument): Json {
  const byName = (list: readonly { readonly name: string }[]): Json =>
    Object.fromEntries(list.map((variable) => [variable.name, variable as unknown as Json]));
  return {
    variables: { env: byName(variables.env), conversation: byName(variables.conversation) },
    features: isJsonObject(features) ? features : {},
  };
}

/** Compares two documents: nodes by id, connections by their ends, everything else field by field. */
export const documentChanges = (before: DraftDocument, after: DraftDocument): DocumentChanges => ({
  nodes: nodeChanges(before.nodes, after.nodes),
  edges: edgeChanges(before.edges, after.edges),
  settings: fieldChanges(settingsOf(before), settingsOf(after)),
});
