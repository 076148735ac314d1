import {
  type AnyNodeDefinition,
  ERROR_HANDLE,
  type FlowDocument,
  type FlowNode,
  flowNodeSchema,
  handleOf,
  type NodeCatalogue,
  readNodeConfig,
  type ResponsePart,
  withOlderEnvelope,
} from '@heddle/model';
import { engineErrors } from '../errors';
import { refuseCycles } from './acyclic';
import { speakersBefore } from './speakers-before';
import type {
  Callee,
  CompiledEdge,
  CompiledFlow,
  CompiledNode,
  CompiledScope,
  FindCallee,
} from './compiled-flow';

/** How flows are compiled, besides with which node types. */
export interface CompileOptions {
  /** Containers within containers, called flows included. */
  readonly maxDepth?: number;
  /** Finds the flows that this one calls; none by default. */
  readonly findCallee?: FindCallee;
}

interface CompileSetup extends Required<CompileOptions> {
  readonly catalogue: NodeCatalogue;
}

const DEFAULT_SETUP: Required<CompileOptions> = { maxDepth: 10, findCallee: () => undefined };

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
interface ScopeDraft extends Mutable<CompiledScope> {
  nodes: NodeDraft[];
  byId: Map<string, NodeDraft>;
  edges: CompiledEdge[];
  roots: NodeDraft[];
}
interface NodeDraft extends Mutable<CompiledNode> {
  incoming: CompiledEdge[];
  outgoing: CompiledEdge[];
  answeredOutputs: Set<string>;
  inner: ScopeDraft | undefined;
}

function parseConfig(definition: AnyNodeDefinition, node: FlowNode): never {
  const reading = readNodeConfig(node, definition);
  if (reading.isValid) return reading.config;
  const [issue] = reading.issues;
  const path = `config.${issue?.path.join('.') ?? ''}`;
  throw engineErrors.NODE_CONFIG_INVALID({
    node_id: node.id,
    path,
    reason: `${path}: ${issue?.message ?? 'invalid'}`,
  });
}

/** The node with what older configs said about retry and time limits moved where it belongs. */
const withEnvelope = (definition: AnyNodeDefinition, node: FlowNode): FlowNode =>
  definition.envelope ? flowNodeSchema.parse(withOlderEnvelope(node, definition)) : node;

function draftNode(stored: FlowNode, scope: ScopeDraft, setup: CompileSetup): NodeDraft {
  const definition = setup.catalogue.get(stored.type);
  if (!definition) throw engineErrors.NODE_TYPE_UNKNOWN({ node_id: stored.id, type: stored.type });
  const node = withEnvelope(definition, stored);
  const config = parseConfig(definition, node);
  const hasErrorHandle = node.on_error === 'branch';
  const handles = definition.ports(config);
  const draft: NodeDraft = {
    id: node.id,
    index: scope.nodes.length,
    node,
    definition,
    config,
    handles: hasErrorHandle
      ? [...handles, { id: ERROR_HANDLE, label: { en: 'On error', zh: '出错时' } }]
      : handles,
    scope,
    incoming: [],
    outgoing: [],
    isConditional: definition.kind === 'branch' || hasErrorHandle,
    inner: undefined,
    callee: findCallee(definition, config, node.id, setup),
    responseParts: definition.response?.(config),
    speakersBefore: [],
    answeredOutputs: new Set(),
  };
  scope.nodes.push(draft);
  scope.byId.set(draft.id, draft);
  return draft;
}

function findCallee(
  definition: AnyNodeDefinition,
  config: never,
  nodeId: string,
  setup: CompileSetup,
): Callee | undefined {
  const call = definition.callee?.(config);
  if (!call) return undefined;
  const callee = setup.findCallee(call);
  if (!callee) throw engineErrors.SUBFLOW_MISSING({ node_id: nodeId, flow_id: call.flowId });
  return callee;
}

const emptyScope = (container: NodeDraft | undefined, depth: number): ScopeDraft => ({
  container,
  nodes: [],
  byId: new Map(),
  edges: [],
  roots: [],
  depth,
});

/** Levels below the top that a node reaches down to by itself. */
const depthOf = ({ scope, callee, definition }: NodeDraft): number => {
  if (callee) return scope.depth + 1 + callee.flow.depth;
  return definition.kind === 'container' ? scope.depth + 1 : scope.depth;
};

function refuseDeep(node: NodeDraft, limit: number): void {
  if (depthOf(node) > limit) throw engineErrors.FLOW_TOO_DEEP({ node_id: node.id, limit });
}

