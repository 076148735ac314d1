import {
  chatMessageBodySchema,
  chatText,
  stopTaskBodySchema,
  type ChatMessageBody,
  type StopTaskBody,
} from '@heddle/contracts';
import { Controller, Headers, HttpCode, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { GuardedBy } from '../../platform/auth/access';
import { IdParam, ParsedBody, parseBody } from '../../platform/http/request-input';
import type { KeyHolder } from '../flows/api-keys.service';
import { ApiKeyGuard, CallingKey, KeyScope } from './api-key.guard';
import { difyChatAnswer, difyIds } from './dify-answers';
import { refuseFailed } from './dify-refusal';
import { DifyEvents } from './dify-events';
import { DifyFiles } from './dify-files';
import { streamDify } from './dify-stream';
import { PublishedCalls, stopWithCaller, waitForOutcome } from './published-calls';
import { publishedErrors } from './published-errors';
import { TaskStops } from './task-stops';

const questionSchema = z.object({ query: chatText() });

/** Messages to published chatflows, as Dify's service API has them. */
@ApiTags('published flows')
@GuardedBy(ApiKeyGuard)
@Controller('v1/chat-messages')
export class ChatMessagesController {
  constructor(
    private readonly calls: PublishedCalls,
    private readonly files: DifyFiles,
    private readonly stops: TaskStops,
  ) {}

  @Post()
  @HttpCode(200)
  @KeyScope('run')
  async send(
    @CallingKey() holder: KeyHolder,
    @ParsedBody(chatMessageBodySchema) body: ChatMessageBody,
    @Headers('idempotency-key') key: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<object | undefined> {
    const { query } = parseBody(questionSchema, { query: body.query });
    const target = await this.calls.target(holder, {
      mode: 'chatflow',
      otherMode: () => publishedErrors.NOT_CHAT_APP({}),
      workflowId: body.workflow_id,
    });
    const call = await this.calls.start(holder, target, {
      user: body.user,
      query,
      ...(await this.files.given(holder, body)),
      ...(body.conversation_id ? { sessionId: body.conversation_id } : {}),
      ...(key === undefined ? {} : { idempotency: { key, content: ['chat', body] } }),
    });
    const ids = difyIds(call, target);
    const hasIdempotencyKey = key !== undefined;
    if (body.response_mode !== 'streaming') {
      const run = await waitForOutcome(reply, call, { hasIdempotencyKey });
      return refuseFailed(reply, run) ?? difyChatAnswer(ids, run);
    }
    stopWithCaller(reply, call, hasIdempotencyKey);
    const caller = { mode: 'chat', keyId: holder.keyId, user: body.user } as const;
    await streamDify(reply, call, new DifyEvents(ids, caller));
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
