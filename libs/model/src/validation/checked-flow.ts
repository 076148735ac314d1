import type { AnyNodeDefinition, NodeCatalogue } from '../definition/node-definition';
import { DEFAULT_HANDLE, ERROR_HANDLE, type FlowMode } from '../document/flow-document';
import { isJsonObject } from '../json';
import type { ValueType } from '../values/value-type';
import type { DraftDocument, DraftEdge, DraftNode } from './draft-document';
import { readNodeConfig, withOlderEnvelope, type NodeConfigReading } from './node-config';

/** A node with what the checks ask about it. */
export interface CheckedNode {
  readonly index: number;
  readonly id: string;
  readonly node: DraftNode;
  readonly definition: AnyNodeDefinition | undefined;
  readonly reading: NodeConfigReading | undefined;
  /** Ways out; undefined while the type or the config is not valid. */
  readonly handles: ReadonlySet<string> | undefined;
  /** Values left behind, by name; undefined where they are not known beforehand. */
  readonly outputs: ReadonlyMap<string, ValueType> | undefined;
  readonly parentId: string | undefined;
}

/** A connection whose ends exist in one scope. */
export interface CheckedEdge {
  readonly index: number;
  readonly edge: DraftEdge;
  readonly source: CheckedNode;
  readonly target: CheckedNode;
}

/** A draft, indexed; what every check reads. */
export interface CheckedFlow {
  readonly mode: FlowMode;
  readonly document: DraftDocument;
  readonly catalogue: NodeCatalogue;
  readonly nodes: readonly CheckedNode[];
  /** The first node of each id. */
  readonly byId: ReadonlyMap<string, CheckedNode>;
  /** Edges that connect two nodes of the same scope. */
  readonly edges: readonly CheckedEdge[];
  readonly outgoing: ReadonlyMap<CheckedNode, readonly CheckedEdge[]>;
}

const ERROR_OUTPUTS = ['error_message', 'error_type', 'error_code'];

function outputsOf(node: DraftNode, definition: AnyNodeDefinition, config: never): Map<string, ValueType> {
  const outputs = new Map(definition.outputs(config).map(({ name, type }) => [name, type]));
  if (node['on_error'] === 'branch' || node['on_error'] === 'default_value') {
    for (const name of ERROR_OUTPUTS) outputs.set(name, 'string');
  }
  if (node['on_error'] === 'default_value' && isJsonObject(node['default_outputs'])) {
    for (const name of Object.keys(node['default_outputs'])) if (!outputs.has(name)) outputs.set(name, 'any');
  }
  return outputs;
}

function checkedNode(stored: DraftNode, index: number, catalogue: NodeCatalogue): CheckedNode {
  const definition = catalogue.get(stored.type);
  const node = withOlderEnvelope(stored, definition);
  const reading = definition && readNodeConfig(node, definition);
  const parent = node['parent_id'];
  const isReadable = definition !== undefined && reading?.isValid === true;
  const handles = isReadable ? new Set(definition.ports(reading.config).map(({ id }) => id)) : undefined;
  if (node['on_error'] === 'branch') handles?.add(ERROR_HANDLE);
  return {
    index,
    id: node.id,
    node,
    definition,
    reading,
    handles,
    outputs:
      isReadable && !definition.hasOpenOutputs ? outputsOf(node, definition, reading.config) : undefined,
    parentId: typeof parent === 'string' ? parent : undefined,
  };
}

/** The handle an edge leaves from. */
export const edgeHandle = (edge: DraftEdge): string => edge.source_handle ?? DEFAULT_HANDLE;

/** Indexes a draft for the checks. */
export function indexFlow(document: DraftDocument, catalogue: NodeCatalogue, mode: FlowMode): CheckedFlow {
  const nodes = document.nodes.map((node, index) => checkedNode(node, index, catalogue));
  const byId = new Map<string, CheckedNode>();
  for (const node of nodes) if (!byId.has(node.id)) byId.set(node.id, node);
  const edges: CheckedEdge[] = [];
  const outgoing = new Map<CheckedNode, CheckedEdge[]>();
  document.edges.forEach((edge, index) => {
    const [source, target] = [byId.get(edge.source), byId.get(edge.target)];
    if (!source || !target || source.parentId !== target.parentId) return;
    const checked = { index, edge, source, target };
    edges.push(checked);
    const siblings = outgoing.get(source);
    if (siblings) siblings.push(checked);
    else outgoing.set(source, [checked]);
  });
  return { mode, document, catalogue, nodes, byId, edges, outgoing };
}
