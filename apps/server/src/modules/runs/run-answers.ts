import type { NodeExecution, RunDetail, RunResultBody, RunSummary } from '@heddle/contracts';
import { NO_USAGE } from '@heddle/engine';
import type { RunEntity } from './entities/run.entity';
import type { RunCall, RunOutcome } from './run-calls';

/** A run as lists show it: without its payloads. */
export type RunRow = Omit<
  RunEntity,
  'definition' | 'inputs' | 'outputs' | 'input_payloads' | 'output_payloads'
>;

const session = (sessionId: string | null): { session_id?: string } =>
  sessionId === null ? {} : { session_id: sessionId };

/** How a run ended, for whoever waited for it. */
export const runResultBody = (
  call: Pick<RunCall, 'runId' | 'sessionId'>,
  result: RunOutcome,
): RunResultBody => ({
  run_id: call.runId,
  status: result.status,
  outputs: result.outputs,
  error: result.error,
  ...session(call.sessionId),
  elapsed_ms: Math.round(result.elapsedMs),
  usage: result.usage,
});

/** A run in a list. */
export const runSummaryOf = (row: RunRow): RunSummary => ({
  run_id: row.id,
  flow_id: row.flow_id,
  version: row.version,
  source: row.source,
  user_id: row.user_id,
  status: row.status,
  error: row.error,
  ...session(row.session_id),
  elapsed_ms: row.elapsed_ms ?? Math.max(0, Date.now() - row.created_at.getTime()),
  usage: row.usage ?? NO_USAGE,
  created_at: row.created_at.toISOString(),
  finished_at: row.finished_at?.toISOString() ?? null,
});

/** A run with what its nodes did. */
export const runDetailOf = (row: RunEntity, nodes: NodeExecution[]): RunDetail => ({
  ...runSummaryOf(row),
  inputs: row.inputs,
  outputs: row.outputs ?? {},
  nodes,
});
