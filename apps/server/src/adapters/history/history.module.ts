import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Conversations } from './conversations';
import { Exchanges } from './exchanges';
import { MemoryMessageEntity } from './memory-message.entity';
import { MemorySessionEntity } from './memory-session.entity';
import { MessageFeedbacks } from './message-feedbacks';
import { StoredConversations } from './stored-conversations';

/** What was said in conversations. */
@Module({
  imports: [TypeOrmModule.forFeature([MemorySessionEntity, MemoryMessageEntity])],
  providers: [Conversations, Exchanges, MessageFeedbacks, StoredConversations],
  exports: [Conversations, Exchanges, MessageFeedbacks, StoredConversations],
})
export class HistoryModule {}
