import type { FlowNode, JsonObject } from '@heddle/model';
import { reversed } from '../references';
import { writerOf } from '../nodes/converters';
import { linkOf, writableLinks, type Link } from './links';
import type { ExportScope } from './node-writer';
import { isWritable, writeData } from './write-node';

const CONTAINER_STARTS: Readonly<Record<string, string>> = {
  iteration: 'iteration-start',
  loop: 'loop-start',
};
const CARD = { width: 244, height: 90 };
const START_CARD = { width: 44, height: 48 };

const startIdOf = (container: FlowNode): string => `${container.id}start`;

function membership(node: FlowNode, scope: ExportScope): JsonObject {
  const parent = node.parent_id === undefined ? undefined : scope.byId.get(node.parent_id);
  if (!parent) return {};
  return parent.type === 'loop'
    ? { isInLoop: true, loop_id: parent.id }
    : { isInIteration: true, iteration_id: parent.id };
}

/** Room around what stands inside a container that nobody has given a size. */
const MARGIN = 40;

function sizeOf(container: FlowNode, { document }: ExportScope): JsonObject {
  if (container.size) return { ...container.size };
  const inside = document.nodes.filter(({ parent_id: parent }) => parent === container.id);
  return {
    width: Math.max(400, ...inside.map(({ position }) => position.x + CARD.width + MARGIN)),
    height: Math.max(200, ...inside.map(({ position }) => position.y + CARD.height + MARGIN)),
  };
}

function graphNode(node: FlowNode, scope: ExportScope): JsonObject[] {
  const data = writeData(node, scope);
  if (!data) return [];
  const isContainer = Object.hasOwn(CONTAINER_STARTS, node.type);
  const inner = isContainer ? { start_node_id: startIdOf(node) } : {};
  const parent = node.parent_id === undefined ? {} : { parentId: node.parent_id };
  return [
    {
      id: node.id,
      type: 'custom',
      data: { ...data, ...inner, ...membership(node, scope) },
      position: { ...node.position },
      ...(isContainer ? sizeOf(node, scope) : CARD),
      ...parent,
    },
  ];
}

/** Each container begins at a node of its own there. */
function startNode(container: FlowNode): JsonObject {
  const type = CONTAINER_STARTS[container.type] ?? '';
  return {
    id: startIdOf(container),
    type: `custom-${type}`,
    parentId: container.id,
    data: {
      type,
      title: '',
      desc: '',
      ...(container.type === 'loop' ? { isInLoop: true } : { isInIteration: true }),
    },
    position: { x: 24, y: 68 },
    ...START_CARD,
    draggable: false,
  };
}

function difyHandle({ source, handle }: Link): string {
  const renames = reversed(writerOf(source.type, source.config)?.handles ?? {});
  if (Object.hasOwn(renames, handle)) return renames[handle] ?? handle;
  if (handle === 'error') return 'fail-branch';
  return handle === 'source' && source.on_error === 'branch' ? 'success-branch' : handle;
}

function edgeOf(ends: { source: string; handle: string; target: string }, data: JsonObject): JsonObject {
  const { source, handle, target } = ends;
  return {
    id: `${source}-${handle}-${target}-target`,
    source,
    sourceHandle: handle,
    target,
    targetHandle: 'target',
    type: 'custom',
    data,
  };
}

function writeLink(link: Link, scope: ExportScope): JsonObject {
  const { source, target } = link;
  const typeOf = (node: FlowNode): string => writerOf(node.type, node.config)?.dify[0] ?? node.type;
  const inner = membership(source, scope);
  const data = { sourceType: typeOf(source), targetType: typeOf(target), ...inner };
  return edgeOf({ source: source.id, handle: difyHandle(link), target: target.id }, data);
}

/** The connections from a container's own start to what begins inside of it. */
function startLinks(container: FlowNode, links: readonly Link[], scope: ExportScope): JsonObject[] {
  const entered = new Set(links.map(({ target }) => target.id));
  const first = scope.document.nodes.filter(
    (node) => node.parent_id === container.id && !entered.has(node.id) && isWritable(node, scope),
  );
  return first.map((node) =>
    edgeOf({ source: startIdOf(container), handle: 'source', target: node.id }, membership(node, scope)),
  );
}

/** The graph of a flow as Dify draws it. */
export function writeGraph(scope: ExportScope): JsonObject {
  const { document, warnings } = scope;
  const given = document.edges.flatMap((edge) => linkOf(edge, scope) ?? []);
  const missing = document.nodes.filter((node) => !isWritable(node, scope));
  for (const { id, type } of missing) warnings.add('NODE_NOT_IN_DIFY', { type }, { nodeId: id });
  const links = writableLinks(given, scope);
  const containers = document.nodes.filter(({ type }) => Object.hasOwn(CONTAINER_STARTS, type));
  return {
    nodes: [...document.nodes.flatMap((node) => graphNode(node, scope)), ...containers.map(startNode)],
    edges: [
      ...links.map((link) => writeLink(link, scope)),
      ...containers.flatMap((container) => startLinks(container, links, scope)),
    ],
    viewport: { x: 0, y: 0, zoom: 1 },
  };
}
