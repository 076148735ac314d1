import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ModelsModule } from '../models/models.module';
import { ApiKeysController } from './api-keys.controller';
import { ApiKeysService } from './api-keys.service';
import { ApiKeyEntity } from './entities/api-key.entity';
import { FlowEntity } from './entities/flow.entity';
import { FlowVersionEntity } from './entities/flow-version.entity';
import { FlowCheckService } from './flow-check.service';
import { FlowsController } from './flows.controller';
import { FlowsRepository } from './flows.repository';
import { FlowsService } from './flows.service';
import { LiveVersions } from './live-versions';
import { PublishedFlows } from './published-flows';
import { PythonWarmUp } from './python-warm-up';
import { SecretNames } from './secret-names';
import { WorkspaceUses } from './workspace-uses';
import { VersionHistoryController } from './version-history.controller';
import { VersionHistory } from './version-history.service';
import { VersionsController } from './versions.controller';
import { VersionsRepository } from './versions.repository';
import { VersionsService } from './versions.service';

/** Flows, their versions and their API keys. */
@Module({
  imports: [TypeOrmModule.forFeature([FlowEntity, FlowVersionEntity, ApiKeyEntity]), ModelsModule],
  controllers: [FlowsController, VersionHistoryController, VersionsController, ApiKeysController],
  providers: [
    ApiKeysService,
    FlowCheckService,
    FlowsRepository,
    FlowsService,
    LiveVersions,
    PublishedFlows,
    PythonWarmUp,
    SecretNames,
    WorkspaceUses,
    VersionHistory,
    VersionsRepository,
    VersionsService,
  ],
  exports: [ApiKeysService, FlowCheckService, FlowsService, LiveVersions, PublishedFlows],
})
export class FlowsModule {}
