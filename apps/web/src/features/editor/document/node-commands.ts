import type { FlowDocument, FlowNode, Json, JsonObject } from '@heddle/model';
import { writeAt, type ConfigPath } from './config-path';
import { indexGraph } from './graph-index';

/** A place on the canvas. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

function changeNode(
  document: FlowDocument,
  nodeId: string,
  change: (node: FlowNode) => FlowNode,
): FlowDocument {
  let isChanged = false;
  const nodes = document.nodes.map((node) => {
    if (node.id !== nodeId) return node;
    const next = change(node);
    isChanged = next !== node;
    return next;
  });
  return isChanged ? { ...document, nodes } : document;
}

/** Adds a node at the end of the list. */
export const addNode = (document: FlowDocument, node: FlowNode): FlowDocument => ({
  ...document,
  nodes: [...document.nodes, node],
});

/** Puts nodes at new places, given by id. */
export function moveNodes(document: FlowDocument, places: ReadonlyMap<string, Point>): FlowDocument {
  let isChanged = false;
  const nodes = document.nodes.map((node) => {
    const place = places.get(node.id);
    if (!place || (place.x === node.position.x && place.y === node.position.y)) return node;
    isChanged = true;
    return { ...node, position: { x: place.x, y: place.y } };
  });
  return isChanged ? { ...document, nodes } : document;
}

/** Gives a container's frame another size. */
export const resizeNode = (
  document: FlowDocument,
  nodeId: string,
  { width, height }: { readonly width: number; readonly height: number },
): FlowDocument => changeNode(document, nodeId, (node) => ({ ...node, size: { width, height } }));

/** Gives a node another title; references name its id, so nothing else changes. */
export const renameNode = (document: FlowDocument, nodeId: string, label: string): FlowDocument =>
  changeNode(document, nodeId, (node) => (node.label === label ? node : { ...node, label }));

/** Writes one value of a node's config; undefined removes it. */
export const updateConfig = (
  document: FlowDocument,
  nodeId: string,
  { path, value }: { readonly path: ConfigPath; readonly value: Json | undefined },
): FlowDocument =>
  changeNode(document, nodeId, (node) => ({
    ...node,
    config: (writeAt(node.config, path, value) ?? {}) as JsonObject,
  }));

/** The part of a node that all types share, without identity and place. */
export type Envelope = Pick<
  FlowNode,
  'retry' | 'timeout_ms' | 'idle_timeout_ms' | 'on_error' | 'default_outputs' | 'pinned_output'
>;

/** Sets parts of a node's envelope; undefined removes a part. */
export const setEnvelope = (document: FlowDocument, nodeId: string, patch: Partial<Envelope>): FlowDocument =>
  changeNode(document, nodeId, (node) => {
    const next = { ...node, ...patch };
    for (const [key, value] of Object.entries(patch))
      if (value === undefined) Reflect.deleteProperty(next, key);
    return next;
  });

/** The nodes themselves and everything inside those that are containers. */
export function withChildren(document: FlowDocument, nodeIds: Iterable<string>): Set<string> {
  const all = new Set(nodeIds);
  let size = -1;
  while (size !== all.size) {
    size = all.size;
    for (const { id, parent_id } of document.nodes) if (parent_id && all.has(parent_id)) all.add(id);
  }
  return all;
}

/** The ids of a list that are nodes of the document. */
export function existingNodes(document: FlowDocument, nodeIds: Iterable<string>): string[] {
  const { nodes } = indexGraph(document);
  return [...nodeIds].filter((id) => nodes.has(id));
}
