import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OutboundModule } from '../../adapters/http/outbound';
import { FilesModule } from '../files/files.module';
import { McpCalls } from './mcp-calls';
import { McpConnections } from './mcp-connections';
import { McpServerEntity } from './mcp-server.entity';
import { McpServersController } from './mcp-servers.controller';
import { McpServersService } from './mcp-servers.service';

/** MCP servers, whose tools flows and models may call. */
@Module({
  imports: [TypeOrmModule.forFeature([McpServerEntity]), FilesModule, OutboundModule],
  controllers: [McpServersController],
  providers: [McpCalls, McpConnections, McpServersService],
  exports: [McpCalls],
})
export class McpServersModule {}
