import { NO_USAGE, toWireError } from '@heddle/engine';
import { isFlowError, type RunEvent, type RunStatus, type WireError } from '@heddle/model';
import { Injectable } from '@nestjs/common';
import { JournalReader } from '../../adapters/journal/journal-reader';
import { JournalWriter } from '../../adapters/journal/journal-writer';
import type { RunRecord } from '../../adapters/journal/run-record';
import { AppLogger } from '../../platform/logging/app-logger';
import type { ActiveRun } from './active-run';
import type { RunEntity } from './entities/run.entity';
import { runErrors } from './run-errors';
import { RunStarter } from './run-starter';
import { RunTargets } from './run-targets';
import { RunsRepository } from './runs.repository';

/** Processes that may end under a run before it is given up as the cause. */
const MAX_CRASHES = 3;

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

  /** Goes on with a run that was claimed, unless it seems to be what ends the processes that run it. */
  async takeOver(row: RunEntity): Promise<void> {
    const crashes = row.fence - 1;
    try {
      if (crashes > MAX_CRASHES) {
        await this.end(row, 'failed', toWireError(runErrors.POISON({ crashes })));
        return;
      }
      const events = await this.reader.read(row.id);
      const target = await this.targets.of(row, events);
      const left = { record: recordOf(row), target, fence: row.fence, events };
      this.starter.resume(left, { repeatsWrites: false });
      if (crashes > 0)
        this.logger.pino.info({ run_id: row.id, crashes }, 'Took over a run that was left behind');
    } catch (error) {
      if (!isFlowError(error)) throw error;
      await this.end(row, 'failed', toWireError(error));
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
    if (claimed) await this.end(claimed, 'stopped', { code: 'RUN_STOPPED', message: reason });
  }

  /** Writes the last event of a run that does not go on. */
  private async end(row: RunEntity, status: RunStatus, error: WireError): Promise<void> {
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
        usage: NO_USAGE,
        elapsed_ms: Math.max(0, now - row.created_at.getTime()),
      },
    };
    journal.append([last]);
    await journal.flush();
  }
}
