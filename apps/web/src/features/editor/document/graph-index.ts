import type { FlowDocument, FlowEdge, FlowNode } from '@heddle/model';

/** Look-ups over a document's graph. */
export interface GraphIndex {
  readonly nodes: ReadonlyMap<string, FlowNode>;
  /** Edges that leave a node, in document order. */
  outgoing(nodeId: string): readonly FlowEdge[];
  /** Edges that arrive at a node, in document order. */
  incoming(nodeId: string): readonly FlowEdge[];
}

interface EdgeLists {
  readonly bySource: ReadonlyMap<string, readonly FlowEdge[]>;
  readonly byTarget: ReadonlyMap<string, readonly FlowEdge[]>;
}

const NONE: readonly FlowEdge[] = [];
const nodeMaps = new WeakMap<readonly FlowNode[], ReadonlyMap<string, FlowNode>>();
const edgeLists = new WeakMap<readonly FlowEdge[], EdgeLists>();

function nodeMapOf(nodes: readonly FlowNode[]): ReadonlyMap<string, FlowNode> {
  const known = nodeMaps.get(nodes);
  if (known) return known;
  const map = new Map(nodes.map((node) => [node.id, node]));
  nodeMaps.set(nodes, map);
  return map;
}

function group(edges: readonly FlowEdge[], keyOf: (edge: FlowEdge) => string): Map<string, FlowEdge[]> {
  const groups = new Map<string, FlowEdge[]>();
  for (const edge of edges) {
    const list = groups.get(keyOf(edge));
    if (list) list.push(edge);
    else groups.set(keyOf(edge), [edge]);
  }
  return groups;
}

function edgeListsOf(edges: readonly FlowEdge[]): EdgeLists {
  const known = edgeLists.get(edges);
  if (known) return known;
  const lists = {
    bySource: group(edges, (edge) => edge.source),
    byTarget: group(edges, (edge) => edge.target),
  };
  edgeLists.set(edges, lists);
  return lists;
}

/** Indexes a graph; computed once per list of nodes and per list of edges, however often it is asked for. */
export function indexGraph(document: Pick<FlowDocument, 'nodes' | 'edges'>): GraphIndex {
  const { bySource, byTarget } = edgeListsOf(document.edges);
  return {
    nodes: nodeMapOf(document.nodes),
    outgoing: (nodeId) => bySource.get(nodeId) ?? NONE,
    incoming: (nodeId) => byTarget.get(nodeId) ?? NONE,
  };
}

/** Every node from which a path leads to this one; itself only when it is on a cycle. */
export function ancestorsOf(index: GraphIndex, nodeId: string): ReadonlySet<string> {
  return walk(nodeId, (id) => index.incoming(id).map((edge) => edge.source));
}

/** Every node that a path from this one reaches; itself only when it is on a cycle. */
export function descendantsOf(index: GraphIndex, nodeId: string): ReadonlySet<string> {
  return walk(nodeId, (id) => index.outgoing(id).map((edge) => edge.target));
}

/** Breadth first, so that the nearest come first in the set's order. */
function walk(from: string, next: (id: string) => readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  let front = next(from);
  while (front.length > 0) {
    const fresh = [...new Set(front)].filter((id) => !found.has(id));
    for (const id of fresh) found.add(id);
    front = fresh.flatMap((id) => [...next(id)]);
  }
  return found;
}
