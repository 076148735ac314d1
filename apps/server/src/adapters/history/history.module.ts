import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Conversations } from './conversations';
import { MemoryMessageEntity } from './memory-message.entity';
import { MemorySessionEntity } from './memory-session.entity';

/** What was said in conversations. */
@Module({
  imports: [TypeOrmModule.forFeature([MemorySessionEntity, MemoryMessageEntity])],
  providers: [Conversations],
  exports: [Conversations],
})
export class HistoryModule {}
