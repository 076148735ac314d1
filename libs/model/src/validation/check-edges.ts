import { edgeHandle, type CheckedFlow, type CheckedNode } from './checked-flow';
import type { DraftEdge } from './draft-document';
import type { FlowIssueCode, IssueList } from './flow-issues';

type Report = (
  code: FlowIssueCode,
  params: Readonly<Record<string, unknown>>,
  node: CheckedNode | undefined,
) => void;

function checkHandle(source: CheckedNode | undefined, edge: DraftEdge, report: Report): void {
  const handle = edgeHandle(edge);
  if (!source?.handles || source.handles.has(handle)) return;
  const handles = [...source.handles].slice(0, 20);
  report('EDGE_HANDLE_MISSING', { node: source.id, handle, handles }, source);
}

/** Checks that each edge connects two nodes of one scope, from a way out that the source has. */
export function checkEdges(flow: CheckedFlow, issues: IssueList): void {
  flow.document.edges.forEach((edge, index) => {
    const path = `edges[${index}]`;
    const params = { edge: edge.id, source: edge.source, target: edge.target };
    const [source, target] = [flow.byId.get(edge.source), flow.byId.get(edge.target)];
    const report: Report = (code, details, node) =>
      issues.error(code, details, { ...(node ? { nodeId: node.id } : {}), path });
    if (!source) report('EDGE_SOURCE_MISSING', params, target);
    if (!target) report('EDGE_TARGET_MISSING', params, source);
    checkHandle(source, edge, report);
    if (!source || !target) return;
    if (source.parentId !== target.parentId) {
      report('EDGE_CROSSES_CONTAINER', params, source);
    } else if (target.definition?.kind === 'start') {
      report('EDGE_INTO_START', { node: target.id }, target);
    }
  });
}
