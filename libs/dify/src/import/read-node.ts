import { MAX_NODE_TIMEOUT_MS, type FlowMode, type Json, type JsonObject } from '@heddle/model';
import type { ExchangeWarnings } from '../exchange-issue';
import { Fields, type LeftOver } from '../fields';
import type { NodeConverter } from '../node-converter';
import type { ImportedGraph, SourceNode } from './imported-graph';
import { NodeReader } from './node-import';
import { readEnvelope } from './read-envelope';

/** What a file is read into a flow with. */
export interface ImportScope {
  readonly mode: FlowMode;
  readonly graph: ImportedGraph;
  readonly warnings: ExchangeWarnings;
  /** Node types that can run here. */
  readonly types: ReadonlySet<string>;
}

/** Fields about the canvas, and labels that the envelope has. */
const CANVAS = [
  'type',
  'title',
  'selected',
  'width',
  'height',
  'version',
  'isInIteration',
  'isInLoop',
  'isIterationStart',
  'isLoopStart',
  'iteration_id',
  'loop_id',
  'parentId',
  'tool_node_version',
];
const MAX_LABEL = 200;

const labelOf = ({ data }: SourceNode): string =>
  typeof data['title'] === 'string' ? data['title'].slice(0, MAX_LABEL) : '';

/** Old files keep the size of a container in its data. */
function sizeOf({ node, data }: SourceNode): JsonObject {
  const width = node.width ?? data['width'];
  const height = node.height ?? data['height'];
  const isKnown = typeof width === 'number' && typeof height === 'number' && width > 0 && height > 0;
  return isKnown ? { size: { width: Math.round(width), height: Math.round(height) } } : {};
}

function placeOf(source: SourceNode, graph: ImportedGraph): JsonObject {
  const { node, parent } = source;
  return {
    position: { x: Math.round(node.position.x), y: Math.round(node.position.y) },
    ...(parent !== undefined && graph.byId.has(parent) ? { parent_id: graph.idOf(parent) } : {}),
  };
}

const isKept = ({ path }: LeftOver, kept: NodeConverter['kept']): boolean =>
  path === 'desc' ||
  kept === '*' ||
  (kept ?? []).some(
    (known) => path === known || path.startsWith(`${known}.`) || path.startsWith(`${known}[`),
  );

/** All that Dify said of a node, without the state of its canvas. */
const wholeData = (data: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(data).filter(
      ([key]) => !key.startsWith('_') && (key === 'version' || !CANVAS.includes(key)),
    ),
  );

const origin = (type: string, data: JsonObject): Json => ({ format: 'dify', type, data });

/** A node that cannot run here, with all that it was, so that an export gives it back. */
function placeholder(source: SourceNode, scope: ImportScope, config: JsonObject): JsonObject {
  const { id, type, converter } = source;
  scope.warnings.add('NODE_NOT_AVAILABLE', { type }, { nodeId: id, path: 'type' });
  return {
    id,
    type: converter?.type ?? `dify.${type || 'unknown'}`,
    label: labelOf(source),
    ...placeOf(source, scope.graph),
    config,
    origin: origin(type, wholeData(source.data)),
  };
}

/** A node of Dify's as one of ours. */
export function readNode(source: SourceNode, scope: ImportScope): JsonObject {
  const { id, converter } = source;
  if (!converter) return placeholder(source, scope, {});
  const data = new Fields(source.data);
  data.ignore(...CANVAS, ...data.keys().filter((key) => key.startsWith('_')));
  const isThere = scope.types.has(converter.type);
  const reader = new NodeReader(scope.mode, id, scope.graph, scope.warnings);
  const { config, timeoutMs } = converter.read(data, reader);
  if (!isThere) return placeholder(source, scope, config);
  const envelope = readEnvelope(data, converter, reader);
  for (const left of data.leftOvers()) {
    if (!isKept(left, converter.kept)) reader.warn('FIELD_NOT_CARRIED', { field: left.path }, left.path);
  }
  const rest = data.rest();
  const isContainer = converter.type === 'iteration' || converter.type === 'loop';
  return {
    id,
    type: converter.type,
    label: labelOf(source),
    ...placeOf(source, scope.graph),
    ...(isContainer ? sizeOf(source) : {}),
    config,
    ...(converter.version === undefined ? {} : { version: converter.version }),
    ...envelope,
    ...(timeoutMs === undefined ? {} : { timeout_ms: Math.min(MAX_NODE_TIMEOUT_MS, timeoutMs) }),
    ...(Object.keys(rest).length > 0 ? { origin: origin(converter.dify[0], rest) } : {}),
  };
}
