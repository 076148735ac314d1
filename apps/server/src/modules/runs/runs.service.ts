import type { Page, RunDetail, RunListQuery, RunSummary } from '@heddle/contracts';
import { isFinalStatus, type RunEvent } from '@heddle/model';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { requestErrors } from '../../platform/errors/request-errors';
import { ActiveRuns } from './active-runs';
import type { RunEntity } from './entities/run.entity';
import { nodeExecutions, type DescribeNode } from './node-executions';
import { runDetailOf } from './run-answers';
import { RunDispatch } from './run-dispatch';
import { runErrors } from './run-errors';
import { RunFollower } from './run-follower';
import { RunTakeover } from './run-takeover';
import { RunTargets } from './run-targets';
import { RunsRepository } from './runs.repository';

/** Names a run within its workspace. */
export interface RunKey {
  readonly workspaceId: string;
  readonly runId: string;
}

const STOPPED_BY_USER = 'The run was stopped by a user.';

/** @throws NOT_FOUND */
function found(row: RunEntity | null): RunEntity {
  if (!row) throw requestErrors.NOT_FOUND({ what: 'the run' });
  return row;
}

/** Looks at runs and steers them. */
@Injectable()
export class RunsService implements OnModuleDestroy {
  private readonly stopListening: () => void;

  constructor(
    private readonly runs: RunsRepository,
    private readonly active: ActiveRuns,
    private readonly follower: RunFollower,
    private readonly targets: RunTargets,
    private readonly takeover: RunTakeover,
    private readonly dispatch: RunDispatch,
  ) {
    this.stopListening = dispatch.onStop((runId, reason) => this.active.get(runId)?.stop(reason));
  }

  onModuleDestroy(): void {
    this.stopListening();
  }

  list(workspaceId: string, query: RunListQuery): Promise<Page<RunSummary>> {
    return this.runs.list(workspaceId, query);
  }

  /** A run with its inputs and outputs, however large. @throws NOT_FOUND */
  async whole(key: RunKey): Promise<RunEntity> {
    await this.stored(key);
    return found(await this.runs.findWhole(key.workspaceId, key.runId));
  }

  async get(key: RunKey): Promise<RunDetail> {
    const row = await this.whole(key);
    const [events, commits] = await Promise.all([this.follower.soFar(row.id), this.follower.commits(row.id)]);
    const describe = await this.describer(row, events);
    return runDetailOf(row, nodeExecutions(events, row.status, { describe, commits }));
  }

  /** Asks a run to stop, wherever it runs; one that has ended stays as it is. */
  async stop(key: RunKey, reason = STOPPED_BY_USER): Promise<void> {
    const run = this.active.get(key.runId);
    if (run?.record.workspaceId === key.workspaceId) {
      run.stop(reason);
      return;
    }
    const row = await this.entity(key);
    if (row.status === 'interrupted') await this.takeover.stopInterrupted(row, reason);
    else if (!isFinalStatus(row.status)) await this.dispatch.stop(key.runId, reason);
  }

  /** Goes on with an interrupted run. @throws RUN_NOT_INTERRUPTED, RUN_NOT_RESUMABLE */
  async resume(key: RunKey): Promise<void> {
    const row = await this.entity(key);
    if (row.status !== 'interrupted') throw runErrors.RUN_NOT_INTERRUPTED({ status: row.status });
    await this.takeover.resumeInterrupted(row);
  }

  /** Whose run it is, also in its first moments, before it has a row. @throws NOT_FOUND */
  async owner(key: RunKey): Promise<{ flowId: string; userId: string }> {
    const run = this.active.get(key.runId);
    if (run?.record.workspaceId === key.workspaceId) return run.record;
    const row = await this.entity(key);
    return { flowId: row.flow_id, userId: row.user_id };
  }

  /** @throws NOT_FOUND */
  async entity({ workspaceId, runId }: RunKey): Promise<RunEntity> {
    return found(await this.runs.find(workspaceId, runId));
  }

  /** A run that has only just begun may not have its row yet. */
  private async stored({ workspaceId, runId }: RunKey): Promise<void> {
    const run = this.active.get(runId);
    if (run?.record.workspaceId === workspaceId) await run.journal.flush();
  }

  private async describer(row: RunEntity, events: readonly RunEvent[]): Promise<DescribeNode> {
    try {
      const { nodes } = (await this.targets.of(row, events)).runnable.compiled;
      return (nodeId) => {
        const node = nodes.get(nodeId)?.node;
        return node && { type: node.type, label: node.label || node.id };
      };
    } catch {
      // A flow that is gone, or that this version of the server does not know, has no names to show.
      return () => undefined;
    }
  }
}
