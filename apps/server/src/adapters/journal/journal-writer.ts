import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { DataSource } from 'typeorm';
import { ServerConfig } from '../../platform/config/server-config';
import { isConnectionLoss } from '../../platform/database/connection-loss';
import { OPEN_DATABASE } from '../../platform/database/database.module';
import type { OpenDatabase } from '../../platform/database/open-database';
import { AppLogger } from '../../platform/logging/app-logger';
import { commitStatement } from './commit-statement';
import { GroupCommit, type Pending } from './group-commit';
import { journalErrors } from './journal-errors';
import { OpenJournal, type JournalStart } from './open-journal';
import { poolOf } from './pool';

const PATIENCE_MS = 5_000;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 500;

/** What a commit made durable, for those who read runs of this process from elsewhere. */
export type CommitListener = (runIds: readonly string[]) => void;

/** Makes the events of all runs of this process durable, many with one statement. */
@Injectable()
export class JournalWriter implements BeforeApplicationShutdown {
  /** Names this process in leases; another one every time it starts. */
  readonly owner = randomUUID();
  private readonly commits = new GroupCommit((batch) => this.write(batch));
  private readonly listeners = new Set<CommitListener>();
  private readonly pool: pg.Pool;
  private readonly keepsPlans: boolean;
  private readonly inlineLimit: number;

  constructor(
    @InjectDataSource() dataSource: DataSource,
    @Inject(OPEN_DATABASE) database: OpenDatabase,
    private readonly logger: AppLogger,
    config: ServerConfig,
  ) {
    this.inlineLimit = config.inlinePayloadBytes;
    this.pool = poolOf(dataSource);
    // The embedded database is one session, where the name of a kept plan would be taken twice.
    this.keepsPlans = database.kind === 'server';
  }

  /** Opens the journal of a run; `onFailure` hears once when it can no longer be written. */
  open(start: JournalStart, onFailure: (error: unknown) => void): OpenJournal {
    return new OpenJournal(start, {
      inlineLimit: this.inlineLimit,
      requestCommit: (journal, isUrgent) => this.commits.request(journal, isUrgent),
      onFailure,
    });
  }

  /** Calls back after each commit. @returns how to stop that */
  onCommit(listener: CommitListener): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** Resolves when everything appended so far is durable, or has failed. */
  drain(): Promise<void> {
    return this.commits.drain();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.drain();
  }

  private async write(batch: readonly Pending[]): Promise<void> {
    try {
      const stored = await this.persistently(batch);
      for (const { journal, item } of batch) {
        if (stored.has(item.record.id)) journal.committed(item);
        else journal.fail(journalErrors.RUN_TAKEN_OVER({ run_id: item.record.id }));
      }
      for (const listener of this.listeners) listener([...stored]);
    } catch (error) {
      if (batch.length === 1 || isConnectionLoss(error)) {
        this.logger.pino.error({ err: error, runs: batch.length }, 'Events of runs could not be stored');
        for (const { journal } of batch) journal.fail(error);
        return;
      }
      // One run has something that the database refuses; the others must not suffer for it.
      for (const one of batch) await this.write([one]);
    }
  }

  /** Repeats what a restart of the database interrupted; the statement may be applied twice without harm. */
  private async persistently(batch: readonly Pending[]): Promise<ReadonlySet<string>> {
    const items = batch.map(({ item }) => item);
    const deadline = performance.now() + PATIENCE_MS;
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      try {
        const { name, text, values } = commitStatement(this.owner, items, Date.now());
        const query = { text, values: [...values], ...(this.keepsPlans ? { name } : {}) };
        const { rows } = await this.pool.query<{ id: string }>(query);
        return new Set(rows.map((row) => row.id));
      } catch (error) {
        if (!isConnectionLoss(error) || performance.now() + pause >= deadline) throw error;
        await wait(pause);
      }
    }
  }
}
