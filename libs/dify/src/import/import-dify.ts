import {
  DEFAULT_HANDLE,
  flowDocumentSchema,
  isJsonObject,
  type FlowDocument,
  type FlowIssue,
  type FlowMode,
  type Json,
  type JsonObject,
} from '@heddle/model';
import { workflowOfConfig } from '../dsl/app-config';
import type { DifyDsl, DifyWorkflow } from '../dsl/dify-dsl';
import { ExchangeWarnings } from '../exchange-issue';
import { ImportedGraph } from './imported-graph';
import { nodesOutside } from './outside-nodes';
import { readEdges } from './read-edges';
import { readFeatures } from './read-features';
import { readNode } from './read-node';
import { readConversation, readEnvironment } from './read-variables';

/** The newest version of the files that is known. */
export const KNOWN_DSL_VERSION = '0.6.0';

/** A flow made of a file, and what could not be carried over. */
export interface ImportedFlow {
  readonly name: string;
  readonly mode: FlowMode;
  readonly description: string;
  readonly definition: FlowDocument;
  readonly warnings: readonly FlowIssue[];
}

/** What the place knows that a flow is imported to. */
export interface ImportOptions {
  /** Node types that can run there; others are kept as placeholders. */
  readonly types: Iterable<string>;
}

const CHAT_MODES: ReadonlySet<string> = new Set(['advanced-chat', 'chat', 'agent-chat']);

function modeOf({ app, workflow }: DifyDsl): FlowMode {
  if (CHAT_MODES.has(app.mode)) return 'chatflow';
  if (app.mode === 'workflow' || app.mode === 'completion') return 'workflow';
  return workflow?.graph.nodes.some(({ data }) => data['type'] === 'answer') ? 'chatflow' : 'workflow';
}

const numbersOf = (version: string): number[] =>
  version.split('.').map((part) => Number.parseInt(part, 10) || 0);

function isNewer(version: string, known: string): boolean {
  const [one, other] = [numbersOf(version), numbersOf(known)];
  for (let index = 0; index < 2; index += 1) {
    const difference = (one[index] ?? 0) - (other[index] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}

function warnOfFile({ version, dependencies }: DifyDsl, warnings: ExchangeWarnings): void {
  if (isNewer(version, KNOWN_DSL_VERSION)) {
    warnings.add('DSL_VERSION_NEWER', { version, known: KNOWN_DSL_VERSION });
  }
  const plugins = dependencies.flatMap((dependency) => {
    const value = isJsonObject(dependency) ? dependency['value'] : undefined;
    const names = isJsonObject(value) ? Object.values(value).filter((name) => typeof name === 'string') : [];
    return names.slice(0, 1).map((name) => name.split('@', 1)[0] ?? name);
  });
  if (plugins.length > 0) warnings.add('PLUGINS_NOT_CARRIED', { plugins: plugins.slice(0, 50) });
}

/** The ways out that connections leave through, by node. */
function usedHandles(edges: readonly JsonObject[]): Map<Json | undefined, Set<string>> {
  const used = new Map<Json | undefined, Set<string>>();
  for (const { source, source_handle: handle } of edges) {
    const known = used.get(source) ?? new Set();
    used.set(source, known.add(typeof handle === 'string' ? handle : DEFAULT_HANDLE));
  }
  return used;
}

/** A placeholder has the ways out that are used, as nothing else says which it has. */
function withHandles(node: JsonObject, used: ReadonlySet<string> = new Set([DEFAULT_HANDLE])): JsonObject {
  const { origin } = node;
  return isJsonObject(origin) ? { ...node, origin: { ...origin, handles: [...used] } } : node;
}

function documentOf(
  workflow: DifyWorkflow,
  scope: { mode: FlowMode; types: ReadonlySet<string>; warnings: ExchangeWarnings },
): FlowDocument {
  const { warnings } = scope;
  const graph = new ImportedGraph(workflow, warnings);
  const given = workflow.graph.edges ?? [];
  const outside = nodesOutside(graph, given);
  const nodes = graph.nodes.map((source) => {
    const node = readNode(source, { ...scope, graph });
    if (!outside.has(source.id)) return node;
    warnings.add('NODE_OUTSIDE_FLOW', {}, { nodeId: source.id });
    const { parent_id: _parent, ...free } = node;
    return free;
  });
  const edges = readEdges(given, graph, warnings);
  const used = usedHandles(edges);
  return flowDocumentSchema.parse({
    schema: 1,
    nodes: nodes.map((node) =>
      scope.types.has(String(node['type'])) ? node : withHandles(node, used.get(node['id'])),
    ),
    edges,
    variables: {
      env: readEnvironment(workflow.environment_variables ?? [], warnings),
      conversation: readConversation(workflow.conversation_variables ?? [], warnings),
    },
    features: readFeatures(workflow.features, warnings),
  });
}

/** Makes a flow of a Dify file: a graph as it is, an app without one by building the graph that it stands for. */
export function importDify(dsl: DifyDsl, { types }: ImportOptions): ImportedFlow {
  const warnings = new ExchangeWarnings();
  warnOfFile(dsl, warnings);
  const mode = modeOf(dsl);
  const workflow = dsl.workflow ?? workflowOfConfig(dsl.model_config ?? {}, dsl.app.mode);
  const definition = documentOf(workflow, { mode, types: new Set(types), warnings });
  const { name, description } = dsl.app;
  return { name, description, mode, definition, warnings: warnings.list };
}
