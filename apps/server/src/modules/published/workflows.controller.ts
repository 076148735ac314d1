import {
  stopTaskBodySchema,
  workflowRunBodySchema,
  type StopTaskBody,
  type WorkflowRunBody,
} from '@heddle/contracts';
import type { JsonObject } from '@heddle/model';
import { Controller, Headers, HttpCode, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { GuardedBy } from '../../platform/auth/access';
import { IdParam, ParsedBody } from '../../platform/http/request-input';
import type { KeyHolder } from '../flows/api-keys.service';
import { ApiKeyGuard, CallingKey, KeyScope } from './api-key.guard';
import { difyIds, difyWorkflowAnswer } from './dify-answers';
import { DifyEvents } from './dify-events';
import { DifyFiles } from './dify-files';
import { streamDify } from './dify-stream';
import { PublishedCalls, stopWithCaller, waitForOutcome } from './published-calls';
import { publishedErrors } from './published-errors';
import { TaskStops } from './task-stops';

/** A call as it came; `workflowId` names one version. */
interface WorkflowCall {
  readonly body: WorkflowRunBody;
  readonly key: string | undefined;
  readonly workflowId?: string;
}

/** Runs of published workflows, as Dify's service API has them. */
@ApiTags('published flows')
@GuardedBy(ApiKeyGuard)
@Controller('v1/workflows')
export class WorkflowsController {
  constructor(
    private readonly calls: PublishedCalls,
    private readonly files: DifyFiles,
    private readonly stops: TaskStops,
  ) {}

  @Post('run')
  @HttpCode(200)
  @KeyScope('run')
  run(
    @CallingKey() holder: KeyHolder,
    @ParsedBody(workflowRunBodySchema) body: WorkflowRunBody,
    @Headers('idempotency-key') key: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject | undefined> {
    return this.answer(holder, { body, key }, reply);
  }

  @Post(':workflowId/run')
  @HttpCode(200)
  @KeyScope('run')
  runVersion(
    @CallingKey() holder: KeyHolder,
    @IdParam('workflowId') workflowId: string,
    @ParsedBody(workflowRunBodySchema) body: WorkflowRunBody,
    @Headers('idempotency-key') key: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject | undefined> {
    return this.answer(holder, { body, key, workflowId }, reply);
  }

  @Post('tasks/:taskId/stop')
  @HttpCode(200)
  @KeyScope('run')
  stop(
    @CallingKey() holder: KeyHolder,
    @IdParam('taskId') taskId: string,
    @ParsedBody(stopTaskBodySchema) { user }: StopTaskBody,
  ): Promise<{ result: 'success' }> {
    return this.stops.stop(holder, taskId, user);
  }

  private async answer(
    holder: KeyHolder,
    { body, key, workflowId }: WorkflowCall,
    reply: FastifyReply,
  ): Promise<JsonObject | undefined> {
    const target = await this.calls.target(holder, {
      mode: 'workflow',
      otherMode: () => publishedErrors.NOT_WORKFLOW_APP({}),
      workflowId,
    });
    const content = workflowId === undefined ? ['workflow', body] : ['workflow', body, workflowId];
    const call = await this.calls.start(holder, target, {
      user: body.user,
      ...(await this.files.given(holder, body)),
      ...(key === undefined ? {} : { idempotency: { key, content } }),
    });
    const ids = difyIds(call, target);
    const hasIdempotencyKey = key !== undefined;
    if (body.response_mode !== 'streaming') {
      return difyWorkflowAnswer(ids, await waitForOutcome(reply, call, { hasIdempotencyKey }));
    }
    stopWithCaller(reply, call, hasIdempotencyKey);
    const caller = { mode: 'workflow', keyId: holder.keyId, user: body.user } as const;
    await streamDify(reply, call, new DifyEvents(ids, caller));
    return undefined;
  }
}
