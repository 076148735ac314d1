import { Injectable } from '@nestjs/common';
import { Outbound } from '../../adapters/http/outbound';
import { McpClient } from '../../adapters/mcp/mcp-client';
import type { McpServerAddress } from '../../adapters/mcp/mcp-server';
import { allowedCommand } from '../../adapters/mcp/stdio-allow-list';
import { ServerConfig } from '../../platform/config/server-config';
import { SecretBox } from '../../platform/crypto/secret-box';
import { FilesService } from '../files/files.service';
import { openAccess } from '../../adapters/tools/service-credential';
import type { McpServerEntity } from './mcp-server.entity';

/** The place that a server's credential is sealed for. */
export const placeOfServer = (rowId: string) => ({ table: 'mcp_servers', column: 'sealed', rowId }) as const;

/** Knows how the servers of workspaces are reached. */
@Injectable()
export class McpConnections {
  readonly client: McpClient;

  constructor(
    outbound: Outbound,
    files: FilesService,
    private readonly config: ServerConfig,
    private readonly box: SecretBox,
  ) {
    this.client = new McpClient(outbound.fetch, files);
  }

  /** Refuses commands that the operator does not list. @throws MCP_STDIO_DISABLED */
  async refuseUnlisted(command: string, args: readonly string[]): Promise<void> {
    await allowedCommand(this.config.mcpStdioAllowFile, { command, args });
  }

  /** @throws MCP_STDIO_DISABLED */
  async addressOf(server: McpServerEntity): Promise<McpServerAddress> {
    const { id, name, transport, url, command, args, auth, sealed } = server;
    if (transport === 'stdio') {
      const wanted = { command: command ?? '', args };
      return { name, transport, command: await allowedCommand(this.config.mcpStdioAllowFile, wanted) };
    }
    const access = openAccess({ auth, sealed, serverUrl: url ?? '' }, this.box, placeOfServer(id));
    return { name, transport, access };
  }
}
