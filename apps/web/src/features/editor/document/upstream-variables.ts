import {
  SYSTEM_VARIABLES,
  VALUE_TYPES,
  type FlowDocument,
  type FlowMode,
  type FlowNode,
  type LocalizedText,
  type NodeCatalogue,
  type ValueType,
} from '@heddle/model';
import { frameOf, frameVariablesOf, holdsNodes } from './frames';
import { ancestorsOf, indexGraph } from './graph-index';
import { outputsOf } from './node-ports';

/** A variable that a field may name. */
export interface VariableChoice {
  /** Without braces: `llm.text`, `sys.query`. */
  readonly path: string;
  readonly name: string;
  readonly type: ValueType;
  readonly title: LocalizedText | null;
  /** Whether nodes may write to it. */
  readonly isAssignable?: boolean;
}

/** Variables of one origin, as the picker groups them. */
export interface VariableGroup {
  /** A node's id, or one of the namespaces. */
  readonly id: string;
  readonly kind: 'node' | 'frame' | 'sys' | 'env' | 'conversation';
  /** The node's title; empty for namespaces, which the picker names itself. */
  readonly label: string;
  readonly nodeType: string | null;
  readonly variables: readonly VariableChoice[];
  /** Whether the node leaves more than it can name, as a call of another flow does. */
  readonly isOpen?: boolean;
}

/** Known in conversations alone, so not offered elsewhere. */
const CHAT_ONLY: ReadonlySet<string> = new Set(['query', 'session_id', 'dialogue_count']);

const toValueType = (text: string): ValueType => VALUE_TYPES.find((type) => type === text) ?? 'any';

function namespace(
  kind: 'sys' | 'env' | 'conversation',
  variables: readonly { name: string; type: string }[],
): VariableGroup {
  return {
    id: kind,
    kind,
    label: '',
    nodeType: null,
    variables: variables
      .filter(({ name }) => name !== '')
      .map(({ name, type }) => ({
        path: `${kind}.${name}`,
        name,
        type: toValueType(type),
        title: null,
        ...(kind === 'conversation' ? { isAssignable: true } : {}),
      })),
  };
}

const ITEM_TITLE: LocalizedText = { en: 'Current item', zh: '当前项' };
const INDEX_TITLE: LocalizedText = { en: 'Position from 0', zh: '序号（从 0 开始）' };

/** What nodes inside a container read of it. The innermost one is meant where `item` and `index` stand alone. */
function frameGroup(node: FlowNode, catalogue: NodeCatalogue, isInnermost: boolean): VariableGroup {
  const { hasItem, carried } = frameVariablesOf(node, catalogue.get(node.type));
  const prefix = isInnermost ? '' : `${node.id}.`;
  const item = { path: `${prefix}item`, name: 'item', type: 'any', title: ITEM_TITLE } as const;
  const index = { path: `${prefix}index`, name: 'index', type: 'integer', title: INDEX_TITLE } as const;
  return {
    id: `${node.id}:inside`,
    kind: 'frame',
    label: node.label || node.id,
    nodeType: node.type,
    variables: [
      ...(hasItem ? [item] : []),
      index,
      ...carried.map(({ name, type, title }) => ({
        path: `${node.id}.${name}`,
        name,
        type,
        title,
        isAssignable: true,
      })),
    ],
  };
}

/** Answers which variables are in reach of a node. */
export interface UpstreamIndex {
  /**
   * Nodes from which a path leads here, nearest first, with what the containers around give and can read, then the
   * namespaces; empty groups are left out.
   */
  groupsFor(nodeId: string): readonly VariableGroup[];
  /** What a container reads within its frames: the nodes inside and its own variables, then what it reads outside. */
  groupsInside(nodeId: string): readonly VariableGroup[];
}

/** What the index is made of, and nothing else, so that it is made anew only when one of these changes. */
export interface UpstreamSource {
  readonly document: Pick<FlowDocument, 'nodes' | 'edges' | 'variables'>;
  readonly catalogue: NodeCatalogue;
  readonly mode: FlowMode;
}

/** Prepares the look-up of variables in reach; each node is worked out at most once per index. */
export function createUpstreamIndex({ document, catalogue, mode }: UpstreamSource): UpstreamIndex {
  const graph = indexGraph(document);
  const cache = new Map<string, readonly VariableGroup[]>();
  const system = [...SYSTEM_VARIABLES]
    .map(([name, type]) => ({ name, type }))
    .filter(({ name }) => mode === 'chatflow' || !CHAT_ONLY.has(name));
  const namespaces = [
    namespace('conversation', document.variables.conversation),
    namespace('env', document.variables.env),
    namespace('sys', system),
  ];

  const groupOf = (nodeId: string): VariableGroup[] => {
    const node = graph.nodes.get(nodeId);
    if (!node) return [];
    const variables = outputsOf(node, catalogue.get(node.type)).map(({ name, type, title }) => ({
      path: `${node.id}.${name}`,
      name,
      type,
      title,
    }));
    const isOpen = catalogue.get(node.type)?.hasOpenOutputs === true;
    return [
      { id: node.id, kind: 'node', label: node.label || node.id, nodeType: node.type, variables, isOpen },
    ];
  };

  const before = (nodeId: string): VariableGroup[] =>
    [...ancestorsOf(graph, nodeId)].filter((id) => id !== nodeId).flatMap(groupOf);

  /** A node inside a container also reads what the container gives, and what that could read. */
  const reachOf = (nodeId: string, isInnermost: boolean): VariableGroup[] => {
    const own = before(nodeId);
    const frame = graph.nodes.get(frameOf(document, nodeId) ?? '');
    if (!frame) return own;
    return [...own, frameGroup(frame, catalogue, isInnermost), ...reachOf(frame.id, false)];
  };

  const insideOf = (nodeId: string): VariableGroup[] => {
    const node = graph.nodes.get(nodeId);
    if (!node || !holdsNodes(catalogue.get(node.type))) return reachOf(nodeId, true);
    const children = document.nodes.filter(({ id }) => frameOf(document, id) === nodeId);
    return [
      ...children.flatMap(({ id }) => groupOf(id)),
      frameGroup(node, catalogue, true),
      ...reachOf(nodeId, false),
    ];
  };

  function remembered(key: string, find: () => VariableGroup[]): readonly VariableGroup[] {
    const known = cache.get(key);
    if (known) return known;
    const groups = [...find(), ...namespaces].filter(({ variables }) => variables.length > 0);
    cache.set(key, groups);
    return groups;
  }

  return {
    groupsFor: (nodeId) => remembered(nodeId, () => reachOf(nodeId, true)),
    groupsInside: (nodeId) => remembered(`${nodeId}:inside`, () => insideOf(nodeId)),
  };
}

/** Narrows groups to what somebody typed: every word must occur in the variable, its node or its title. */
export function filterGroups(groups: readonly VariableGroup[], search: string): VariableGroup[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...groups];
  const matches = (group: VariableGroup, { path, title }: VariableChoice): boolean => {
    const text = `${path} ${group.label} ${title?.en ?? ''} ${title?.zh ?? ''}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return groups
    .map((group) => ({ ...group, variables: group.variables.filter((choice) => matches(group, choice)) }))
    .filter(({ variables }) => variables.length > 0);
}
