import type { JsonObject, RunStatus, Usage } from '@heddle/model';
import type { RunCall, RunOutcome } from '../runs/run-calls';
import { idWithinRun } from '../runs/run-id';
import type { RunTarget } from '../runs/run-request';

/** Where the answers of a call come from, in Dify's ids. */
export interface DifyIds {
  readonly task_id: string;
  readonly workflow_run_id: string;
  readonly workflow_id: string;
  readonly message_id: string;
  readonly conversation_id: string;
  /** Seconds since 1970. */
  readonly created_at: number;
}

/** Seconds since 1970, as Dify counts. */
export const seconds = (ms: number): number => Math.floor(ms / 1000);

/** What callers know a version of a flow by. */
export const workflowIdOf = ({ flowId, version }: { flowId: string; version: number | null }): string =>
  idWithinRun(flowId, `version:${version ?? 'draft'}`);

/** The ids of a call; the same for every answer to the same run. */
export const difyIds = (call: RunCall, target: Pick<RunTarget, 'flowId' | 'version'>): DifyIds => ({
  task_id: call.runId,
  workflow_run_id: call.runId,
  workflow_id: workflowIdOf(target),
  message_id: idWithinRun(call.runId, 'assistant'),
  conversation_id: call.sessionId ?? '',
  created_at: seconds(call.createdAt),
});

/** The status of a run in Dify's words. */
export const difyStatus = (status: RunStatus): string => {
  if (status === 'partial_succeeded') return 'partial-succeeded';
  if (status === 'queued') return 'running';
  return status === 'interrupted' ? 'paused' : status;
};

/** Tokens as Dify lists them; prices are decimal texts. */
export const difyUsage = (usage: Usage, elapsedMs: number): JsonObject => ({
  prompt_tokens: usage.prompt_tokens,
  prompt_unit_price: '0',
  prompt_price_unit: '0',
  prompt_price: '0',
  completion_tokens: usage.completion_tokens,
  completion_unit_price: '0',
  completion_price_unit: '0',
  completion_price: '0',
  total_tokens: usage.total_tokens,
  total_price: String(usage.cost),
  currency: 'USD',
  latency: elapsedMs / 1000,
});

/** The part that a finished workflow has in every answer. */
export const difyRunData = (ids: DifyIds, run: RunOutcome): JsonObject => ({
  id: ids.workflow_run_id,
  workflow_id: ids.workflow_id,
  status: difyStatus(run.status),
  outputs: run.outputs,
  error: run.error?.message ?? null,
  elapsed_time: run.elapsedMs / 1000,
  total_tokens: run.usage.total_tokens,
  total_steps: run.steps,
  created_at: ids.created_at,
  finished_at: run.finishedAt === null ? null : seconds(run.finishedAt),
});

/** Answer of a blocking workflow call; a failed run is not a failed request. */
export const difyWorkflowAnswer = (ids: DifyIds, run: RunOutcome): JsonObject => ({
  task_id: ids.task_id,
  workflow_run_id: ids.workflow_run_id,
  data: difyRunData(ids, run),
});

/** Answer of a blocking call for a text. */
export const difyCompletionAnswer = (ids: DifyIds, run: RunOutcome): JsonObject => ({
  event: 'message',
  task_id: ids.task_id,
  id: ids.message_id,
  message_id: ids.message_id,
  mode: 'completion',
  answer: run.answer,
  metadata: { usage: difyUsage(run.usage, run.elapsedMs), retriever_resources: [] },
  created_at: ids.created_at,
});

/** Answer of a blocking chat call. */
export const difyChatAnswer = (ids: DifyIds, run: RunOutcome): JsonObject => ({
  ...difyCompletionAnswer(ids, run),
  conversation_id: ids.conversation_id,
  mode: 'advanced-chat',
});
