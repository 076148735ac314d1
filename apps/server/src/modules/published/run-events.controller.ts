import { callerQuerySchema, type CallerQuery } from '@heddle/contracts';
import { isFinalStatus } from '@heddle/model';
import { Controller, Get, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { GuardedBy } from '../../platform/auth/access';
import { requestErrors } from '../../platform/errors/request-errors';
import { IdParam, ParsedQuery } from '../../platform/http/request-input';
import type { KeyHolder } from '../flows/api-keys.service';
import { RunCalls } from '../runs/run-calls';
import { RunsService } from '../runs/runs.service';
import { ApiKeyGuard, CallingKey, KeyScope } from './api-key.guard';
import { difyIds } from './dify-answers';
import { DifyEvents } from './dify-events';
import { streamDify } from './dify-stream';
import { PublishedCalls } from './published-calls';

const endOnly = (events: DifyEvents): Pick<DifyEvents, 'translate'> => ({
  translate: (event) => events.translate(event).filter((told) => told['event'] === 'workflow_finished'),
});

/** Streams of runs for callers that lost theirs, as Dify's service API has them. */
@ApiTags('published flows')
@GuardedBy(ApiKeyGuard)
@Controller('v1/workflow')
export class RunEventsController {
  constructor(
    private readonly published: PublishedCalls,
    private readonly calls: RunCalls,
    private readonly runs: RunsService,
  ) {}

  /** Everything of a run under way, from its start; of one that has ended its end alone. */
  @Get(':runId/events')
  @KeyScope('read')
  async follow(
    @CallingKey() holder: KeyHolder,
    @IdParam('runId') runId: string,
    @ParsedQuery(callerQuerySchema) { user }: CallerQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const flow = await this.published.flowOf(holder);
    const run = await this.runs.whole({ workspaceId: holder.workspaceId, runId });
    const call = await this.calls.known(holder.workspaceId, runId);
    const isOwn = run.flow_id === holder.flowId && run.user_id === user && run.source === 'api';
    if (!call || !isOwn) throw requestErrors.NOT_FOUND({ what: 'the run' });
    const mode = flow.mode === 'chatflow' ? 'chat' : 'workflow';
    const ids = difyIds(call, { flowId: run.flow_id, version: run.version });
    const events = new DifyEvents(ids, { mode, keyId: holder.keyId, user });
    await streamDify(reply, call, isFinalStatus(run.status) ? endOnly(events) : events);
  }
}
