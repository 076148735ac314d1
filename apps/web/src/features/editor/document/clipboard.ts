import {
  flowEdgeSchema,
  flowNodeSchema,
  formatReferencePath,
  isJsonObject,
  isRef,
  parseReferencePath,
  REFERENCE_PATTERN,
  type FlowDocument,
  type FlowEdge,
  type FlowNode,
  type Json,
  type JsonObject,
  type NodeCatalogue,
  type ReferencePath,
} from '@heddle/model';
import { placeProblem } from './frames';
import { indexGraph } from './graph-index';
import { withChildren, type Point } from './node-commands';
import { freshEdgeId, freshLabel, freshNodeId } from './unique-names';

/** A piece of a flow, as the clipboard carries it between tabs, flows and installations. */
export interface FlowFragment {
  readonly nodes: readonly FlowNode[];
  readonly edges: readonly FlowEdge[];
}

const FRAGMENT_KIND = 'heddle/fragment';

/** Picks nodes, the content of containers among them, and the connections between them. */
export function copyNodes(document: FlowDocument, nodeIds: Iterable<string>): FlowFragment {
  const chosen = withChildren(document, nodeIds);
  return {
    nodes: document.nodes.filter(({ id }) => chosen.has(id)),
    edges: document.edges.filter(({ source, target }) => chosen.has(source) && chosen.has(target)),
  };
}

/** Writes a fragment as plain JSON text. */
export const fragmentToText = (fragment: FlowFragment): string =>
  JSON.stringify({ kind: FRAGMENT_KIND, ...fragment }, null, 2);

/** Reads a fragment, or a whole flow definition, from pasted text; null when it is neither. */
export function fragmentFromText(text: string): FlowFragment | null {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isJsonObject(data) || (data['kind'] !== FRAGMENT_KIND && data['schema'] !== 1)) return null;
  const nodes = flowNodeSchema.array().safeParse(data['nodes']);
  const edges = flowEdgeSchema.array().safeParse(data['edges'] ?? []);
  return nodes.success && edges.success ? { nodes: nodes.data, edges: edges.data } : null;
}

type Renames = ReadonlyMap<string, string>;

function renamePath([head, ...rest]: ReferencePath, renames: Renames): ReferencePath {
  return [renames.get(head) ?? head, ...rest];
}

/** Makes references follow nodes to their new ids, wherever they stand. */
export function rewriteReferences(value: Json, renames: Renames): Json {
  if (typeof value === 'string') {
    return value.replace(REFERENCE_PATTERN, (whole, inner: string) => {
      const path = parseReferencePath(inner);
      return renames.has(path[0]) ? `{{ ${formatReferencePath(renamePath(path, renames))} }}` : whole;
    });
  }
  if (isRef(value)) return { ref: [...renamePath(value.ref, renames)] };
  if (Array.isArray(value)) return value.map((item) => rewriteReferences(item, renames));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      key === TARGET_KEY && typeof item === 'string'
        ? renameTarget(item, renames)
        : rewriteReferences(item, renames),
    ]),
  );
}

/** Where an assignment names the variable it writes to, as a path without braces. */
const TARGET_KEY = 'target_var';

function renameTarget(text: string, renames: Renames): string {
  const path = parseReferencePath(text);
  return renames.has(path[0]) ? formatReferencePath(renamePath(path, renames)) : text;
}

/** What pasting gave: the document, the new nodes, and how many were left out. */
export interface PasteResult {
  readonly document: FlowDocument;
  readonly nodeIds: readonly string[];
  /** Of types that are not installed. */
  readonly unknownCount: number;
  /** That cannot stand where they were pasted. */
  readonly misplacedCount: number;
}

/** Where a fragment goes: its top left corner, counted in the container when one is given. */
export interface PastePlace {
  readonly at: Point;
  readonly frameId?: string | undefined;
  readonly catalogue: NodeCatalogue;
}

function chooseIds(document: FlowDocument, nodes: readonly FlowNode[]): Map<string, string> {
  const known = indexGraph(document).nodes;
  const taken = new Set(known.keys());
  const renames = new Map<string, string>();
  for (const { id, type } of nodes) {
    const next = taken.has(id) ? freshNodeId(type, (name) => taken.has(name)) : id;
    taken.add(next);
    renames.set(id, next);
  }
  return renames;
}

function cloneNodes(document: FlowDocument, nodes: readonly FlowNode[], renames: Renames): FlowNode[] {
  const labels: Pick<FlowNode, 'label'>[] = [...document.nodes];
  return nodes.map(({ parent_id, ...node }) => {
    const label = freshLabel(node.label, labels);
    labels.push({ label });
    const parent = parent_id && renames.get(parent_id);
    return {
      ...node,
      id: renames.get(node.id) ?? node.id,
      label,
      config: rewriteReferences(node.config, renames) as JsonObject,
      ...(parent ? { parent_id: parent } : {}),
    };
  });
}

const topLeft = (nodes: readonly FlowNode[]): Point => ({
  x: Math.min(...nodes.map(({ position }) => position.x)),
  y: Math.min(...nodes.map(({ position }) => position.y)),
});

/** The nodes of a fragment that can stand at a place, with how many cannot and why. */
function fitting(document: FlowDocument, { nodes }: FlowFragment, { frameId, catalogue }: PastePlace) {
  const installed = nodes.filter(({ type }) => catalogue.get(type) !== undefined);
  const ids = new Set(installed.map(({ id }) => id));
  const isRoot = ({ parent_id }: FlowNode): boolean => parent_id === undefined || !ids.has(parent_id);
  const fits = (node: FlowNode): boolean =>
    !isRoot(node) ||
    placeProblem(document, catalogue, { definition: catalogue.get(node.type), frameId }) === null;
  const placed = installed.filter(fits);
  return {
    placed,
    unknownCount: nodes.length - installed.length,
    misplacedCount: installed.length - placed.length,
  };
}

/** Adds a fragment with fresh ids and titles; its top left corner comes to lie at the given place. */
export function pasteFragment(
  document: FlowDocument,
  fragment: FlowFragment,
  place: PastePlace,
): PasteResult {
  const { at, frameId } = place;
  const { placed, ...leftOut } = fitting(document, fragment, place);
  if (placed.length === 0) return { document, nodeIds: [], ...leftOut };
  const renames = chooseIds(document, placed);
  const origin = topLeft(placed.filter((node) => !node.parent_id || !renames.has(node.parent_id)));
  const clones = cloneNodes(document, placed, renames).map((node) =>
    node.parent_id
      ? node
      : {
          ...node,
          position: { x: node.position.x - origin.x + at.x, y: node.position.y - origin.y + at.y },
          ...(frameId === undefined ? {} : { parent_id: frameId }),
        },
  );
  const edges = [...document.edges];
  for (const edge of fragment.edges) {
    const [source, target] = [renames.get(edge.source), renames.get(edge.target)];
    if (!source || !target) continue;
    const id = freshEdgeId({ source, target }, (name) => edges.some((other) => other.id === name));
    edges.push({ ...edge, id, source, target });
  }
  return {
    document: { ...document, nodes: [...document.nodes, ...clones], edges },
    nodeIds: clones.map(({ id }) => id),
    ...leftOut,
  };
}
