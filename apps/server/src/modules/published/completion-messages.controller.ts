import {
  stopTaskBodySchema,
  workflowRunBodySchema,
  type StopTaskBody,
  type WorkflowRunBody,
} from '@heddle/contracts';
import { Controller, Headers, HttpCode, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { GuardedBy } from '../../platform/auth/access';
import { IdParam, ParsedBody } from '../../platform/http/request-input';
import type { KeyHolder } from '../flows/api-keys.service';
import { ApiKeyGuard, CallingKey, KeyScope } from './api-key.guard';
import { difyCompletionAnswer, difyIds } from './dify-answers';
import { refuseFailed } from './dify-refusal';
import { DifyEvents } from './dify-events';
import { DifyFiles } from './dify-files';
import { streamDify } from './dify-stream';
import { PublishedCalls, stopWithCaller, waitForOutcome } from './published-calls';
import { publishedErrors } from './published-errors';
import { TaskStops } from './task-stops';

/** All that clients of completion apps know. */
const TOLD: ReadonlySet<unknown> = new Set(['message', 'message_replace', 'message_end', 'error']);

const messagesOnly = (events: DifyEvents): Pick<DifyEvents, 'translate'> => ({
  translate: (event) =>
    events
      .translate(event)
      .filter((told) => TOLD.has(told['event']))
      .map(({ conversation_id: _, ...told }) => told),
});

/** Texts by published workflows, as Dify's service API has them for completion apps, which become workflows here. */
@ApiTags('published flows')
@GuardedBy(ApiKeyGuard)
@Controller('v1/completion-messages')
export class CompletionMessagesController {
  constructor(
    private readonly calls: PublishedCalls,
    private readonly files: DifyFiles,
    private readonly stops: TaskStops,
  ) {}

  @Post()
  @HttpCode(200)
  @KeyScope('run')
  async complete(
    @CallingKey() holder: KeyHolder,
    @ParsedBody(workflowRunBodySchema) body: WorkflowRunBody,
    @Headers('idempotency-key') key: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<object | undefined> {
    const target = await this.calls.target(holder, {
      mode: 'workflow',
      otherMode: () => publishedErrors.NOT_COMPLETION_APP({}),
    });
    const call = await this.calls.start(holder, target, {
      user: body.user,
      ...(await this.files.given(holder, body)),
      ...(key === undefined ? {} : { idempotency: { key, content: ['text', body] } }),
    });
    const ids = difyIds(call, target);
    const hasIdempotencyKey = key !== undefined;
    if (body.response_mode !== 'streaming') {
      const run = await waitForOutcome(reply, call, { hasIdempotencyKey });
      return refuseFailed(reply, run) ?? difyCompletionAnswer(ids, run);
    }
    stopWithCaller(reply, call, hasIdempotencyKey);
    const caller = { mode: 'chat', keyId: holder.keyId, user: body.user } as const;
    await streamDify(reply, call, messagesOnly(new DifyEvents(ids, caller)));
    return undefined;
  }

  @Post(':taskId/stop')
  @HttpCode(200)
  @KeyScope('run')
  stop(
    @CallingKey() holder: KeyHolder,
    @IdParam('taskId') taskId: string,
    @ParsedBody(stopTaskBodySchema) { user }: StopTaskBody,
  ): Promise<{ result: 'success' }> {
    return this.stops.stop(holder, taskId, user);
  }
}
