import { LiveEvents } from '@heddle/engine';
import type { JsonObject, RunEvent, RunEventOf } from '@heddle/model';
import { RunFold } from '../../adapters/journal/run-fold';
import { idWithinRun } from '../runs/run-id';
import { difyRunData, difyStatus, difyUsage, seconds, type DifyIds } from './dify-answers';
import { difyRunError } from './dify-errors';
import { difyNodeType } from './dify-node-types';

type NodeEvent = Extract<RunEvent, { nodeId: string }>;
type EndedNode = RunEventOf<'node.finished'> | RunEventOf<'node.failed'> | RunEventOf<'node.retried'>;

/** Who called, as some events repeat it. */
export interface DifyCaller {
  readonly mode: 'chat' | 'workflow';
  readonly keyId: string;
  readonly user: string;
}

/** Tells the events of one run in Dify's words, in Dify's order. */
export class DifyEvents {
  private readonly fold = new RunFold();
  private readonly live = new LiveEvents();
  private readonly started = new Map<string, JsonObject>();
  private nodes = 0;

  constructor(
    private readonly ids: DifyIds,
    private readonly caller: DifyCaller,
  ) {}

  /** What clients are told of an event: nothing, or one or more of theirs. */
  translate(event: RunEvent): JsonObject[] {
    this.fold.apply(event);
    if (!this.live.tells(event)) return [];
    switch (event.type) {
      case 'run.started':
        return [this.workflow('workflow_started', this.startedData(event))];
      case 'node.started':
        return event.attempt === 1 ? [this.workflow('node_started', this.nodeStarted(event))] : [];
      case 'node.chunked':
        return event.data.is_answer ? [this.text(event)] : [];
      case 'node.retried':
        return [this.workflow('node_retry', { ...this.nodeEnded(event), retry_index: event.attempt })];
      case 'node.finished':
      case 'node.failed':
        return [this.workflow('node_finished', this.nodeEnded(event))];
      case 'run.finished':
        return this.finished(event);
      default:
        return [];
    }
  }

  private workflow(event: string, data: JsonObject): JsonObject {
    const { task_id, workflow_run_id, message_id, conversation_id, created_at } = this.ids;
    const message = this.caller.mode === 'chat' ? { conversation_id, message_id, created_at } : {};
    return { event, task_id, workflow_run_id, ...message, data };
  }

  private message(event: string, fields: JsonObject): JsonObject {
    const { task_id, message_id, conversation_id, created_at } = this.ids;
    return { event, task_id, id: message_id, message_id, conversation_id, created_at, ...fields };
  }

  private startedData({ data }: RunEventOf<'run.started'>): JsonObject {
    const system = Object.entries(data.sys).map(([name, value]) => [`sys.${name}`, value] as const);
    return {
      id: this.ids.workflow_run_id,
      workflow_id: this.ids.workflow_id,
      inputs: { ...data.inputs, ...Object.fromEntries(system) },
      created_at: this.ids.created_at,
      reason: 'initial',
    };
  }

  private nodeStarted(event: RunEventOf<'node.started'>): JsonObject {
    this.nodes += 1;
    const data: JsonObject = {
      id: idWithinRun(event.runId, this.keyOf(event)),
      node_id: event.nodeId,
      node_type: difyNodeType(event.data.node_type),
      title: event.data.title,
      index: this.nodes,
      predecessor_node_id: null,
      inputs: null,
      inputs_truncated: false,
      created_at: seconds(event.at),
      extras: {},
      iteration_id: null,
      loop_id: null,
      agent_strategy: null,
    };
    this.started.set(this.keyOf(event), data);
    return data;
  }

  private nodeEnded(event: EndedNode): JsonObject {
    const { data } = event;
    const usage = 'usage' in data ? data.usage : undefined;
    return {
      ...this.started.get(this.keyOf(event)),
      inputs: ('inputs' in data ? data.inputs : undefined) ?? null,
      process_data: {},
      outputs: ('outputs' in data ? data.outputs : undefined) ?? null,
      outputs_truncated: false,
      process_data_truncated: false,
      status: statusOf(event),
      error: 'error' in data ? data.error.message : null,
      elapsed_time: data.elapsed_ms / 1000,
      execution_metadata: usage
        ? { total_tokens: usage.total_tokens, total_price: String(usage.cost), currency: 'USD' }
        : null,
      finished_at: seconds(event.at),
      files: [],
    };
  }

  private text({ data }: RunEventOf<'node.chunked'>): JsonObject {
    const from_variable_selector = data.source ? [...data.source] : null;
    if (this.caller.mode === 'chat') {
      return data.is_replacement
        ? this.message('message_replace', { answer: data.text, reason: 'retry' })
        : this.message('message', { answer: data.text, from_variable_selector });
    }
    return data.is_replacement
      ? this.workflow('text_replace', { text: data.text })
      : this.workflow('text_chunk', { text: data.text, from_variable_selector });
  }

  private finished(event: RunEventOf<'run.finished'>): JsonObject[] {
    const { outputs, error, elapsedMs, ...row } = this.fold.row();
    const run = {
      ...row,
      outputs: outputs ?? {},
      error,
      elapsedMs: elapsedMs ?? 0,
      answer: this.fold.answer,
    };
    const end = this.workflow('workflow_finished', {
      ...difyRunData(this.ids, run),
      created_by: { id: this.caller.keyId, user: this.caller.user },
      exceptions_count: row.failures,
      files: [],
    });
    if (error && event.data.status === 'failed') {
      const { code, message, status } = difyRunError(error);
      return [
        end,
        { event: 'error', task_id: this.ids.task_id, message_id: this.ids.message_id, code, message, status },
      ];
    }
    if (this.caller.mode === 'workflow') return [end];
    const metadata = { usage: difyUsage(event.data.usage, event.data.elapsed_ms), retriever_resources: [] };
    return [this.message('message_end', { metadata, files: [] }), end];
  }

  private keyOf({ nodeId, path }: NodeEvent): string {
    return `node:${[...(path ?? []), nodeId].join('/')}`;
  }
}

function statusOf(event: EndedNode): string {
  if (event.type === 'node.finished') return 'succeeded';
  if (event.type === 'node.retried') return 'retry';
  if (event.data.policy === 'stopped') return difyStatus('stopped');
  return event.data.policy === 'fail' ? 'failed' : 'exception';
}
