import {
  EXPORT_WARNINGS_HEADER,
  exportQuerySchema,
  importedFlowSchema,
  type ExportQuery,
  type ImportedFlowAnswer,
} from '@heddle/contracts';
import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiBody, ApiConsumes, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Require } from '../../platform/auth/access';
import { CurrentActor, type Actor } from '../../platform/auth/actor';
import type { RouteFacts } from '../../platform/http/raw-body';
import { Answers, IdParam, ParsedQuery } from '../../platform/http/request-input';
import { ExportService } from './export.service';
import { importFile } from './import-file';
import { ImportService } from './import.service';

const FACTS: RouteFacts = { keepsRawBody: true, takesUploads: true };

/** Flows as files: our own, and those of Dify. */
@ApiTags('flows')
@Controller('api/flow')
export class ExchangeController {
  constructor(
    private readonly imports: ImportService,
    private readonly exports: ExportService,
  ) {}

  @Post('import')
  @RouteConfig(FACTS)
  @Require('flow.write')
  @ApiConsumes('application/yaml', 'application/json', 'multipart/form-data')
  @ApiBody({ schema: { type: 'string', description: 'The text of the file' } })
  @Answers(importedFlowSchema, 'The new flow, and what could not be carried over', 201)
  async import(@CurrentActor() actor: Actor, @Req() request: FastifyRequest): Promise<ImportedFlowAnswer> {
    return this.imports.import(actor, await importFile(request));
  }

  @Get('definitions/:id/export')
  @Require('flow.read')
  @ApiProduces('application/yaml')
  async export(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @ParsedQuery(exportQuerySchema) { format }: ExportQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { name, text, warnings } = await this.exports.export(actor, id, format);
    await reply
      .headers({
        'content-type': 'application/yaml; charset=utf-8',
        'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
        [EXPORT_WARNINGS_HEADER]: String(warnings),
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-store',
      })
      .send(text);
  }
}
