import { Module } from '@nestjs/common';
import { JournalReader } from './journal-reader';
import { JournalWriter } from './journal-writer';

/** Keeps what happens in runs. */
@Module({ providers: [JournalReader, JournalWriter], exports: [JournalReader, JournalWriter] })
export class JournalModule {}
