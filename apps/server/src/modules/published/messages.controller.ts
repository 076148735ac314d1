import {
  callerQuerySchema,
  feedbackListQuerySchema,
  messageFeedbackBodySchema,
  messageListQuerySchema,
  type CallerQuery,
  type FeedbackListQuery,
  type MessageFeedbackBody,
  type MessageListQuery,
} from '@heddle/contracts';
import type { JsonObject } from '@heddle/model';
import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { GuardedBy } from '../../platform/auth/access';
import { IdParam, ParsedBody, ParsedQuery } from '../../platform/http/request-input';
import type { KeyHolder } from '../flows/api-keys.service';
import { ApiKeyGuard, CallingKey, KeyScope } from './api-key.guard';
import { DifyMessages } from './dify-messages';
import { DifySuggestions } from './dify-suggestions';

/** Messages of published chatflows and what users think of them, as Dify's service API has them. */
@ApiTags('published flows')
@GuardedBy(ApiKeyGuard)
@Controller('v1')
export class MessagesController {
  constructor(
    private readonly messages: DifyMessages,
    private readonly suggestions: DifySuggestions,
  ) {}

  @Get('messages')
  @KeyScope('read')
  list(
    @CallingKey() holder: KeyHolder,
    @ParsedQuery(messageListQuerySchema) query: MessageListQuery,
  ): Promise<JsonObject> {
    return this.messages.list(holder, query);
  }

  @Post('messages/:id/feedbacks')
  @HttpCode(200)
  @KeyScope('run')
  rate(
    @CallingKey() holder: KeyHolder,
    @IdParam() id: string,
    @ParsedBody(messageFeedbackBodySchema) body: MessageFeedbackBody,
  ): Promise<{ result: 'success' }> {
    return this.messages.rate(holder, id, body);
  }

  /** Asks a model, so it needs the scope of runs. */
  @Get('messages/:id/suggested')
  @KeyScope('run')
  suggest(
    @CallingKey() holder: KeyHolder,
    @IdParam() id: string,
    @ParsedQuery(callerQuerySchema) { user }: CallerQuery,
  ): Promise<{ result: 'success'; data: string[] }> {
    return this.suggestions.after(holder, user, id);
  }

  @Get('app/feedbacks')
  @KeyScope('read')
  listFeedbacks(
    @CallingKey() holder: KeyHolder,
    @ParsedQuery(feedbackListQuerySchema) query: FeedbackListQuery,
  ): Promise<JsonObject> {
    return this.messages.listFeedbacks(holder, query);
  }
}
