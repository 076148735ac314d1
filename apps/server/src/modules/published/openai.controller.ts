import { chatCompletionBodySchema, chatText, type ChatCompletionBody } from '@heddle/contracts';
import type { JsonObject } from '@heddle/model';
import { Controller, Get, Headers, HttpCode, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { GuardedBy } from '../../platform/auth/access';
import { ParsedBody, parseBody } from '../../platform/http/request-input';
import type { KeyHolder } from '../flows/api-keys.service';
import { ApiKeyGuard, CallingKey, KeyScope } from './api-key.guard';
import { seconds } from './dify-answers';
import { CompletionChunks, completionHead, completionOf } from './openai-answers';
import { openAiRunError } from './openai-errors';
import { askedNow } from './openai-request';
import { streamCompletion } from './openai-stream';
import { PublishedCalls, stopWithCaller, waitForOutcome } from './published-calls';

const questionSchema = z.object({ messages: chatText() });

/** A published flow as a model: the key's flow answers, whatever model the client names. */
@ApiTags('published flows')
@GuardedBy(ApiKeyGuard)
@Controller('v1')
export class OpenAiController {
  constructor(private readonly calls: PublishedCalls) {}

  @Get('models')
  @KeyScope('read')
  async models(@CallingKey() holder: KeyHolder): Promise<JsonObject> {
    const flow = await this.calls.flowOf(holder);
    const model = {
      id: flow.id,
      object: 'model',
      created: seconds(flow.createdAt.getTime()),
      owned_by: 'heddle',
    };
    return { object: 'list', data: [model] };
  }

  @Post('chat/completions')
  @HttpCode(200)
  @KeyScope('run')
  async complete(
    @CallingKey() holder: KeyHolder,
    @ParsedBody(chatCompletionBodySchema) body: ChatCompletionBody,
    @Headers('idempotency-key') key: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject | undefined> {
    const asked = askedNow(body);
    const { messages: query } = parseBody(questionSchema, { messages: asked.query });
    const target = await this.calls.target(holder);
    const call = await this.calls.start(holder, target, {
      user: body.user ?? holder.keyId,
      inputs: (body.inputs ?? {}) as JsonObject,
      query,
      history: asked.history,
      ...(key === undefined ? {} : { idempotency: { key, content: ['completion', body] } }),
    });
    const head = completionHead(call, body.model ?? holder.flowId);
    const hasIdempotencyKey = key !== undefined;
    if (body.stream === true) {
      stopWithCaller(reply, call, hasIdempotencyKey);
      const hasUsage = body.stream_options?.include_usage === true;
      await streamCompletion(reply, call, new CompletionChunks(head, hasUsage));
      return undefined;
    }
    const run = await waitForOutcome(reply, call, { hasIdempotencyKey });
    if (run.status !== 'failed' || run.error === null) return completionOf(head, run);
    // Clients of OpenAI repeat what answers with 5xx; a flow that failed would only do it all again.
    reply.status(422);
    return openAiRunError(run.error);
  }
}
