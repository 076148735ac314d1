import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { JsonObject, RunEvent } from '@heddle/model';
import type pg from 'pg';
import type { DataSource } from 'typeorm';
import { journalErrors } from './journal-errors';
import { type Attaching, attachPayloads } from './payloads/attach-payloads';
import type { PayloadRef } from './payloads/detach-payloads';
import { poolOf } from './pool';
import { restoreEvent, type StoredEvent } from './stored-events';

const READ = `
SELECT events FROM flow_run_journal WHERE run_id = $1 AND last_seq > $2 ORDER BY first_seq`;
const COMMITS = `
SELECT last_seq AS "lastSeq", committed_at AS "committedAt" FROM flow_run_journal WHERE run_id = $1 ORDER BY first_seq`;
const PAYLOADS = `
SELECT sha256, content FROM flow_run_payloads WHERE run_id = $1 AND sha256 = ANY ($2)`;

/** One commit of a run's events. */
export interface Commit {
  /** The last event in it. */
  readonly lastSeq: number;
  /** Milliseconds since 1970, by the clock that the events have their times from. */
  readonly at: number;
}

/** Reads what the journal holds of a run; whether the caller may see the run is decided before. */
@Injectable()
export class JournalReader {
  private readonly pool: pg.Pool;

  constructor(@InjectDataSource() dataSource: DataSource) {
    this.pool = poolOf(dataSource);
  }

  /** The run's events after one, in order. @throws RUN_PAYLOAD_MISSING */
  async read(runId: string, afterSeq = 0): Promise<RunEvent[]> {
    const stored = await this.stored(runId, afterSeq);
    const attaching = await this.attaching(
      runId,
      stored.flatMap((event) => event.payloads ?? []),
    );
    return stored.map((event) => restoreEvent(runId, event, attaching));
  }

  /** The run's events with null for every large value, for those who look at none. */
  async readOutline(runId: string): Promise<RunEvent[]> {
    const attaching = { find: () => undefined, onMissing: () => undefined };
    return (await this.stored(runId, 0)).map((event) => restoreEvent(runId, event, attaching));
  }

  /** When the run's events became durable, in order. */
  async commits(runId: string): Promise<Commit[]> {
    const { rows } = await this.pool.query<{ lastSeq: number; committedAt: Date | null }>(COMMITS, [runId]);
    return rows.flatMap(({ lastSeq, committedAt }) =>
      committedAt === null ? [] : [{ lastSeq, at: committedAt.getTime() }],
    );
  }

  /** Puts the large parts back into a value of a run's row. @throws RUN_PAYLOAD_MISSING */
  async restore<Value extends JsonObject | null>(
    runId: string,
    value: Value,
    refs: readonly PayloadRef[] | null,
  ): Promise<Value> {
    if (value !== null && refs !== null) attachPayloads(value, refs, await this.attaching(runId, refs));
    return value;
  }

  private async stored(runId: string, afterSeq: number): Promise<StoredEvent[]> {
    const { rows } = await this.pool.query<{ events: StoredEvent[] }>(READ, [runId, afterSeq]);
    return rows.flatMap((row) => row.events).filter((event) => event.seq > afterSeq);
  }

  private async attaching(runId: string, refs: readonly PayloadRef[]): Promise<Attaching> {
    const contents = new Map<string, string>();
    const hashes = [...new Set(refs.map(({ sha256 }) => sha256))];
    if (hashes.length > 0) {
      const { rows } = await this.pool.query<{ sha256: string; content: string }>(PAYLOADS, [runId, hashes]);
      for (const { sha256, content } of rows) contents.set(sha256, content);
    }
    return {
      find: (sha256) => contents.get(sha256),
      onMissing: (sha256) => {
        throw journalErrors.RUN_PAYLOAD_MISSING({ run_id: runId, sha256 });
      },
    };
  }
}
