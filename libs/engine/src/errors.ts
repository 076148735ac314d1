import { defineErrors } from '@heddle/model';

const list = (names: readonly string[]): string => (names.length === 0 ? 'none' : names.join(', '));

/** Errors that the engine itself raises. */
export const engineErrors = defineErrors({
  FLOW_CYCLE: {
    category: 'user',
    status: 422,
    message: (d: { chain: readonly string[] }) => `The flow has a cycle: ${d.chain.join(' → ')}.`,
  },
  FLOW_NO_START: {
    category: 'user',
    status: 422,
    message: () => 'The flow has no node that starts it.',
  },
  FLOW_TOO_DEEP: {
    category: 'user',
    status: 422,
    message: (d: { limit: number }) => `Containers are nested deeper than ${d.limit}.`,
  },
  NODE_TYPE_UNKNOWN: {
    category: 'user',
    status: 422,
    message: (d: { type: string }) => `There is no node type "${d.type}".`,
  },
  SUBFLOW_MISSING: {
    category: 'user',
    status: 422,
    message: (d: { flow_id: string }) =>
      `The flow "${d.flow_id}" that this node calls is not there or not published.`,
  },
  NODE_UNKNOWN: {
    category: 'user',
    status: 404,
    message: (d: { node_id: string }) => `The flow has no node "${d.node_id}".`,
  },
  NODE_CONFIG_INVALID: {
    category: 'user',
    status: 422,
    message: (d: { reason: string }) => d.reason,
  },
  EDGE_TARGET_MISSING: {
    category: 'user',
    status: 422,
    message: (d: { edge: string }) => `Edge "${d.edge}" does not connect two nodes of one level.`,
  },
  VARIABLE_UNKNOWN: {
    category: 'user',
    status: 422,
    message: (d: { reference: string; reason: string; nearest: readonly string[] }) =>
      `{{${d.reference}}} names nothing: ${d.reason}. Existing names: ${list(d.nearest)}.`,
  },
  NODE_TIMEOUT: {
    category: 'operational',
    status: 504,
    message: (d: { limit_ms: number }) => `The node ran longer than ${d.limit_ms.toLocaleString('en')} ms.`,
  },
  NODE_IDLE_TIMEOUT: {
    category: 'operational',
    status: 504,
    message: (d: { limit_ms: number }) => `The node sent nothing for ${d.limit_ms.toLocaleString('en')} ms.`,
  },
  NODE_OUTPUT_TOO_LARGE: {
    category: 'user',
    status: 422,
    message: (d: { limit_bytes: number }) =>
      `The node's outputs are larger than ${d.limit_bytes.toLocaleString('en')} bytes.`,
  },
  NODE_OUTPUT_TOO_DEEP: {
    category: 'user',
    status: 422,
    message: (d: { limit: number }) => `The node's outputs are nested deeper than ${d.limit} levels.`,
  },
  NODE_HANDLE_UNKNOWN: {
    category: 'internal',
    message: (d: { handle: string }) =>
      `The node left through "${d.handle}", a way out that it does not have.`,
  },
  NODE_FAILED: {
    category: 'internal',
    message: () => 'The node failed in a way that it does not explain.',
  },
  MAX_STEPS: {
    category: 'user',
    status: 422,
    message: (d: { limit: number }) => `The run executed more than ${d.limit.toLocaleString('en')} nodes.`,
  },
  TOO_MANY_ITERATIONS: {
    category: 'user',
    status: 422,
    message: (d: { count: number; limit: number }) =>
      `${d.count.toLocaleString('en')} iterations; the limit is ${d.limit.toLocaleString('en')}.`,
  },
  RUN_TIMEOUT: {
    category: 'operational',
    status: 504,
    message: (d: { limit_ms: number }) => `The run took longer than ${d.limit_ms.toLocaleString('en')} ms.`,
  },
  RUN_STOPPED: { category: 'cancelled', message: (d: { reason: string }) => d.reason },
  PROCESS_RESTARTED: {
    category: 'operational',
    message: () => 'The process that ran this node ended; the node runs again.',
  },
});
