import { Injectable } from '@nestjs/common';
import { requestErrors } from '../../platform/errors/request-errors';
import type { KeyHolder } from '../flows/api-keys.service';
import { RunsService } from '../runs/runs.service';

/** Stops runs on behalf of those who started them by API. */
@Injectable()
export class TaskStops {
  constructor(private readonly runs: RunsService) {}

  /** @throws NOT_FOUND for runs of other flows and other users */
  async stop(holder: KeyHolder, taskId: string, user: string): Promise<{ result: 'success' }> {
    const key = { workspaceId: holder.workspaceId, runId: taskId };
    const run = await this.runs.owner(key);
    if (run.flowId !== holder.flowId || run.userId !== user)
      throw requestErrors.NOT_FOUND({ what: 'the run' });
    await this.runs.stop(key, 'The run was stopped by its caller.');
    return { result: 'success' };
  }
}
