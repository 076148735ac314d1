import {
  SYSTEM_VARIABLES,
  VALUE_TYPES,
  type FlowDocument,
  type FlowMode,
  type LocalizedText,
  type NodeCatalogue,
  type ValueType,
} from '@heddle/model';
import { ancestorsOf, indexGraph } from './graph-index';
import { outputsOf } from './node-ports';

/** A variable that a field may name. */
export interface VariableChoice {
  /** Without braces: `llm.text`, `sys.query`. */
  readonly path: string;
  readonly name: string;
  readonly type: ValueType;
  readonly title: LocalizedText | null;
}

/** Variables of one origin, as the picker groups them. */
export interface VariableGroup {
  /** A node's id, or one of the namespaces. */
  readonly id: string;
  readonly kind: 'node' | 'sys' | 'env' | 'conversation';
  /** The node's title; empty for namespaces, which the picker names itself. */
  readonly label: string;
  readonly nodeType: string | null;
  readonly variables: readonly VariableChoice[];
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
      .map(({ name, type }) => ({ path: `${kind}.${name}`, name, type: toValueType(type), title: null })),
  };
}

/** Answers which variables are in reach of a node. */
export interface UpstreamIndex {
  /** Nodes from which a path leads here, nearest first, then the namespaces; empty groups are left out. */
  groupsFor(nodeId: string): readonly VariableGroup[];
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
    return [{ id: node.id, kind: 'node', label: node.label || node.id, nodeType: node.type, variables }];
  };

  /** A node inside a container also reads what the container could read. */
  const reachOf = (nodeId: string, inside: ReadonlySet<string> = new Set()): string[] => {
    const parent = graph.nodes.get(nodeId)?.parent_id;
    const own = [...ancestorsOf(graph, nodeId)].filter((id) => id !== nodeId);
    if (!parent || inside.has(parent)) return own;
    return [...own, ...reachOf(parent, new Set([...inside, parent]))];
  };

  return {
    groupsFor(nodeId) {
      const known = cache.get(nodeId);
      if (known) return known;
      const groups = [...reachOf(nodeId).flatMap(groupOf), ...namespaces].filter(
        ({ variables }) => variables.length > 0,
      );
      cache.set(nodeId, groups);
      return groups;
    },
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
