import {
  flowSchema,
  flowVersionDetailSchema,
  flowVersionSchema,
  listQuery,
  pageOf,
  publishFlowBodySchema,
  VERSION_SORTS,
  type Flow,
  type FlowVersion,
  type FlowVersionDetail,
  type ListQuery,
  type Page,
  type PublishFlowBody,
} from '@heddle/contracts';
import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { Require } from '../../platform/auth/access';
import { CurrentActor, type Actor } from '../../platform/auth/actor';
import { Answers, IdParam, ParsedBody, ParsedQuery } from '../../platform/http/request-input';
import { FlowsService } from './flows.service';
import { parseVersion, VersionsService } from './versions.service';

/** Published versions of a flow. */
@ApiTags('versions')
@Controller('api/flow/definitions/:id')
export class VersionsController {
  constructor(
    private readonly versions: VersionsService,
    private readonly flows: FlowsService,
  ) {}

  @Post('publish')
  @Require('flow.publish')
  @Answers(flowVersionSchema, 'The new version', 201)
  publish(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @ParsedBody(publishFlowBodySchema.default({ name: '', note: '' })) body: PublishFlowBody,
  ): Promise<FlowVersion> {
    return this.versions.publish(actor, id, body);
  }

  @Post('unpublish')
  @HttpCode(200)
  @Require('flow.publish')
  @Answers(flowSchema)
  async unpublish(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<Flow> {
    await this.versions.unpublish(actor, id);
    return this.flows.get({ workspaceId: actor.workspaceId, id });
  }

  @Get('versions')
  @Require('flow.read')
  @Answers(pageOf(flowVersionSchema))
  list(
    @CurrentActor() { workspaceId }: Actor,
    @IdParam() id: string,
    @ParsedQuery(listQuery(VERSION_SORTS)) query: ListQuery,
  ): Promise<Page<FlowVersion>> {
    return this.versions.list({ workspaceId, id }, query);
  }

  @Get('versions/:version')
  @Require('flow.read')
  @Answers(flowVersionDetailSchema)
  get(
    @CurrentActor() { workspaceId }: Actor,
    @IdParam() id: string,
    @Param('version') version: string,
  ): Promise<FlowVersionDetail> {
    return this.versions.get({ workspaceId, id }, parseVersion(version));
  }

  @Post('versions/:version/rollback')
  @HttpCode(200)
  @Require('flow.publish')
  @Answers(flowVersionSchema)
  rollback(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Param('version') version: string,
  ): Promise<FlowVersion> {
    return this.versions.rollback(actor, id, parseVersion(version));
  }

  @Post('versions/:version/restore')
  @HttpCode(200)
  @Require('flow.write')
  @Answers(z.object({ hash: z.string() }))
  restore(
    @CurrentActor() { workspaceId }: Actor,
    @IdParam() id: string,
    @Param('version') version: string,
  ): Promise<{ hash: string }> {
    return this.versions.restore({ workspaceId, id }, parseVersion(version));
  }
}
