import {
  DEFAULT_HANDLE,
  ERROR_HANDLE,
  handleOf,
  type FlowDocument,
  type FlowEdge,
  type NodeCatalogue,
} from '@heddle/model';
import { connectionProblem, type WishedConnection } from './connection-rules';
import { indexGraph } from './graph-index';
import { withChildren } from './node-commands';
import { handlesOf } from './node-ports';
import { freshEdgeId } from './unique-names';

function makeEdge(edges: readonly FlowEdge[], wish: WishedConnection): FlowEdge {
  const ids = new Set(edges.map(({ id }) => id));
  const edge = { id: freshEdgeId(wish, (id) => ids.has(id)), source: wish.source, target: wish.target };
  return wish.sourceHandle === DEFAULT_HANDLE ? edge : { ...edge, source_handle: wish.sourceHandle };
}

/** Connects two nodes; the same document when the connection is not allowed. */
export function connect(
  document: FlowDocument,
  catalogue: NodeCatalogue,
  wish: WishedConnection,
): FlowDocument {
  if (connectionProblem(document, catalogue, wish) !== null) return document;
  return { ...document, edges: [...document.edges, makeEdge(document.edges, wish)] };
}

/** Removes connections. */
export function disconnect(document: FlowDocument, edgeIds: ReadonlySet<string>): FlowDocument {
  const edges = document.edges.filter(({ id }) => !edgeIds.has(id));
  return edges.length === document.edges.length ? document : { ...document, edges };
}

/** Drops the connections that leave a node by a handle it no longer has. */
export function dropLooseEdges(
  document: FlowDocument,
  catalogue: NodeCatalogue,
  nodeId: string,
): FlowDocument {
  const node = indexGraph(document).nodes.get(nodeId);
  const definition = node && catalogue.get(node.type);
  if (!node || !definition) return document;
  const handles = new Set(handlesOf(node, definition).map(({ id }) => id));
  const loose = indexGraph(document)
    .outgoing(nodeId)
    .filter((edge) => !handles.has(handleOf(edge)));
  return disconnect(document, new Set(loose.map(({ id }) => id)));
}

/** Takes a node out of a path: what came before it leads to what came after it, unless it chose between ways. */
function bridge(document: FlowDocument, catalogue: NodeCatalogue, nodeId: string): FlowDocument {
  const index = indexGraph(document);
  const incoming = index.incoming(nodeId);
  const outgoing = index.outgoing(nodeId).filter((edge) => handleOf(edge) !== ERROR_HANDLE);
  const without: FlowDocument = {
    ...document,
    nodes: document.nodes.filter(({ id }) => id !== nodeId),
    edges: document.edges.filter(({ source, target }) => source !== nodeId && target !== nodeId),
  };
  if (new Set(outgoing.map(handleOf)).size !== 1) return without;
  const wishes = incoming.flatMap((before) =>
    outgoing.map((after) => ({
      source: before.source,
      sourceHandle: handleOf(before),
      target: after.target,
    })),
  );
  return wishes.reduce((next, wish) => connect(next, catalogue, wish), without);
}

/** Removes nodes, with the content of containers, and closes the gaps they leave. */
export function removeNodes(
  document: FlowDocument,
  catalogue: NodeCatalogue,
  nodeIds: Iterable<string>,
): FlowDocument {
  const doomed = withChildren(document, nodeIds);
  return [...doomed].reduce((next, id) => bridge(next, catalogue, id), document);
}

/** Puts a node that is already in the document into the middle of a connection. */
export function insertOnEdge(
  document: FlowDocument,
  catalogue: NodeCatalogue,
  { edgeId, nodeId }: { readonly edgeId: string; readonly nodeId: string },
): FlowDocument {
  const edge = document.edges.find(({ id }) => id === edgeId);
  const node = indexGraph(document).nodes.get(nodeId);
  if (!edge || !node) return document;
  const opened = disconnect(document, new Set([edgeId]));
  const entered = connect(opened, catalogue, {
    source: edge.source,
    sourceHandle: handleOf(edge),
    target: nodeId,
  });
  const [way] = handlesOf(node, catalogue.get(node.type));
  if (!way) return entered;
  return connect(entered, catalogue, { source: nodeId, sourceHandle: way.id, target: edge.target });
}
