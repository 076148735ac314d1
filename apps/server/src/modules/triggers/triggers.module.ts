import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { FilesModule } from '../files/files.module';
import { FlowsModule } from '../flows/flows.module';
import { RunsModule } from '../runs/runs.module';
import { SecretsModule } from '../secrets/secrets.module';
import { TriggerEntity } from './entities/trigger.entity';
import { TriggerFiringEntity } from './entities/trigger-firing.entity';
import { WebhookSignatureEntity } from './entities/webhook-signature.entity';
import { FiringsRepository } from './firings.repository';
import { Scheduler } from './scheduler';
import { TriggerRuns } from './trigger-runs';
import { TriggersController } from './triggers.controller';
import { TriggersRepository } from './triggers.repository';
import { TriggersService } from './triggers.service';
import { UsedSignatures } from './used-signatures';
import { WebhooksController } from './webhooks.controller';
import { WebhooksService } from './webhooks.service';

/** Webhooks and schedules that start published flows. */
@Module({
  imports: [
    TypeOrmModule.forFeature([TriggerEntity, TriggerFiringEntity, WebhookSignatureEntity]),
    FilesModule,
    FlowsModule,
    RunsModule,
    SecretsModule,
  ],
  controllers: [TriggersController, WebhooksController],
  providers: [
    FiringsRepository,
    Scheduler,
    TriggerRuns,
    TriggersRepository,
    TriggersService,
    UsedSignatures,
    WebhooksService,
  ],
})
export class TriggersModule {}
