import { Module, type DynamicModule } from '@nestjs/common';
import { EmbeddingLocalModule } from './adapters/embedding-local/embedding-local.module';
import { SandboxModule } from './adapters/sandbox/sandbox.module';
import { AuditModule } from './modules/audit/audit.module';
import { AuthModule } from './modules/auth/auth.module';
import { ExchangeModule } from './modules/exchange/exchange.module';
import { FilesModule } from './modules/files/files.module';
import { FlowsModule } from './modules/flows/flows.module';
import { McpServersModule } from './modules/mcp-servers/mcp-servers.module';
import { MembersModule } from './modules/members/members.module';
import { ModelsModule } from './modules/models/models.module';
import { PublishedModule } from './modules/published/published.module';
import { RunsModule } from './modules/runs/runs.module';
import { SecretsModule } from './modules/secrets/secrets.module';
import { ToolsModule } from './modules/tools/tools.module';
import { TriggersModule } from './modules/triggers/triggers.module';
import { WorkspacesModule } from './modules/workspaces/workspaces.module';
import { PlatformModule, type Foundation } from './platform/platform.module';

/** The composition root: the platform, then one line for each feature. */
@Module({})
export class AppModule {
  static register(foundation: Foundation): DynamicModule {
    return {
      module: AppModule,
      imports: [
        PlatformModule.register(foundation),
        SandboxModule,
        EmbeddingLocalModule,
        AuthModule,
        WorkspacesModule,
        MembersModule,
        AuditModule,
        SecretsModule,
        FilesModule,
        FlowsModule,
        ExchangeModule,
        ToolsModule,
        McpServersModule,
        ModelsModule,
        RunsModule,
        PublishedModule,
        TriggersModule,
      ],
    };
  }
}
