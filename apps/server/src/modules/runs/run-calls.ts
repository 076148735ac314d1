import { isFlowError, type JsonObject, type RunEvent } from '@heddle/model';
import { Injectable } from '@nestjs/common';
import { setTimeout as wait } from 'node:timers/promises';
import { RunFold, type RunRow } from '../../adapters/journal/run-fold';
import type { ActiveRun } from './active-run';
import { ActiveRuns } from './active-runs';
import { Idempotency, type RepeatableRequest } from './idempotency';
import { RunDispatch } from './run-dispatch';
import { RunFollower } from './run-follower';
import type { RunRequest } from './run-request';
import { RunStarter } from './run-starter';
import { RunsRepository } from './runs.repository';

/** How long the first of several equal requests may take until its run can be seen. */
const APPEAR_MS = 2_000;
const LOOK_EVERY_MS = 20;

/** How a run ended, with the numbers of its row. */
export interface RunOutcome extends Pick<RunRow, 'status' | 'error' | 'usage' | 'steps' | 'failures'> {
  readonly outputs: JsonObject;
  readonly answer: string;
  readonly elapsedMs: number;
  /** Milliseconds since 1970; null for a run that waits. */
  readonly finishedAt: number | null;
}

/** A run that somebody waits for, whether it was started for them or for an equal request before. */
export interface RunCall {
  readonly runId: string;
  readonly sessionId: string | null;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** Resolves when the run is known to survive a crash. */
  accepted(): Promise<void>;
  outcome(): Promise<RunOutcome>;
  events(signal: AbortSignal): AsyncGenerator<readonly RunEvent[]>;
  stop(reason: string): void;
}

const never = (): AbortSignal => new AbortController().signal;

const outcomeOf = (fold: RunFold): RunOutcome => {
  const { outputs, elapsedMs, ...row } = fold.row();
  return { ...row, outputs: outputs ?? {}, elapsedMs: elapsedMs ?? 0, answer: fold.answer };
};

function callOf(run: ActiveRun): RunCall {
  return {
    runId: run.record.id,
    sessionId: run.record.sessionId,
    createdAt: run.record.createdAt,
    accepted: () => run.journal.flush(),
    outcome: async () => {
      await run.result;
      return outcomeOf(run.journal.fold);
    },
    events: (signal) => run.follow(0, signal),
    stop: (reason) => run.stop(reason),
  };
}

/** Starts runs for callers, once for each Idempotency-Key. */
@Injectable()
export class RunCalls {
  /** Runs of repeatable requests that are not known to have begun yet. */
  private readonly beginning = new Map<string, Promise<RunCall>>();

  constructor(
    private readonly starter: RunStarter,
    private readonly active: ActiveRuns,
    private readonly idempotency: Idempotency,
    private readonly follower: RunFollower,
    private readonly runs: RunsRepository,
    private readonly dispatch: RunDispatch,
  ) {}

  /** Starts a run, or finds the one that an equal request started. @throws IDEMPOTENCY_KEY_REUSED and what starting throws */
  async call(request: RunRequest, repeatable?: RepeatableRequest): Promise<RunCall> {
    if (!repeatable) return this.begin(request);
    const { runId, isFirst } = await this.idempotency.claim(repeatable);
    const known = isFirst ? undefined : await this.find(request.target.workspaceId, runId);
    // Whoever came first may have ended before its run began; the run is then still to be made.
    return known ?? this.beginOnce({ ...request, runId }, runId);
  }

  /** Begins the run that equal requests share: once in this process, and not when another one has begun it. */
  private async beginOnce(request: RunRequest, runId: string): Promise<RunCall> {
    const active = this.active.get(runId);
    if (active) return callOf(active);
    const beginning = this.beginning.get(runId) ?? this.begin(request);
    this.beginning.set(runId, beginning);
    try {
      const call = await beginning;
      await call.accepted();
      return call;
    } catch (error) {
      if (!isFlowError(error, 'RUN_TAKEN_OVER')) throw error;
      const known = await this.find(request.target.workspaceId, runId);
      if (!known) throw error;
      return known;
    } finally {
      this.beginning.delete(runId);
    }
  }

  /** Starts a run here, or leaves it to a worker. */
  private async begin(request: RunRequest): Promise<RunCall> {
    if (!this.dispatch.isForWorkers(request)) return callOf(await this.starter.start(request));
    const { id, workspaceId, sessionId, createdAt } = await this.dispatch.send(request);
    return this.stored(workspaceId, id, { sessionId, createdAt });
  }

  /** A run that was called before, to be read again; undefined when there is none. */
  async known(workspaceId: string, runId: string): Promise<RunCall | undefined> {
    const run = this.active.get(runId);
    if (run?.record.workspaceId === workspaceId) return callOf(run);
    const row = await this.runs.find(workspaceId, runId);
    if (!row) return undefined;
    return this.stored(workspaceId, runId, {
      sessionId: row.session_id,
      createdAt: row.created_at.getTime(),
    });
  }

  /** Whether a run has begun, here or elsewhere. */
  async isKnown(workspaceId: string, runId: string): Promise<boolean> {
    return this.active.get(runId) !== undefined || (await this.runs.find(workspaceId, runId)) !== null;
  }

  private async find(workspaceId: string, runId: string): Promise<RunCall | undefined> {
    for (let waited = 0; waited < APPEAR_MS; waited += LOOK_EVERY_MS) {
      const run = this.active.get(runId);
      if (run) return callOf(run);
      const row = await this.runs.find(workspaceId, runId);
      if (row)
        return this.stored(workspaceId, runId, {
          sessionId: row.session_id,
          createdAt: row.created_at.getTime(),
        });
      await wait(LOOK_EVERY_MS);
    }
    return undefined;
  }

  private stored(
    workspaceId: string,
    runId: string,
    facts: Pick<RunCall, 'sessionId' | 'createdAt'>,
  ): RunCall {
    const follow = (signal: AbortSignal) => this.follower.follow({ workspaceId, runId }, 0, signal);
    return {
      runId,
      ...facts,
      accepted: () => Promise.resolve(),
      outcome: async () => {
        const fold = new RunFold();
        for await (const events of await follow(never())) for (const event of events) fold.apply(event);
        return outcomeOf(fold);
      },
      async *events(signal) {
        yield* await follow(signal);
      },
      stop: (reason) => this.dispatch.abandon(runId, reason),
    };
  }
}
