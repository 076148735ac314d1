import type { EmbeddedSource, FlowIssue, NodeCatalogue, WorkspaceUse } from '../definition/node-definition';
import type { FlowMode } from '../document/flow-document';
import { checkEdges } from './check-edges';
import { checkNodes, checkVariables } from './check-nodes';
import { ReferenceCheck } from './check-references';
import { checkStructure } from './check-structure';
import { indexFlow, type CheckedFlow } from './checked-flow';
import type { DraftDocument } from './draft-document';
import { IssueList, MAX_FLOW_EDGES, MAX_FLOW_NODES } from './flow-issues';
import { readNodeConfig } from './node-config';

/** What the static checks found; a flow with errors cannot be published or run. */
export interface FlowReport {
  readonly errors: readonly FlowIssue[];
  readonly warnings: readonly FlowIssue[];
}

function checkSize(document: DraftDocument, issues: IssueList): boolean {
  const { nodes, edges } = document;
  if (nodes.length === 0) issues.error('FLOW_EMPTY');
  if (nodes.length > MAX_FLOW_NODES) {
    issues.error('FLOW_TOO_LARGE', { what: 'nodes', count: nodes.length, limit: MAX_FLOW_NODES });
  }
  if (edges.length > MAX_FLOW_EDGES) {
    issues.error('FLOW_TOO_LARGE', { what: 'connections', count: edges.length, limit: MAX_FLOW_EDGES });
  }
  return issues.errors.length === 0;
}

function checkModels(flow: CheckedFlow, issues: IssueList): void {
  if (flow.mode !== 'chatflow') return;
  const hasModel = flow.nodes.some(
    ({ definition }) => definition?.category === 'llm' || definition?.category === 'agent',
  );
  if (!hasModel) issues.warning('CHATFLOW_WITHOUT_MODEL');
}

/**
 * Finds everything that is wrong with a flow, all at once, without running any of it. What only the server knows
 * (secrets, models, whether embedded code parses) is added there.
 */
export function validateFlow(document: DraftDocument, catalogue: NodeCatalogue, mode: FlowMode): FlowReport {
  const issues = new IssueList();
  if (!checkSize(document, issues)) return issues;
  const flow = indexFlow(document, catalogue, mode);
  checkNodes(flow, issues);
  checkVariables(flow, issues);
  checkEdges(flow, issues);
  const shape = checkStructure(flow, issues);
  const references = new ReferenceCheck(flow, shape, issues);
  for (const node of flow.nodes) references.node(node);
  checkModels(flow, issues);
  return { errors: issues.errors, warnings: issues.warnings };
}

/** A piece of code or a template inside a node. */
export interface NodeSource extends EmbeddedSource {
  readonly nodeId: string;
}

/** Lists the code and templates in a flow, for whoever can parse them. */
export function embeddedSources(document: DraftDocument, catalogue: NodeCatalogue): NodeSource[] {
  return document.nodes.flatMap((node) => {
    const definition = catalogue.get(node.type);
    if (!definition?.embedded) return [];
    const reading = readNodeConfig(node, definition);
    if (!reading.isValid) return [];
    return definition.embedded(reading.config).map((source) => ({ ...source, nodeId: node.id }));
  });
}

/** Something of the workspace that a node of a flow names. */
export interface NodeUse extends WorkspaceUse {
  readonly nodeId: string;
}

/** Lists what a flow needs of its workspace, for whoever can look it up. */
export function workspaceUses(document: DraftDocument, catalogue: NodeCatalogue): NodeUse[] {
  return document.nodes.flatMap((node) => {
    const definition = catalogue.get(node.type);
    if (!definition?.uses) return [];
    const reading = readNodeConfig(node, definition);
    if (!reading.isValid) return [];
    return definition.uses(reading.config).map((use) => ({ ...use, nodeId: node.id }));
  });
}
