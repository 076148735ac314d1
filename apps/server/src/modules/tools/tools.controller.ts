import {
  createToolBodySchema,
  importedToolsSchema,
  importPreviewSchema,
  importToolsBodySchema,
  pageOf,
  toolListQuerySchema,
  toolSchema,
  updateToolBodySchema,
  type CreateToolBody,
  type ImportedTools,
  type ImportPreview,
  type ImportToolsBody,
  type Page,
  type Tool,
  type ToolListQuery,
  type UpdateToolBody,
} from '@heddle/contracts';
import { Controller, Delete, Get, HttpCode, Param, Post, Put, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Require } from '../../platform/auth/access';
import { CurrentActor, type Actor } from '../../platform/auth/actor';
import { Answers, IdParam, ParsedBody, ParsedQuery } from '../../platform/http/request-input';
import { ToolImportService } from './tool-import.service';
import { ToolsService } from './tools.service';

/** The tools of a workspace: built-in ones, operations of services, and flows. */
@ApiTags('tools')
@Controller('api/tools')
export class ToolsController {
  constructor(
    private readonly tools: ToolsService,
    private readonly imports: ToolImportService,
  ) {}

  @Get()
  @Require('tool.read')
  @Answers(pageOf(toolSchema), 'Tools; the built-in ones come last')
  list(
    @CurrentActor() actor: Actor,
    @ParsedQuery(toolListQuerySchema) query: ToolListQuery,
  ): Promise<Page<Tool>> {
    return this.tools.list(actor, query);
  }

  @Get(':id')
  @Require('tool.read')
  @Answers(toolSchema, 'A tool')
  get(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<Tool> {
    return this.tools.get(actor, id);
  }

  @Post()
  @Require('tool.write')
  @Answers(toolSchema, 'The new tool', 201)
  create(
    @CurrentActor() actor: Actor,
    @ParsedBody(createToolBodySchema) body: CreateToolBody,
  ): Promise<Tool> {
    return this.tools.create(actor, body);
  }

  @Post('import')
  @Require('tool.write')
  @Answers(importedToolsSchema, 'The new tools, and what was left out', 201)
  @Answers(importPreviewSchema, 'With `dry_run`: what would be imported')
  import(
    @CurrentActor() actor: Actor,
    @ParsedBody(importToolsBodySchema) body: ImportToolsBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ImportedTools | ImportPreview> {
    if (!body.dry_run) return this.imports.import(actor, body);
    void reply.status(200);
    return this.imports.preview(actor, body);
  }

  @Put(':id')
  @Require('tool.write')
  @Answers(toolSchema, 'The changed tool')
  update(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @ParsedBody(updateToolBodySchema) body: UpdateToolBody,
  ): Promise<Tool> {
    return this.tools.update(actor, id, body);
  }

  @Delete(':id')
  @HttpCode(204)
  @Require('tool.write')
  delete(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<void> {
    return this.tools.delete(actor, id);
  }
}
