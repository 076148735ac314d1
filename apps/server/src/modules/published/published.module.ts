import { Module, type OnModuleInit } from '@nestjs/common';
import { ErrorShapes } from '../../platform/errors/error-shapes';
import { FilesModule } from '../files/files.module';
import { FlowsModule } from '../flows/flows.module';
import { RunsModule } from '../runs/runs.module';
import { ApiKeyGuard } from './api-key.guard';
import { ChatMessagesController } from './chat-messages.controller';
import { difyErrorOf } from './dify-errors';
import { DifyFiles } from './dify-files';
import { openAiErrorOf } from './openai-errors';
import { OpenAiController } from './openai.controller';
import { PublishedCalls } from './published-calls';
import { TaskStops } from './task-stops';
import { WorkflowsController } from './workflows.controller';

/** Published flows, for those who call them by API. */
@Module({
  imports: [FilesModule, FlowsModule, RunsModule],
  controllers: [WorkflowsController, ChatMessagesController, OpenAiController],
  providers: [ApiKeyGuard, DifyFiles, PublishedCalls, TaskStops],
})
export class PublishedModule implements OnModuleInit {
  constructor(private readonly shapes: ErrorShapes) {}

  onModuleInit(): void {
    this.shapes.add('/v1', difyErrorOf);
    this.shapes.add('/v1/chat/completions', openAiErrorOf);
    this.shapes.add('/v1/models', openAiErrorOf);
  }
}
