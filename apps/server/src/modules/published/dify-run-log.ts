import type { DIFY_RUN_STATUSES, WorkflowLogsQuery } from '@heddle/contracts';
import type { JsonObject, RunStatus } from '@heddle/model';
import { Injectable } from '@nestjs/common';
import { requestErrors } from '../../platform/errors/request-errors';
import type { KeyHolder } from '../flows/api-keys.service';
import { ApiRunLog, type LoggedRun } from '../runs/api-run-log';
import { RunsService } from '../runs/runs.service';
import { difyStatus, seconds, workflowIdOf } from './dify-answers';
import { PublishedCalls } from './published-calls';

const STATUSES: Readonly<Record<(typeof DIFY_RUN_STATUSES)[number], readonly RunStatus[]>> = {
  succeeded: ['succeeded'],
  failed: ['failed'],
  stopped: ['stopped'],
  running: ['queued', 'running'],
  'partial-succeeded': ['partial_succeeded'],
  paused: ['paused', 'interrupted'],
};

const secondsOf = (time: Date | null): number | null => (time === null ? null : seconds(time.getTime()));

const elapsed = (ms: number | null, since: Date): number =>
  (ms ?? Math.max(0, Date.now() - since.getTime())) / 1000;

function logEntry(run: LoggedRun): JsonObject {
  const { id, version, userId, status, error, usage, elapsedMs, steps, failures, createdAt } = run;
  const at = seconds(createdAt.getTime());
  return {
    id,
    workflow_run: {
      id,
      version: version === null ? 'draft' : String(version),
      status: difyStatus(status),
      error: error?.message ?? null,
      elapsed_time: elapsed(elapsedMs, createdAt),
      total_tokens: usage?.total_tokens ?? 0,
      total_steps: steps,
      created_at: at,
      finished_at: secondsOf(run.finishedAt),
      exceptions_count: failures,
    },
    created_from: 'service-api',
    created_by_role: 'end_user',
    created_by_account: null,
    created_by_end_user: { id: userId, type: 'service_api', is_anonymous: false, session_id: userId },
    created_at: at,
  };
}

/** Runs that have been, in Dify's words. */
@Injectable()
export class DifyRunLog {
  constructor(
    private readonly calls: PublishedCalls,
    private readonly log: ApiRunLog,
    private readonly runs: RunsService,
  ) {}

  /** A run of the flow. @throws NOT_FOUND */
  async run(holder: KeyHolder, runId: string): Promise<JsonObject> {
    const row = await this.runs.whole({ workspaceId: holder.workspaceId, runId });
    if (row.flow_id !== holder.flowId) throw requestErrors.NOT_FOUND({ what: 'the run' });
    return {
      id: row.id,
      workflow_id: workflowIdOf({ flowId: row.flow_id, version: row.version }),
      status: difyStatus(row.status),
      // A text there, unlike the outputs.
      inputs: JSON.stringify(row.inputs),
      outputs: row.outputs,
      error: row.error?.message ?? null,
      total_steps: row.steps,
      total_tokens: row.usage?.total_tokens ?? 0,
      created_at: seconds(row.created_at.getTime()),
      finished_at: secondsOf(row.finished_at),
      elapsed_time: elapsed(row.elapsed_ms, row.created_at),
    };
  }

  /** The runs that callers of the flow started. */
  async list(holder: KeyHolder, query: WorkflowLogsQuery): Promise<JsonObject> {
    await this.calls.flowOf(holder);
    const { page, limit, created_by_account: account } = query;
    // No account starts runs by API.
    if (account) return { page, limit, total: 0, has_more: false, data: [] };
    const filter = {
      keyword: query.keyword,
      statuses: query.status && STATUSES[query.status],
      before: query.created_at__before,
      after: query.created_at__after,
      userId: query.created_by_end_user_session_id || undefined,
    };
    const { runs, total } = await this.log.list(holder, filter, { page, limit });
    return { page, limit, total, has_more: total > page * limit, data: runs.map(logEntry) };
  }
}
