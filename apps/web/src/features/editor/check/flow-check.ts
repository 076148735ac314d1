import type { FlowIssue, FlowReport } from '@heddle/model';
import type { IssueCount } from '../canvas/canvas-node-view';

/** A finding with its weight. */
export interface Finding {
  readonly issue: FlowIssue;
  readonly level: 'error' | 'warning';
}

/** Before anything was checked. */
export const emptyReport: FlowReport = { errors: [], warnings: [] };

/** All findings in one list, errors first. */
export const findingsOf = ({ errors, warnings }: FlowReport): Finding[] => [
  ...errors.map((issue) => ({ issue, level: 'error' as const })),
  ...warnings.map((issue) => ({ issue, level: 'warning' as const })),
];

/** How many findings each node has. */
export function countByNode(report: FlowReport): Map<string, IssueCount> {
  const counts = new Map<string, IssueCount>();
  for (const { issue, level } of findingsOf(report)) {
    if (issue.node_id === undefined) continue;
    const { errors, warnings } = counts.get(issue.node_id) ?? { errors: 0, warnings: 0 };
    const isError = level === 'error';
    counts.set(issue.node_id, {
      errors: errors + (isError ? 1 : 0),
      warnings: warnings + (isError ? 0 : 1),
    });
  }
  return counts;
}

/** The findings about one node. */
export const findingsAt = (report: FlowReport, nodeId: string): Finding[] =>
  findingsOf(report).filter(({ issue }) => issue.node_id === nodeId);
