import {
  createModelInstanceBodySchema,
  createModelProviderBodySchema,
  deleteModelQuerySchema,
  detectedModelsSchema,
  localProvidersSchema,
  modelInstanceSchema,
  modelProviderSchema,
  modelProvidersQuerySchema,
  pageOf,
  providerPresetsSchema,
  providerTestSchema,
  updateModelProviderBodySchema,
  type CreateModelInstanceBody,
  type CreateModelProviderBody,
  type DeleteModelQuery,
  type DetectedModels,
  type LocalProviders,
  type ModelInstance,
  type ModelProvider,
  type ModelProvidersQuery,
  type Page,
  type ProviderPresets,
  type ProviderTest,
  type UpdateModelProviderBody,
} from '@heddle/contracts';
import { Controller, Delete, Get, HttpCode, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { listPresets } from '../../adapters/models/presets/presets';
import { Require } from '../../platform/auth/access';
import { CurrentActor, type Actor } from '../../platform/auth/actor';
import { Answers, IdParam, ParsedBody, ParsedQuery } from '../../platform/http/request-input';
import { InstancesService } from './instances.service';
import { ProviderTests } from './provider-tests.service';
import { ProvidersService } from './providers.service';

/** The model providers of a workspace; their keys go in and never come out. */
@ApiTags('models')
@Controller('api/model-providers')
export class ModelProvidersController {
  constructor(
    private readonly providers: ProvidersService,
    private readonly instances: InstancesService,
    private readonly tests: ProviderTests,
  ) {}

  @Get()
  @Require('model.read')
  @Answers(pageOf(modelProviderSchema), 'Providers, without their keys')
  list(
    @CurrentActor() actor: Actor,
    @ParsedQuery(modelProvidersQuerySchema) query: ModelProvidersQuery,
  ): Promise<Page<ModelProvider>> {
    return this.providers.list(actor, query);
  }

  @Get('presets')
  @Require('model.read')
  @Answers(providerPresetsSchema, 'The kinds of providers')
  presets(): ProviderPresets {
    return { items: [...listPresets()] };
  }

  @Get('local')
  @Require('model.write')
  @Answers(localProvidersSchema, 'Model servers that run on this machine')
  local(@CurrentActor() actor: Actor): Promise<LocalProviders> {
    return this.tests.findLocal(actor);
  }

  @Get(':id')
  @Require('model.read')
  @Answers(modelProviderSchema, 'A provider, without its keys')
  get(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<ModelProvider> {
    return this.providers.get(actor, id);
  }

  @Post()
  @Require('model.write')
  @Answers(modelProviderSchema, 'The new provider, without its keys', 201)
  create(
    @CurrentActor() actor: Actor,
    @ParsedBody(createModelProviderBodySchema) body: CreateModelProviderBody,
  ): Promise<ModelProvider> {
    return this.providers.create(actor, body);
  }

  @Put(':id')
  @Require('model.write')
  @Answers(modelProviderSchema, 'The changed provider, without its keys')
  update(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @ParsedBody(updateModelProviderBodySchema) body: UpdateModelProviderBody,
  ): Promise<ModelProvider> {
    return this.providers.update(actor, id, body);
  }

  @Delete(':id')
  @HttpCode(204)
  @Require('model.write')
  delete(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @ParsedQuery(deleteModelQuerySchema) query: DeleteModelQuery,
  ): Promise<void> {
    return this.providers.delete(actor, id, query.force);
  }

  @Post(':id/test')
  @HttpCode(200)
  @Require('model.write')
  @Answers(providerTestSchema, 'Whether it answers and takes the key, within 5 s')
  test(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<ProviderTest> {
    return this.tests.test(actor, id);
  }

  @Post(':id/detect')
  @HttpCode(200)
  @Require('model.write')
  @Answers(detectedModelsSchema, 'The models that it lists')
  detect(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<DetectedModels> {
    return this.tests.detect(actor, id);
  }

  @Post(':id/models')
  @Require('model.write')
  @Answers(modelInstanceSchema, 'The new model', 201)
  addModel(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @ParsedBody(createModelInstanceBodySchema) body: CreateModelInstanceBody,
  ): Promise<ModelInstance> {
    return this.instances.create(actor, id, body);
  }
}
