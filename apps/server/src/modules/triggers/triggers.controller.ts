import { flowTriggerSchema, pageOf, type FlowTrigger, type Page } from '@heddle/contracts';
import { Controller, Get, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Require } from '../../platform/auth/access';
import { CurrentActor, type Actor } from '../../platform/auth/actor';
import { ServerConfig } from '../../platform/config/server-config';
import { Answers, IdParam } from '../../platform/http/request-input';
import { TriggersService } from './triggers.service';

/** Webhooks and schedules of published flows, for those who may edit them: an address lets its holder call. */
@ApiTags('triggers')
@Controller('api/flow/definitions/:id/triggers')
export class TriggersController {
  constructor(
    private readonly triggers: TriggersService,
    private readonly config: ServerConfig,
  ) {}

  @Get()
  @Require('flow.write')
  @Answers(pageOf(flowTriggerSchema))
  async list(
    @CurrentActor() { workspaceId }: Actor,
    @IdParam() id: string,
    @Req() request: FastifyRequest,
  ): Promise<Page<FlowTrigger>> {
    const baseUrl = this.config.http.publicUrl ?? `${request.protocol}://${request.host}`;
    const items = await this.triggers.list({ workspaceId, id }, baseUrl);
    return { items, total: items.length, page: 1, page_size: items.length };
  }
}
