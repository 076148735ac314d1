import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OutboundModule } from '../../adapters/http/outbound';
import { FilesModule } from '../files/files.module';
import { FlowsModule } from '../flows/flows.module';
import { FlowRunner } from './flow-runner';
import { FlowTools } from './flow-tools';
import { ToolCalls } from './tool-calls';
import { ToolImportService } from './tool-import.service';
import { ToolSourceEntity } from './tool-source.entity';
import { ToolEntity } from './tool.entity';
import { ToolsController } from './tools.controller';
import { ToolsRepository } from './tools.repository';
import { ToolsService } from './tools.service';

/** Tools for flows and models. */
@Module({
  imports: [
    TypeOrmModule.forFeature([ToolEntity, ToolSourceEntity]),
    FilesModule,
    FlowsModule,
    OutboundModule,
  ],
  controllers: [ToolsController],
  providers: [FlowRunner, FlowTools, ToolCalls, ToolImportService, ToolsRepository, ToolsService],
  exports: [FlowRunner, ToolCalls],
})
export class ToolsModule {}
