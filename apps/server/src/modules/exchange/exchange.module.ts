import { Module } from '@nestjs/common';
import { FlowsModule } from '../flows/flows.module';
import { ExchangeController } from './exchange.controller';
import { ExportService } from './export.service';
import { ImportService } from './import.service';

/** Flows as files. */
@Module({
  imports: [FlowsModule],
  controllers: [ExchangeController],
  providers: [ImportService, ExportService],
})
export class ExchangeModule {}
