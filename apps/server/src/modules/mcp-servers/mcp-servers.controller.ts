import {
  createMcpServerBodySchema,
  listQuery,
  MCP_SERVER_SORTS,
  mcpServerSchema,
  pageOf,
  refreshedMcpServerSchema,
  refreshMcpServerBodySchema,
  updateMcpServerBodySchema,
  type CreateMcpServerBody,
  type ListQuery,
  type McpServer,
  type Page,
  type RefreshedMcpServer,
  type RefreshMcpServerBody,
  type UpdateMcpServerBody,
} from '@heddle/contracts';
import { Controller, Delete, Get, HttpCode, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Require } from '../../platform/auth/access';
import { CurrentActor, type Actor } from '../../platform/auth/actor';
import { Answers, IdParam, ParsedBody, ParsedQuery } from '../../platform/http/request-input';
import { McpServersService } from './mcp-servers.service';

/** The MCP servers of a workspace. */
@ApiTags('mcp-servers')
@Controller('api/mcp-servers')
export class McpServersController {
  constructor(private readonly servers: McpServersService) {}

  @Get()
  @Require('tool.read')
  @Answers(pageOf(mcpServerSchema), 'Servers with their approved tools')
  list(
    @CurrentActor() actor: Actor,
    @ParsedQuery(listQuery(MCP_SERVER_SORTS)) query: ListQuery,
  ): Promise<Page<McpServer>> {
    return this.servers.list(actor, query);
  }

  @Get(':id')
  @Require('tool.read')
  @Answers(mcpServerSchema, 'A server with its approved tools')
  get(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<McpServer> {
    return this.servers.get(actor, id);
  }

  @Post()
  @Require('tool.write')
  @Answers(mcpServerSchema, 'The new server, its tools approved if it answered', 201)
  create(
    @CurrentActor() actor: Actor,
    @ParsedBody(createMcpServerBodySchema) body: CreateMcpServerBody,
  ): Promise<McpServer> {
    return this.servers.create(actor, body);
  }

  @Put(':id')
  @Require('tool.write')
  @Answers(mcpServerSchema, 'The changed server')
  update(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @ParsedBody(updateMcpServerBodySchema) body: UpdateMcpServerBody,
  ): Promise<McpServer> {
    return this.servers.update(actor, id, body);
  }

  @Delete(':id')
  @HttpCode(204)
  @Require('tool.write')
  delete(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<void> {
    return this.servers.delete(actor, id);
  }

  @Post(':id/refresh')
  @HttpCode(200)
  @Require('tool.write')
  @Answers(refreshedMcpServerSchema, 'The server with its tools as they are now, approved unless `dry_run`')
  refresh(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @ParsedBody(refreshMcpServerBodySchema) body: RefreshMcpServerBody,
  ): Promise<RefreshedMcpServer> {
    return this.servers.refresh(actor, id, body);
  }
}
