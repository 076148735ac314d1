import { addUsage, NO_USAGE, toWireError } from '@heddle/engine';
import { isFlowError, type RunEvent, type RunStatus, type Usage, type WireError } from '@heddle/model';
import { Injectable } from '@nestjs/common';
import { JournalReader } from '../../adapters/journal/journal-reader';
import { JournalWriter } from '../../adapters/journal/journal-writer';
import type { RunRecord } from '../../adapters/journal/run-record';
import { isConnectionLoss } from '../../platform/database/connection-loss';
import { AppLogger } from '../../platform/logging/app-logger';
import type { ActiveRun } from './active-run';
import { MAX_CRASHES } from './crash-limit';
import type { RunEntity } from './entities/run.entity';
import { runErrors } from './run-errors';
import { RunStarter } from './run-starter';
import { RunTargets } from './run-targets';
import { RunsRepository } from './runs.repository';

const recordOf = (row: RunEntity): RunRecord => ({
  id: row.id,
  workspaceId: row.workspace_id,
  flowId: row.flow_id,
  version: row.version,
  definition: row.definition === null ? null : JSON.stringify(row.definition),
  plan: row.plan,
  source: row.source,
  userId: row.user_id,
  apiKeyId: row.api_key_id,
  sessionId: row.session_id,
  createdAt: row.created_at.getTime(),
});

const stopped = (reason: string): WireError => ({ code: 'RUN_STOPPED', message: reason });

/** What the nodes that finished took. */
const usageOf = (events: readonly RunEvent[]): Usage =>
  events.reduce(
    (sum, event) =>
      event.type === 'node.finished' && event.data.usage ? addUsage(sum, event.data.usage) : sum,
    NO_USAGE,
  );

/** Goes on with runs that other processes left behind, or that wait for somebody's decision. */
@Injectable()
export class RunTakeover {
  constructor(
    private readonly runs: RunsRepository,
    private readonly targets: RunTargets,
    private readonly starter: RunStarter,
    private readonly reader: JournalReader,
    private readonly writer: JournalWriter,
    private readonly logger: AppLogger,
  ) {}

  /**
   * Goes on with a run that was claimed, unless it shall stop or seems to be what ends the processes that run it.
   * @returns undefined when it does not go on; throws only when that could not be found out
   */
  async takeOver(row: RunEntity): Promise<ActiveRun | undefined> {
    const { crashes, stop_reason: stopReason } = row;
    if (stopReason !== null) return this.end(row, 'stopped', stopped(stopReason));
    if (crashes >= MAX_CRASHES) return this.end(row, 'failed', toWireError(runErrors.POISON({ crashes })));
    try {
      const events = await this.reader.read(row.id);
      const target = await this.targets.of(row, events);
      const left = { record: recordOf(row), target, fence: row.fence, events };
      const run = this.starter.resume(left, { repeatsWrites: false });
      if (crashes > 0)
        this.logger.pino.info({ run_id: row.id, crashes }, 'Took over a run that was left behind');
      return run;
    } catch (error) {
      if (isConnectionLoss(error)) throw error;
      if (!isFlowError(error))
        this.logger.pino.error({ err: error, run_id: row.id }, 'A run that was left behind cannot go on');
      return this.end(row, 'failed', toWireError(error));
    }
  }

  /**
   * Goes on with an interrupted run, running again what may have changed something outside.
   * @throws RUN_NOT_RESUMABLE, RUN_NOT_INTERRUPTED
   */
  async resumeInterrupted(row: RunEntity): Promise<ActiveRun> {
    const target = await this.targets.of(row, await this.reader.read(row.id));
    const claimed = await this.runs.claimInterrupted(this.writer.owner, row.workspace_id, row.id);
    if (!claimed) throw runErrors.RUN_NOT_INTERRUPTED({ status: row.status });
    const events = await this.reader.read(row.id);
    const left = { record: recordOf(claimed), target, fence: claimed.fence, events };
    return this.starter.resume(left, { repeatsWrites: true });
  }

  /** Ends an interrupted run that nobody wants to go on. */
  async stopInterrupted(row: RunEntity, reason: string): Promise<void> {
    const claimed = await this.runs.claimInterrupted(this.writer.owner, row.workspace_id, row.id);
    if (claimed) await this.end(claimed, 'stopped', stopped(reason));
  }

  /** Writes the last event of a run that does not go on. */
  private async end(row: RunEntity, status: RunStatus, error: WireError): Promise<undefined> {
    // Also a run whose values are lost must come to an end.
    const past = await this.reader.readOutline(row.id);
    const journal = this.writer.open({ record: recordOf(row), fence: row.fence, past }, () => undefined);
    const now = Date.now();
    const last: RunEvent = {
      type: 'run.finished',
      runId: row.id,
      seq: journal.fold.lastSeq + 1,
      at: now,
      data: {
        status,
        outputs: {},
        error,
        usage: usageOf(past),
        elapsed_ms: Math.max(0, now - row.created_at.getTime()),
      },
    };
    journal.append([last]);
    await journal.flush();
  }
}
