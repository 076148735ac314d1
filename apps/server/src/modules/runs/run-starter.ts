import {
  firstEvent,
  resumeRun,
  startRun,
  type CallingRun,
  type HistoryMessage,
  type RunHandle,
  type RunOptions,
} from '@heddle/engine';
import type { JsonObject, RunEvent } from '@heddle/model';
import { executorRegistry } from '@heddle/nodes/server';
import { Injectable } from '@nestjs/common';
import { Conversations } from '../../adapters/history/conversations';
import { JournalWriter } from '../../adapters/journal/journal-writer';
import type { ConversationTurn, RunRecord } from '../../adapters/journal/run-record';
import { Shutdown } from '../../platform/boot/shutdown';
import { platformErrors, requestErrors } from '../../platform/errors/request-errors';
import { AppLogger } from '../../platform/logging/app-logger';
import { ActiveRun } from './active-run';
import { ActiveRuns } from './active-runs';
import { EnginePortsFactory } from './engine-ports';
import { createRunId, idWithinRun } from './run-id';
import type { RunRequest, RunTarget } from './run-request';

/** A run that another process, or an earlier start of this one, left behind. */
export interface LeftRun {
  readonly record: RunRecord;
  readonly target: RunTarget;
  readonly fence: number;
  readonly events: readonly RunEvent[];
}

/** Where a conversation stands when a run begins. */
interface Exchange {
  readonly sessionId: string | null;
  readonly variables: JsonObject;
  readonly dialogueCount: number;
}

/** What a run begins with, and where. */
interface Beginning {
  readonly inputs: JsonObject;
  readonly sys: JsonObject;
  readonly conversation: JsonObject;
  readonly startNodeId: string | undefined;
  readonly given: JsonObject | undefined;
  readonly caller: CallingRun | undefined;
}

/** A run that is ready to begin. */
interface PreparedRun {
  readonly record: RunRecord;
  readonly turn: ConversationTurn | undefined;
  readonly options: RunOptions;
}

const RETRY_AFTER_SECONDS = 2;

/** Webhooks and schedules may begin an exchange of a chatflow without a word. */
const isSaidBySomebody = ({ source }: RunRequest): boolean => source === 'console' || source === 'api';

const turnOf = (record: RunRecord, query: string, inputs: JsonObject): ConversationTurn | undefined =>
  record.sessionId === null
    ? undefined
    : {
        sessionId: record.sessionId,
        userId: record.userId,
        query,
        inputs,
        userMessageId: idWithinRun(record.id, 'user'),
        assistantMessageId: idWithinRun(record.id, 'assistant'),
      };

/** Starts runs and goes on with those that were left behind; the one place where engine, ports and journal meet. */
@Injectable()
export class RunStarter {
  constructor(
    private readonly journals: JournalWriter,
    private readonly conversations: Conversations,
    private readonly active: ActiveRuns,
    private readonly ports: EnginePortsFactory,
    private readonly shutdown: Shutdown,
    private readonly logger: AppLogger,
  ) {}

  /** Starts a run. @throws INPUT_REQUIRED, NOT_FOUND for somebody else's conversation, SHUTTING_DOWN */
  async start(request: RunRequest): Promise<ActiveRun> {
    const { record, turn, options } = await this.prepare(request);
    return this.launch({ record, turn, fence: 1, past: [] }, (hooks) => startRun({ ...options, ...hooks }));
  }

  /** Writes a run down, durably, for whichever process begins it. @throws what `start` throws */
  async writeDown(request: RunRequest): Promise<RunRecord> {
    const { record, turn, options } = await this.prepare(request);
    // Nobody has begun it yet, so the first process that does is not the second.
    const journal = this.journals.open({ record, turn, fence: 0, past: [] }, () => undefined);
    journal.append([firstEvent(options, record.createdAt)]);
    await journal.flush();
    return record;
  }

  private async prepare(request: RunRequest): Promise<PreparedRun> {
    if (this.shutdown.isStopping) {
      throw platformErrors.SHUTTING_DOWN({ retry_after_seconds: RETRY_AFTER_SECONDS });
    }
    requireQuestion(request);
    const runId = request.runId ?? createRunId();
    const exchange = await this.exchange(request, runId);
    const record = recordOf(request, runId, exchange);
    const turn = turnOf(record, request.query ?? '', request.inputs);
    const options = this.options(record, request.target, beginningOf(request, record, exchange));
    return { record, turn, options };
  }

  /** Goes on with a run where its journal ends. */
  resume(
    { record, target, fence, events }: LeftRun,
    { repeatsWrites }: { repeatsWrites: boolean },
  ): ActiveRun {
    const begun = events.find((event) => event.type === 'run.started')?.data;
    const { inputs = {}, sys = {}, conversation = {}, start_node_id: startNodeId, given } = begun ?? {};
    const caller = begun?.caller && { runId: begun.caller.run_id, depth: begun.caller.depth };
    const turn = turnOf(record, typeof sys['query'] === 'string' ? sys['query'] : '', inputs);
    const begin = { inputs, sys, conversation, startNodeId, given, caller };
    const options = this.options(record, target, begin);
    return this.launch({ record, turn, fence, past: events }, (hooks) =>
      resumeRun({ ...options, ...hooks }, events, { repeatsWrites }),
    );
  }

