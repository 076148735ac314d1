import { defineErrors, type FlowIssue } from '@heddle/model';

interface ReportDetails {
  readonly errors: readonly FlowIssue[];
  readonly warnings: readonly FlowIssue[];
}

/** Errors of flows and their versions. */
export const flowErrors = defineErrors({
  DRAFT_STALE: {
    category: 'user',
    status: 409,
    message: (_: { hash: string; definition: object }) => 'the draft was changed by somebody else meanwhile',
  },
  FLOW_INVALID: {
    category: 'user',
    status: 422,
    message: ({ errors }: ReportDetails) => {
      const [first] = errors;
      const where = first?.node_id === undefined ? '' : `'${first.node_id}': `;
      const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
      return `the flow has errors: ${where}${first?.message ?? ''}${more}`;
    },
  },
  SUBFLOW_RECURSION: {
    category: 'user',
    status: 422,
    message: ({ chain }: { chain: readonly string[] }) => `the flows call each other: ${chain.join(' → ')}`,
  },
  FLOW_NOT_PUBLISHED: {
    category: 'user',
    message: (_: { flow_id: string }) => 'the flow is not published',
  },
});
