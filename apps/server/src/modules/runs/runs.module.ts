import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { HistoryModule } from '../../adapters/history/history.module';
import { OutboundModule } from '../../adapters/http/outbound';
import { JournalModule } from '../../adapters/journal/journal.module';
import { FilesModule } from '../files/files.module';
import { FlowsModule } from '../flows/flows.module';
import { McpServersModule } from '../mcp-servers/mcp-servers.module';
import { ModelsModule } from '../models/models.module';
import { SecretsModule } from '../secrets/secrets.module';
import { ToolsModule } from '../tools/tools.module';
import { ActiveRuns } from './active-runs';
import { ApiRunLog } from './api-run-log';
import { DraftRunsController } from './draft-runs.controller';
import { EnginePortsFactory } from './engine-ports';
import { IdempotencyKeyEntity } from './entities/idempotency-key.entity';
import { RunEntity } from './entities/run.entity';
import { RunJournalEntity } from './entities/run-journal.entity';
import { RunPayloadEntity } from './entities/run-payload.entity';
import { FlowToolRuns } from './flow-tool-runs';
import { Idempotency } from './idempotency';
import { OutsidePorts } from './outside-ports';
import { PartialRunsController } from './partial-runs.controller';
import { PartialRuns } from './partial-runs.service';
import { RunCalls } from './run-calls';
import { RunDispatch } from './run-dispatch';
import { RunFollower } from './run-follower';
import { RunLeases } from './run-leases';
import { RunOpenings } from './run-openings';
import { RunStarter } from './run-starter';
import { RunTakeover } from './run-takeover';
import { RunTargets } from './run-targets';
import { RunsController } from './runs.controller';
import { RunsRepository } from './runs.repository';
import { RunsService } from './runs.service';

/** Runs of flows. */
@Module({
  imports: [
    TypeOrmModule.forFeature([RunEntity, RunJournalEntity, RunPayloadEntity, IdempotencyKeyEntity]),
    FilesModule,
    FlowsModule,
    HistoryModule,
    JournalModule,
    McpServersModule,
    ModelsModule,
    OutboundModule,
    SecretsModule,
    ToolsModule,
  ],
  controllers: [DraftRunsController, PartialRunsController, RunsController],
  providers: [
    ActiveRuns,
    ApiRunLog,
    EnginePortsFactory,
    FlowToolRuns,
    Idempotency,
    OutsidePorts,
    PartialRuns,
    RunCalls,
    RunDispatch,
    RunFollower,
    RunLeases,
    RunOpenings,
    RunStarter,
    RunTakeover,
    RunTargets,
    RunsRepository,
    RunsService,
  ],
  exports: [ApiRunLog, RunCalls, RunOpenings, RunsService, RunTargets],
})
export class RunsModule {}
