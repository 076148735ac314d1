import type { RunResult } from '@heddle/engine';
import type { RunEvent } from '@heddle/model';
import { Injectable } from '@nestjs/common';
import { setTimeout as wait } from 'node:timers/promises';
import { RunFold } from '../../adapters/journal/run-fold';
import type { ActiveRun } from './active-run';
import { ActiveRuns } from './active-runs';
import { Idempotency, type RepeatableRequest } from './idempotency';
import { RunFollower } from './run-follower';
import type { RunRequest } from './run-request';
import { RunStarter } from './run-starter';
import { RunsRepository } from './runs.repository';

/** How long the first of several equal requests may take until its run can be seen. */
const APPEAR_MS = 2_000;
const LOOK_EVERY_MS = 20;

/** A run that somebody waits for, whether it was started for them or for an equal request before. */
export interface RunCall {
  readonly runId: string;
  readonly sessionId: string | null;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** Resolves when the run is known to survive a crash. */
  accepted(): Promise<void>;
  result(): Promise<RunResult>;
  events(signal: AbortSignal): AsyncGenerator<readonly RunEvent[]>;
  stop(reason: string): void;
}

const never = (): AbortSignal => new AbortController().signal;

function callOf(run: ActiveRun): RunCall {
  return {
    runId: run.record.id,
    sessionId: run.record.sessionId,
    createdAt: run.record.createdAt,
    accepted: () => run.journal.flush(),
    result: () => run.result,
    events: (signal) => run.follow(0, signal),
    stop: (reason) => run.stop(reason),
  };
}

/** What a run's events say of its end. */
export function resultOf(events: Iterable<RunEvent>): RunResult {
  const fold = new RunFold();
  for (const event of events) fold.apply(event);
  const { status, outputs, error, usage, elapsedMs, answer, conversation } = fold;
  return { status, outputs: outputs ?? {}, error, usage, elapsedMs: elapsedMs ?? 0, answer, conversation };
}

/** Starts runs for callers, once for each Idempotency-Key. */
@Injectable()
export class RunCalls {
  constructor(
    private readonly starter: RunStarter,
    private readonly active: ActiveRuns,
    private readonly idempotency: Idempotency,
    private readonly follower: RunFollower,
    private readonly runs: RunsRepository,
  ) {}

  /** Starts a run, or finds the one that an equal request started. @throws IDEMPOTENCY_KEY_REUSED and what starting throws */
  async call(request: RunRequest, repeatable?: RepeatableRequest): Promise<RunCall> {
    if (!repeatable) return callOf(await this.starter.start(request));
    const { runId, isFirst } = await this.idempotency.claim(repeatable);
    const known = isFirst ? undefined : await this.find(request.target.workspaceId, runId);
    // Whoever came first may have ended before its run began; the run is then still to be made.
    return known ?? callOf(await this.starter.start({ ...request, runId }));
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
      result: async () => {
        const events: RunEvent[] = [];
        for await (const batch of await follow(never())) events.push(...batch);
        return resultOf(events);
      },
      events: async function* (signal) {
        yield* await follow(signal);
      },
      stop: () => undefined,
    };
  }
}
