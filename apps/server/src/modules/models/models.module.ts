import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ModelAdaptersModule } from '../../adapters/models/models.module';
import { ModelPorts } from '../../adapters/models/runtime/model-ports';
import { WorkspacesModule } from '../workspaces/workspaces.module';
import { InstanceTests } from './instance-tests.service';
import { InstancesService } from './instances.service';
import { ModelCallRecorder } from './model-call-recorder';
import { ModelDefaultsService } from './model-defaults.service';
import { ModelInstanceEntity } from './model-instance.entity';
import { ModelInstancesController } from './model-instances.controller';
import { ModelProviderEntity } from './model-provider.entity';
import { ModelProvidersController } from './model-providers.controller';
import { ModelRemoval } from './model-removal';
import { ModelSeeds } from './model-seeds';
import { ModelSettingsController } from './model-settings.controller';
import { ModelUses } from './model-uses';
import { ModelsRepository } from './models.repository';
import { ProviderHealthNotes } from './provider-health';
import { ProviderTests } from './provider-tests.service';
import { ProvidersService } from './providers.service';
import { TestLimits } from './test-limits';
import { UsageCounters } from './usage-counters';
import { UsageService } from './usage.service';
import { WorkspaceModelPorts } from './workspace-model-ports';
import { WorkspaceModels } from './workspace-models';

/** Model providers, their models, which of them are used, and what for. */
@Module({
  imports: [
    TypeOrmModule.forFeature([ModelProviderEntity, ModelInstanceEntity]),
    ModelAdaptersModule,
    WorkspacesModule,
  ],
  controllers: [ModelProvidersController, ModelInstancesController, ModelSettingsController],
  providers: [
    { provide: ModelPorts, useClass: WorkspaceModelPorts },
    InstanceTests,
    InstancesService,
    ModelCallRecorder,
    ModelDefaultsService,
    ModelRemoval,
    ModelSeeds,
    ModelUses,
    ModelsRepository,
    ProviderHealthNotes,
    ProviderTests,
    ProvidersService,
    TestLimits,
    UsageCounters,
    UsageService,
    WorkspaceModels,
  ],
  exports: [ModelPorts, WorkspaceModels],
})
export class ModelsModule {}
