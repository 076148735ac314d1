import {
  modelDefaultsSchema,
  modelUsageQuerySchema,
  modelUsageSchema,
  updateModelDefaultsBodySchema,
  type ModelDefaults,
  type ModelUsage,
  type ModelUsageQuery,
  type UpdateModelDefaultsBody,
} from '@heddle/contracts';
import { Controller, Get, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Require } from '../../platform/auth/access';
import { CurrentActor, type Actor } from '../../platform/auth/actor';
import { Answers, ParsedBody, ParsedQuery } from '../../platform/http/request-input';
import { ModelDefaultsService } from './model-defaults.service';
import { UsageService } from './usage.service';

/** Which models stand where none is chosen, and what all of them were used for. */
@ApiTags('models')
@Controller('api')
export class ModelSettingsController {
  constructor(
    private readonly defaults: ModelDefaultsService,
    private readonly usage: UsageService,
  ) {}

  @Get('model-defaults')
  @Require('model.read')
  @Answers(modelDefaultsSchema, 'The default of each type')
  getDefaults(@CurrentActor() actor: Actor): Promise<ModelDefaults> {
    return this.defaults.get(actor);
  }

  @Put('model-defaults')
  @Require('model.write')
  @Answers(modelDefaultsSchema, 'The default of each type')
  updateDefaults(
    @CurrentActor() actor: Actor,
    @ParsedBody(updateModelDefaultsBodySchema) body: UpdateModelDefaultsBody,
  ): Promise<ModelDefaults> {
    return this.defaults.update(actor, body);
  }

  @Get('model-usage')
  @Require('model.read')
  @Answers(modelUsageSchema, 'Requests, tokens and cost by day and model')
  getUsage(
    @CurrentActor() actor: Actor,
    @ParsedQuery(modelUsageQuerySchema) query: ModelUsageQuery,
  ): Promise<ModelUsage> {
    return this.usage.list(actor, query);
  }
}