  private launch(
    start: {
      record: RunRecord;
      turn: ConversationTurn | undefined;
      fence: number;
      past: readonly RunEvent[];
    },
    begin: (hooks: Pick<RunOptions, 'journal' | 'onEvent'>) => RunHandle,
  ): ActiveRun {
    const journal = this.journals.open(start, (error) => {
      this.logger.pino.warn(
        { err: error, run_id: start.record.id },
        'A run can no longer be recorded and ends',
      );
      run.stop('The run can no longer be recorded.');
    });
    const run = new ActiveRun(start.record, journal);
    run.events.push(...start.past);
    this.active.add(run);
    try {
      run.begin(begin({ journal, onEvent: (event) => run.push(event) }));
    } catch (error) {
      this.active.remove(run);
      throw error;
    }
    run.result.catch(() => undefined).finally(() => this.active.remove(run));
    return run;
  }

  private options(
    record: RunRecord,
    target: RunTarget,
    { startNodeId, given, caller, ...begin }: Beginning,
  ): RunOptions {
    const { runnable } = target;
    const { recorded, history } = record.plan ?? {};
    const { liveCalls } = runnable;
    const options = {
      flow: runnable.compiled,
      scope: {
        runId: record.id,
        workspaceId: record.workspaceId,
        flowId: record.flowId,
        mode: target.mode,
        userId: record.userId,
        source: record.source,
        ...(record.sessionId === null ? {} : { sessionId: record.sessionId }),
        ...(caller === undefined ? {} : { caller }),
      },
      executors: executorRegistry,
      ports: this.ports.for(record.workspaceId),
      env: runnable.env,
      secrets: runnable.secrets,
      usesPinnedOutputs: target.version === null,
      ...(liveCalls.size === 0 ? {} : { calledVersions: Object.fromEntries(liveCalls) }),
      ...(startNodeId === undefined ? {} : { startNodeId }),
      ...(given === undefined ? {} : { given }),
      ...(recorded === undefined ? {} : { recorded }),
      ...begin,
    };
    return history ? withHistory(options, history) : options;
  }

  private async exchange(request: RunRequest, runId: string): Promise<Exchange> {
    const { target, history, userId } = request;
    const fresh = { variables: target.runnable.conversation, dialogueCount: 0 };
    if (
      history !== undefined ||
      request.part ||
      (target.mode === 'workflow' && request.sessionId === undefined)
    ) {
      return { ...fresh, sessionId: null };
    }
    if (request.sessionId === undefined) return { ...fresh, sessionId: idWithinRun(runId, 'session') };
    const { workspaceId, flowId } = target;
    const { sessionId } = request;
    const state = await this.conversations.state({ workspaceId, flowId, sessionId });
    // Only the console may name a conversation that is not there yet.
    if (state === undefined && request.source === 'console') return { ...fresh, sessionId };
    if (state?.userId !== userId) throw requestErrors.NOT_FOUND({ what: 'the conversation' });
    const variables = { ...fresh.variables, ...state.variables };
    return { sessionId, variables, dialogueCount: state.dialogueCount };
  }
}

/** @throws INPUT_REQUIRED when a chatflow is asked nothing */
function requireQuestion(request: RunRequest): void {
  const isAsked = request.target.mode === 'chatflow' && !request.part && isSaidBySomebody(request);
  if (isAsked && !request.query) throw requestErrors.INPUT_REQUIRED({ path: 'query' });
}

function recordOf(request: RunRequest, runId: string, exchange: Exchange): RunRecord {
  const { target } = request;
  return {
    id: runId,
    workspaceId: target.workspaceId,
    flowId: target.flowId,
    version: target.version,
    definition: target.definition,
    plan: request.history
      ? { ...request.part?.plan, history: request.history }
      : (request.part?.plan ?? null),
    source: request.source,
    userId: request.userId,
    apiKeyId: request.apiKeyId ?? null,
    sessionId: exchange.sessionId,
    createdAt: Date.now(),
  };
}

function beginningOf(request: RunRequest, record: RunRecord, exchange: Exchange): Beginning {
  const { inputs, startNodeId, part } = request;
  return {
    inputs,
    startNodeId,
    sys: { ...sysOf(request, record, exchange), ...part?.sys, run_id: record.id },
    conversation: { ...exchange.variables, ...part?.conversation },
    given: part?.given,
    caller: request.caller,
  };
}

/** Gives a run the conversation that its caller keeps, in place of a stored one. */
function withHistory(options: RunOptions, history: readonly HistoryMessage[]): RunOptions {
  const sessionId = idWithinRun(options.scope.runId, 'session');
  const ports = { ...options.ports, history: { window: () => Promise.resolve(history) } };
  return { ...options, ports, scope: { ...options.scope, sessionId } };
}

function sysOf(request: RunRequest, record: RunRecord, exchange: Exchange): JsonObject {
  return {
    query: request.query ?? '',
    files: [...(request.files ?? [])],
    user_id: record.userId,
    session_id: record.sessionId ?? '',
    flow_id: record.flowId,
    run_id: record.id,
    dialogue_count: exchange.dialogueCount,
    timestamp: Math.floor(record.createdAt / 1000),
  };
}
