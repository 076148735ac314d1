import {
  conversationListQuerySchema,
  conversationVariablesQuerySchema,
  deleteConversationBodySchema,
  renameConversationBodySchema,
  setVariableBodySchema,
  type ConversationListQuery,
  type ConversationVariablesQuery,
  type DeleteConversationBody,
  type RenameConversationBody,
  type SetVariableBody,
} from '@heddle/contracts';
import type { JsonObject } from '@heddle/model';
import { Controller, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { GuardedBy } from '../../platform/auth/access';
import { IdParam, ParsedBody, ParsedQuery } from '../../platform/http/request-input';
import type { KeyHolder } from '../flows/api-keys.service';
import { ApiKeyGuard, CallingKey, KeyScope } from './api-key.guard';
import { DifyConversations } from './dify-conversations';
import { DifyVariables } from './dify-variables';

/** Conversations with published chatflows, as Dify's service API has them. */
@ApiTags('published flows')
@GuardedBy(ApiKeyGuard)
@Controller('v1/conversations')
export class ConversationsController {
  constructor(
    private readonly conversations: DifyConversations,
    private readonly variables: DifyVariables,
  ) {}

  @Get()
  @KeyScope('read')
  list(
    @CallingKey() holder: KeyHolder,
    @ParsedQuery(conversationListQuerySchema) query: ConversationListQuery,
  ): Promise<JsonObject> {
    return this.conversations.list(holder, query);
  }

  @Delete(':id')
  @HttpCode(204)
  @KeyScope('run')
  remove(
    @CallingKey() holder: KeyHolder,
    @Param('id') id: string,
    @ParsedBody(deleteConversationBodySchema) { user }: DeleteConversationBody,
  ): Promise<void> {
    return this.conversations.remove(holder, { user, id });
  }

  @Post(':id/name')
  @HttpCode(200)
  @KeyScope('run')
  rename(
    @CallingKey() holder: KeyHolder,
    @Param('id') id: string,
    @ParsedBody(renameConversationBodySchema) body: RenameConversationBody,
  ): Promise<JsonObject> {
    return this.conversations.rename(holder, id, body);
  }

  @Get(':id/variables')
  @KeyScope('read')
  listVariables(
    @CallingKey() holder: KeyHolder,
    @Param('id') id: string,
    @ParsedQuery(conversationVariablesQuerySchema) query: ConversationVariablesQuery,
  ): Promise<JsonObject> {
    return this.variables.list(holder, id, query);
  }

  @Put(':id/variables/:variableId')
  @KeyScope('run')
  setVariable(
    @CallingKey() holder: KeyHolder,
    @Param('id') id: string,
    @IdParam('variableId') variableId: string,
    @ParsedBody(setVariableBodySchema) body: SetVariableBody,
  ): Promise<JsonObject> {
    return this.variables.set(holder, { id, variableId }, body);
  }
}
