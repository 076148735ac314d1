import { edgeHandle, type CheckedFlow } from './checked-flow';
import type { DraftEdge } from './draft-document';
import type { IssueList } from './flow-issues';

function checkHandle(flow: CheckedFlow, edge: DraftEdge, path: string, issues: IssueList): void {
  const source = flow.byId.get(edge.source);
  const handle = edgeHandle(edge);
  if (!source?.handles || source.handles.has(handle)) return;
  const handles = [...source.handles].slice(0, 20);
  issues.error('EDGE_HANDLE_MISSING', { node: source.id, handle, handles }, { nodeId: source.id, path });
}

/** Checks that each edge connects two nodes of one scope, from a way out that the source has. */
export function checkEdges(flow: CheckedFlow, issues: IssueList): void {
  flow.document.edges.forEach((edge, index) => {
    const path = `edges[${index}]`;
    const params = { edge: edge.id, source: edge.source, target: edge.target };
    const [source, target] = [flow.byId.get(edge.source), flow.byId.get(edge.target)];
    if (!source) {
      issues.error('EDGE_SOURCE_MISSING', params, { ...(target ? { nodeId: target.id } : {}), path });
    }
    if (!target) {
      issues.error('EDGE_TARGET_MISSING', params, { ...(source ? { nodeId: source.id } : {}), path });
    }
    checkHandle(flow, edge, path, issues);
    if (!source || !target) return;
    if (source.parentId !== target.parentId) {
      issues.error('EDGE_CROSSES_CONTAINER', params, { nodeId: source.id, path });
    } else if (target.definition?.kind === 'start') {
      issues.error('EDGE_INTO_START', { node: target.id }, { nodeId: target.id, path });
    }
  });
}
