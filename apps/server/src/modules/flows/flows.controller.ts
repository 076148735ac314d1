import {
  createFlowBodySchema,
  duplicateFlowBodySchema,
  flowListQuerySchema,
  flowReportSchema,
  flowSchema,
  flowSummarySchema,
  pageOf,
  saveDraftBodySchema,
  savedDraftSchema,
  updateFlowBodySchema,
  validateFlowBodySchema,
  type CreateFlowBody,
  type DuplicateFlowBody,
  type Flow,
  type FlowListQuery,
  type FlowSummary,
  type Page,
  type SaveDraftBody,
  type SavedDraft,
  type UpdateFlowBody,
  type ValidateFlowBody,
} from '@heddle/contracts';
import type { FlowReport } from '@heddle/model';
import { Controller, Delete, Get, HttpCode, Patch, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Require } from '../../platform/auth/access';
import { CurrentActor, type Actor } from '../../platform/auth/actor';
import { Answers, IdParam, ParsedBody, ParsedQuery } from '../../platform/http/request-input';
import { FlowCheckService } from './flow-check.service';
import { FlowsService } from './flows.service';

/** Flows and their drafts. */
@ApiTags('flows')
@Controller('api/flow/definitions')
export class FlowsController {
  constructor(
    private readonly flows: FlowsService,
    private readonly check: FlowCheckService,
  ) {}

  @Get()
  @Require('flow.read')
  @Answers(pageOf(flowSummarySchema))
  list(
    @CurrentActor() { workspaceId }: Actor,
    @ParsedQuery(flowListQuerySchema) query: FlowListQuery,
  ): Promise<Page<FlowSummary>> {
    return this.flows.list(workspaceId, query);
  }

  @Post()
  @Require('flow.write')
  @Answers(flowSchema, 'The new flow', 201)
  create(
    @CurrentActor() actor: Actor,
    @ParsedBody(createFlowBodySchema) body: CreateFlowBody,
  ): Promise<Flow> {
    return this.flows.create(actor, body);
  }

  @Get(':id')
  @Require('flow.read')
  @Answers(flowSchema)
  get(@CurrentActor() { workspaceId }: Actor, @IdParam() id: string): Promise<Flow> {
    return this.flows.get({ workspaceId, id });
  }

  @Patch(':id')
  @Require('flow.write')
  @Answers(flowSchema)
  update(
    @CurrentActor() { workspaceId }: Actor,
    @IdParam() id: string,
    @ParsedBody(updateFlowBodySchema) body: UpdateFlowBody,
  ): Promise<Flow> {
    return this.flows.update({ workspaceId, id }, body);
  }

  @Delete(':id')
  @HttpCode(204)
  @Require('flow.delete')
  delete(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<void> {
    return this.flows.delete(actor, id);
  }

  @Put(':id/draft')
  @Require('flow.write')
  @Answers(savedDraftSchema)
  saveDraft(
    @CurrentActor() { workspaceId }: Actor,
    @IdParam() id: string,
    @ParsedBody(saveDraftBodySchema) body: SaveDraftBody,
  ): Promise<SavedDraft> {
    return this.flows.saveDraft({ workspaceId, id }, body);
  }

  @Post(':id/validate')
  @HttpCode(200)
  @Require('flow.read')
  @Answers(flowReportSchema)
  validate(
    @CurrentActor() { workspaceId }: Actor,
    @IdParam() id: string,
    @ParsedBody(validateFlowBodySchema.optional()) body?: ValidateFlowBody,
  ): Promise<FlowReport> {
    return this.check.validateDraft({ workspaceId, id }, body?.definition);
  }

  @Post(':id/duplicate')
  @Require('flow.write')
  @Answers(flowSchema, 'The copy', 201)
  duplicate(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @ParsedBody(duplicateFlowBodySchema.default({})) body: DuplicateFlowBody,
  ): Promise<Flow> {
    return this.flows.duplicate(actor, id, body);
  }
}
