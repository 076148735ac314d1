import type { FlowDocument, FlowEdge, FlowNode } from '@heddle/model';

/** What one node or edge was and became; null stands for "not there". */
export interface EntityChange<Entity> {
  readonly id: string;
  readonly before: Entity | null;
  readonly after: Entity | null;
  /** Places in the lists, so that undoing a removal restores the very same document. */
  readonly beforeIndex: number;
  readonly afterIndex: number;
}

/** What a root key other than `nodes` and `edges` was and became. */
export interface RootChange {
  readonly key: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** The difference between two documents; symmetrical, so that every command can be undone. */
export interface DocumentChange {
  readonly nodes: readonly EntityChange<FlowNode>[];
  readonly edges: readonly EntityChange<FlowEdge>[];
  readonly root: readonly RootChange[];
}

interface Identified {
  readonly id: string;
}

const LIST_KEYS: ReadonlySet<string> = new Set(['nodes', 'edges']);

const isSame = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

function diffLists<Entity extends Identified>(
  before: readonly Entity[],
  after: readonly Entity[],
): EntityChange<Entity>[] {
  if (before === after) return [];
  const changes: EntityChange<Entity>[] = [];
  const known = new Map(before.map((entity, index) => [entity.id, { entity, index }]));
  after.forEach((entity, afterIndex) => {
    const old = known.get(entity.id);
    known.delete(entity.id);
    if (old && isSame(old.entity, entity)) return;
    changes.push({
      id: entity.id,
      before: old?.entity ?? null,
      after: entity,
      beforeIndex: old?.index ?? -1,
      afterIndex,
    });
  });
  for (const [id, { entity, index }] of known) {
    changes.push({ id, before: entity, after: null, beforeIndex: index, afterIndex: -1 });
  }
  return changes;
}

/** Finds what a command did; quick, because commands share everything that they leave alone. */
export function diffDocuments(before: FlowDocument, after: FlowDocument): DocumentChange {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)].filter((key) => !LIST_KEYS.has(key)));
  const root = [...keys]
    .filter((key) => !isSame(before[key], after[key]))
    .map((key) => ({ key, before: before[key], after: after[key] }));
  return {
    nodes: diffLists(before.nodes, after.nodes),
    edges: diffLists(before.edges, after.edges),
    root,
  };
}

function applyToList<Entity extends Identified>(
  list: Entity[],
  changes: readonly EntityChange<Entity>[],
): Entity[] {
  if (changes.length === 0) return list;
  const byId = new Map(changes.map((change) => [change.id, change]));
  const next = list.flatMap((entity) => {
    const change = byId.get(entity.id);
    if (!change) return [entity];
    return change.after ? [change.after] : [];
  });
  const added = changes.filter((change) => change.before === null);
  for (const change of [...added].sort((a, b) => a.afterIndex - b.afterIndex)) {
    if (change.after) next.splice(change.afterIndex, 0, change.after);
  }
  return next;
}

/** Carries a change over to a document. */
export function applyChange(document: FlowDocument, change: DocumentChange): FlowDocument {
  const next: FlowDocument = {
    ...document,
    nodes: applyToList(document.nodes, change.nodes),
    edges: applyToList(document.edges, change.edges),
  };
  for (const { key, after } of change.root) {
    if (after === undefined) Reflect.deleteProperty(next, key);
    else Object.assign(next, { [key]: after });
  }
  return next;
}

const invertEntity = <Entity>(change: EntityChange<Entity>): EntityChange<Entity> => ({
  id: change.id,
  before: change.after,
  after: change.before,
  beforeIndex: change.afterIndex,
  afterIndex: change.beforeIndex,
});

/** The change that takes another one back. */
export const invertChange = (change: DocumentChange): DocumentChange => ({
  nodes: change.nodes.map(invertEntity),
  edges: change.edges.map(invertEntity),
  root: change.root.map(({ key, before, after }) => ({ key, before: after, after: before })),
});

/** Whether a command left the document as it was. */
export const isEmptyChange = (change: DocumentChange): boolean =>
  change.nodes.length === 0 && change.edges.length === 0 && change.root.length === 0;

/** Nodes that are there after the change and that it touched, for showing what an undo did. */
export const touchedNodes = (change: DocumentChange): string[] =>
  change.nodes.filter(({ after }) => after !== null).map(({ id }) => id);