/** Places every node in its scope, parents before children. */
function draftScopes(document: FlowDocument, setup: CompileSetup): Map<string, NodeDraft> {
  const { maxDepth } = setup;
  const drafts = new Map<string, NodeDraft>();
  const root = emptyScope(undefined, 0);
  const childrenOf = new Map<string | undefined, FlowNode[]>();
  for (const node of document.nodes) {
    const siblings = childrenOf.get(node.parent_id);
    if (siblings) siblings.push(node);
    else childrenOf.set(node.parent_id, [node]);
  }
  const pending: { scope: ScopeDraft; parentId: string | undefined }[] = [
    { scope: root, parentId: undefined },
  ];
  for (let next = pending.pop(); next; next = pending.pop()) {
    for (const node of childrenOf.get(next.parentId) ?? []) {
      const draft = draftNode(node, next.scope, setup);
      drafts.set(node.id, draft);
      if (draft.callee) draft.inner = draft.callee.flow.root as ScopeDraft;
      refuseDeep(draft, maxDepth);
      if (draft.definition.kind !== 'container' || draft.callee) continue;
      draft.inner = emptyScope(draft, next.scope.depth + 1);
      pending.push({ scope: draft.inner, parentId: node.id });
    }
  }
  return drafts;
}

function connect(document: FlowDocument, drafts: ReadonlyMap<string, NodeDraft>): void {
  for (const edge of document.edges) {
    const source = drafts.get(edge.source);
    const target = drafts.get(edge.target);
    if (!source || !target || source.scope !== target.scope) {
      throw engineErrors.EDGE_TARGET_MISSING({ edge: edge.id, path: `edges.${edge.id}` });
    }
    const scope = source.scope as ScopeDraft;
    const compiled: CompiledEdge = { index: scope.edges.length, source, target, handle: handleOf(edge) };
    scope.edges.push(compiled);
    source.outgoing.push(compiled);
    target.incoming.push(compiled);
  }
}

function markAnsweredOutputs(parts: readonly ResponsePart[], drafts: ReadonlyMap<string, NodeDraft>): void {
  for (const part of parts) {
    if (part.kind !== 'reference' || part.path.length !== 2) continue;
    drafts.get(part.path[0])?.answeredOutputs.add(String(part.path[1]));
  }
}

/**
 * Turns a flow document into the form that runs: configs parsed, edges linked, scopes nested. Compile once per version.
 * @throws NODE_TYPE_UNKNOWN, NODE_CONFIG_INVALID, EDGE_TARGET_MISSING, FLOW_CYCLE, FLOW_NO_START, FLOW_TOO_DEEP
 */
export function compileFlow(
  document: FlowDocument,
  catalogue: NodeCatalogue,
  options: CompileOptions = {},
): CompiledFlow {
  const flow = link(document, { ...DEFAULT_SETUP, ...options, catalogue });
  if (!flow.root.roots.some((node) => node.definition.kind === 'start')) throw engineErrors.FLOW_NO_START({});
  return flow;
}

/** The node and everything inside it. */
function withChildren(nodes: readonly FlowNode[], nodeId: string): FlowNode[] {
  const kept = new Set([nodeId]);
  // A container's children may be listed before it, so look until nothing is added.
  for (let size = 0; size !== kept.size;) {
    size = kept.size;
    for (const node of nodes) if (node.parent_id !== undefined && kept.has(node.parent_id)) kept.add(node.id);
  }
  return nodes.filter(({ id }) => kept.has(id));
}

/**
 * Compiles one node, with its children, to be run by itself; pass its surroundings as `given` and its id as `startNodeId`.
 * @throws what `compileFlow` throws, NODE_UNKNOWN
 */
export function compileNode(
  document: FlowDocument,
  nodeId: string,
  catalogue: NodeCatalogue,
  options: CompileOptions = {},
): CompiledFlow {
  const nodes = withChildren(document.nodes, nodeId).map((node) => {
    const { parent_id: parentId, ...top } = node;
    return node.id === nodeId || parentId === undefined ? top : node;
  });
  if (nodes.length === 0) throw engineErrors.NODE_UNKNOWN({ node_id: nodeId });
  const ids = new Set(nodes.map(({ id }) => id));
  const edges = document.edges.filter(({ source, target }) => ids.has(source) && ids.has(target));
  return link({ ...document, nodes, edges }, { ...DEFAULT_SETUP, ...options, catalogue });
}

function link(document: FlowDocument, setup: CompileSetup): CompiledFlow {
  const nodes = draftScopes(document, setup);
  connect(document, nodes);
  let root: ScopeDraft | undefined;
  for (const node of nodes.values()) {
    if (node.incoming.length === 0) (node.scope as ScopeDraft).roots.push(node);
    if (node.responseParts) {
      markAnsweredOutputs(node.responseParts, nodes);
      node.speakersBefore = speakersBefore(node);
    }
    if (node.scope.depth === 0) root = node.scope as ScopeDraft;
  }
  refuseCycles(nodes);
  return {
    root: root ?? emptyScope(undefined, 0),
    nodes,
    depth: Math.max(0, ...[...nodes.values()].map(depthOf)),
    isDifyCompatible: document.features['compat'] === 'dify',
  };
}
