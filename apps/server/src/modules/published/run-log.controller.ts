import { workflowLogsQuerySchema, type WorkflowLogsQuery } from '@heddle/contracts';
import type { JsonObject } from '@heddle/model';
import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { GuardedBy } from '../../platform/auth/access';
import { IdParam, ParsedQuery } from '../../platform/http/request-input';
import type { KeyHolder } from '../flows/api-keys.service';
import { ApiKeyGuard, CallingKey, KeyScope } from './api-key.guard';
import { DifyRunLog } from './dify-run-log';

/** What became of runs, as Dify's service API has it. */
@ApiTags('published flows')
@GuardedBy(ApiKeyGuard)
@Controller('v1/workflows')
export class RunLogController {
  constructor(private readonly log: DifyRunLog) {}

  @Get('logs')
  @KeyScope('read')
  list(
    @CallingKey() holder: KeyHolder,
    @ParsedQuery(workflowLogsQuerySchema) query: WorkflowLogsQuery,
  ): Promise<JsonObject> {
    return this.log.list(holder, query);
  }

  @Get('run/:runId')
  @KeyScope('read')
  run(@CallingKey() holder: KeyHolder, @IdParam('runId') runId: string): Promise<JsonObject> {
    return this.log.run(holder, runId);
  }
}
