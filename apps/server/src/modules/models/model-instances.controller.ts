import {
  deleteModelQuerySchema,
  modelInstanceSchema,
  modelInstancesQuerySchema,
  modelTestSchema,
  pageOf,
  testModelBodySchema,
  updateModelInstanceBodySchema,
  type DeleteModelQuery,
  type ModelInstance,
  type ModelInstancesQuery,
  type ModelTest,
  type Page,
  type TestModelBody,
  type UpdateModelInstanceBody,
} from '@heddle/contracts';
import { Controller, Delete, Get, HttpCode, Post, Put, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Require } from '../../platform/auth/access';
import { CurrentActor, type Actor } from '../../platform/auth/actor';
import { Answers, IdParam, ParsedBody, ParsedQuery } from '../../platform/http/request-input';
import { streamTest } from './instance-test-answer';
import { InstanceTests } from './instance-tests.service';
import { InstancesService } from './instances.service';

/** The models of a workspace. */
@ApiTags('models')
@Controller('api/model-instances')
export class ModelInstancesController {
  constructor(
    private readonly instances: InstancesService,
    private readonly tests: InstanceTests,
  ) {}

  @Get()
  @Require('model.read')
  @Answers(pageOf(modelInstanceSchema), 'Models')
  list(
    @CurrentActor() actor: Actor,
    @ParsedQuery(modelInstancesQuerySchema) query: ModelInstancesQuery,
  ): Promise<Page<ModelInstance>> {
    return this.instances.list(actor, query);
  }

  @Get(':id')
  @Require('model.read')
  @Answers(modelInstanceSchema, 'A model')
  get(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<ModelInstance> {
    return this.instances.get(actor, id);
  }

  @Put(':id')
  @Require('model.write')
  @Answers(modelInstanceSchema, 'The changed model')
  update(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @ParsedBody(updateModelInstanceBodySchema) body: UpdateModelInstanceBody,
  ): Promise<ModelInstance> {
    return this.instances.update(actor, id, body);
  }

  @Delete(':id')
  @HttpCode(204)
  @Require('model.write')
  delete(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @ParsedQuery(deleteModelQuerySchema) query: DeleteModelQuery,
  ): Promise<void> {
    return this.instances.delete(actor, id, query.force);
  }

  @Post(':id/test')
  @HttpCode(200)
  @Require('model.write')
  @Answers(modelTestSchema, 'What the model said, or why it did not')
  async test(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @ParsedBody(testModelBodySchema.prefault({})) body: TestModelBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ModelTest | undefined> {
    const test = await this.tests.prepare(actor, id, body);
    if (!body.stream) return test.run(() => Promise.resolve());
    await streamTest(reply, test);
    return undefined;
  }
}
