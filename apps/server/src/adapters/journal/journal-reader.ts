import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { RunEvent } from '@heddle/model';
import type pg from 'pg';
import type { DataSource } from 'typeorm';
import { poolOf } from './pool';
import { restoreEvent, type StoredEvent } from './stored-events';

const READ = `
SELECT events FROM flow_run_journal WHERE run_id = $1 AND last_seq > $2 ORDER BY first_seq`;

/** Reads what the journal holds of a run. */
@Injectable()
export class JournalReader {
  private readonly pool: pg.Pool;

  constructor(@InjectDataSource() dataSource: DataSource) {
    this.pool = poolOf(dataSource);
  }

  /** The run's events after one, in order; whether the caller may see the run is decided before. */
  async read(runId: string, afterSeq = 0): Promise<RunEvent[]> {
    const { rows } = await this.pool.query<{ events: StoredEvent[] }>(READ, [runId, afterSeq]);
    return rows
      .flatMap((row) => row.events)
      .filter((event) => event.seq > afterSeq)
      .map((event) => restoreEvent(runId, event));
  }
}
