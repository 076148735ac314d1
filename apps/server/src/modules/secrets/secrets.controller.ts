import {
  SECRET_SORTS,
  createSecretBodySchema,
  listQuery,
  pageOf,
  secretSchema,
  updateSecretBodySchema,
  type CreateSecretBody,
  type ListQuery,
  type Page,
  type Secret,
  type UpdateSecretBody,
} from '@heddle/contracts';
import { Controller, Delete, Get, HttpCode, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Require } from '../../platform/auth/access';
import { CurrentActor, type Actor } from '../../platform/auth/actor';
import { Answers, IdParam, ParsedBody, ParsedQuery } from '../../platform/http/request-input';
import { SecretsService } from './secrets.service';

/** The secrets of a workspace; their values go in and never come out. */
@ApiTags('secrets')
@Controller('api/secrets')
export class SecretsController {
  constructor(private readonly secrets: SecretsService) {}

  @Get()
  @Require('secret.read')
  @Answers(pageOf(secretSchema), 'Names and descriptions')
  list(
    @CurrentActor() actor: Actor,
    @ParsedQuery(listQuery(SECRET_SORTS)) query: ListQuery,
  ): Promise<Page<Secret>> {
    return this.secrets.list(actor, query);
  }

  @Post()
  @Require('secret.write')
  @Answers(secretSchema, 'The new secret, without its value', 201)
  create(
    @CurrentActor() actor: Actor,
    @ParsedBody(createSecretBodySchema) body: CreateSecretBody,
  ): Promise<Secret> {
    return this.secrets.create(actor, body);
  }

  @Put(':id')
  @Require('secret.write')
  @Answers(secretSchema, 'The changed secret, without its value')
  update(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @ParsedBody(updateSecretBodySchema) body: UpdateSecretBody,
  ): Promise<Secret> {
    return this.secrets.update(actor, id, body);
  }

  @Delete(':id')
  @HttpCode(204)
  @Require('secret.write')
  delete(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<void> {
    return this.secrets.delete(actor, id);
  }
}
