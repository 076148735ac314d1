import { Module, type OnModuleInit } from '@nestjs/common';
import { ErrorShapes } from '../../platform/errors/error-shapes';
import { HistoryModule } from '../../adapters/history/history.module';
import { FilesModule } from '../files/files.module';
import { FlowsModule } from '../flows/flows.module';
import { ModelsModule } from '../models/models.module';
import { RunsModule } from '../runs/runs.module';
import { ApiKeyGuard } from './api-key.guard';
import { AppFactsController } from './app-facts.controller';
import { ChatMessagesController } from './chat-messages.controller';
import { CompletionMessagesController } from './completion-messages.controller';
import { ConversationNames } from './conversation-names';
import { ConversationsController } from './conversations.controller';
import { DifyConversations } from './dify-conversations';
import { difyErrorOf } from './dify-errors';
import { DifyFiles } from './dify-files';
import { DifyMessages } from './dify-messages';
import { DifyRunLog } from './dify-run-log';
import { DifySuggestions } from './dify-suggestions';
import { DifyVariables } from './dify-variables';
import { FlowUploads } from './flow-uploads';
import { MessagesController } from './messages.controller';
import { ModelAnswers } from './model-answers';
import { openAiErrorOf } from './openai-errors';
import { OpenAiController } from './openai.controller';
import { PublishedCalls } from './published-calls';
import { RunEventsController } from './run-events.controller';
import { RunLogController } from './run-log.controller';
import { TaskStops } from './task-stops';
import { UploadsController } from './uploads.controller';
import { WorkflowsController } from './workflows.controller';

/** Published flows, for those who call them by API. */
@Module({
  imports: [FilesModule, FlowsModule, HistoryModule, ModelsModule, RunsModule],
  controllers: [
    WorkflowsController,
    ChatMessagesController,
    CompletionMessagesController,
    ConversationsController,
    MessagesController,
    AppFactsController,
    RunEventsController,
    RunLogController,
    UploadsController,
    OpenAiController,
  ],
  providers: [
    ApiKeyGuard,
    ConversationNames,
    DifyConversations,
    DifyFiles,
    DifyMessages,
    DifyRunLog,
    DifySuggestions,
    DifyVariables,
    FlowUploads,
    ModelAnswers,
    PublishedCalls,
    TaskStops,
  ],
})
export class PublishedModule implements OnModuleInit {
  constructor(private readonly shapes: ErrorShapes) {}

  onModuleInit(): void {
    this.shapes.add('/v1', difyErrorOf);
    this.shapes.add('/v1/chat/completions', openAiErrorOf);
    this.shapes.add('/v1/models', openAiErrorOf);
  }
}
