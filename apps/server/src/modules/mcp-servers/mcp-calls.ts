import type { McpCall, McpPort, ToolDescription, ToolResult } from '@heddle/engine';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { z } from 'zod';
import { mcpErrors } from '../../adapters/mcp/mcp-errors';
import { McpConnections } from './mcp-connections';
import { approvedToolsOf, McpServerEntity } from './mcp-server.entity';

/** Calls tools of MCP servers for runs. */
@Injectable()
export class McpCalls implements McpPort {
  constructor(
    @InjectRepository(McpServerEntity) private readonly servers: Repository<McpServerEntity>,
    private readonly connections: McpConnections,
  ) {}

  async tools(workspaceId: string, serverId: string): Promise<readonly ToolDescription[]> {
    return approvedToolsOf(await this.find(workspaceId, serverId)).map(({ hash: _, ...tool }) => tool);
  }

  async call(call: McpCall, signal: AbortSignal): Promise<ToolResult> {
    const { workspaceId, serverId, tool: name, arguments: given } = call;
    const server = await this.find(workspaceId, serverId);
    const tool = approvedToolsOf(server).find((one) => one.name === name);
    if (!tool) throw mcpErrors.MCP_TOOL_NOT_FOUND({ server: server.name, tool: name });
    const address = await this.connections.addressOf(server);
    return this.connections.client.call({ server: address, tool, arguments: given, workspaceId }, signal);
  }

  private async find(workspaceId: string, id: string): Promise<McpServerEntity> {
    const isId = z.uuid().safeParse(id).success;
    const server = isId ? await this.servers.findOneBy({ workspace_id: workspaceId, id }) : null;
    if (server === null) throw mcpErrors.MCP_SERVER_NOT_FOUND({ server: id });
    if (!server.is_enabled) throw mcpErrors.MCP_SERVER_DISABLED({ server: server.name });
    return server;
  }
}
