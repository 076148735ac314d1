import {
  API_KEY_SORTS,
  apiKeySchema,
  createApiKeyBodySchema,
  createdApiKeySchema,
  listQuery,
  pageOf,
  type ApiKey,
  type CreateApiKeyBody,
  type CreatedApiKey,
  type ListQuery,
  type Page,
} from '@heddle/contracts';
import { Controller, Delete, Get, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Require } from '../../platform/auth/access';
import { CurrentActor, type Actor } from '../../platform/auth/actor';
import { Answers, IdParam, ParsedBody, ParsedQuery } from '../../platform/http/request-input';
import { ApiKeysService } from './api-keys.service';

/** Keys that call a published flow. */
@ApiTags('api keys')
@Controller('api/flow/definitions/:id/api-keys')
export class ApiKeysController {
  constructor(private readonly keys: ApiKeysService) {}

  @Get()
  @Require('flow.read')
  @Answers(pageOf(apiKeySchema))
  list(
    @CurrentActor() { workspaceId }: Actor,
    @IdParam() id: string,
    @ParsedQuery(listQuery(API_KEY_SORTS)) query: ListQuery,
  ): Promise<Page<ApiKey>> {
    return this.keys.list({ workspaceId, id }, query);
  }

  @Post()
  @Require('key.manage')
  @Answers(createdApiKeySchema, 'The new key, shown this once', 201)
  create(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @ParsedBody(createApiKeyBodySchema) body: CreateApiKeyBody,
  ): Promise<CreatedApiKey> {
    return this.keys.create(actor, id, body);
  }

  @Delete(':keyId')
  @HttpCode(204)
  @Require('key.manage')
  revoke(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @IdParam('keyId') keyId: string,
  ): Promise<void> {
    return this.keys.revoke(actor, id, keyId);
  }
}
