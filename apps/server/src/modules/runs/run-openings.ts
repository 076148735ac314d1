import type { Json, JsonObject, RunStatus, WireError } from '@heddle/model';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { JournalReader } from '../../adapters/journal/journal-reader';
import type { PayloadRef } from '../../adapters/journal/payloads/detach-payloads';
import type { StoredEvent } from '../../adapters/journal/stored-events';

/** What a run began with, and how it stands. */
export interface RunOpening {
  readonly inputs: JsonObject;
  readonly files: readonly Json[];
  readonly status: RunStatus;
  readonly error: WireError | null;
}

interface Row {
  readonly id: string;
  readonly inputs: JsonObject;
  readonly refs: readonly PayloadRef[] | null;
  readonly status: RunStatus;
  readonly error: WireError | null;
  readonly opening: StoredEvent | null;
}

const OPENINGS = `
SELECT r.id, r.inputs, r.input_payloads AS refs, r.status, r.error, j.events -> 0 AS opening
FROM flow_runs r LEFT JOIN flow_run_journal j ON j.run_id = r.id AND j.first_seq = 1
WHERE r.workspace_id = $1 AND r.flow_id = $2 AND r.id = ANY ($3)`;

const filesOf = (event: Pick<StoredEvent, 'type' | 'data'> | null | undefined): readonly Json[] => {
  if (event?.type !== 'run.started') return [];
  const { files } = (event.data as { sys: JsonObject }).sys;
  return Array.isArray(files) ? files : [];
};

/** Tells of many runs at once how they began. */
@Injectable()
export class RunOpenings {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly journal: JournalReader,
  ) {}

  /** By run id; runs of other flows are left out. @throws RUN_PAYLOAD_MISSING */
  async of(
    { workspaceId, flowId }: { workspaceId: string; flowId: string },
    runIds: readonly string[],
  ): Promise<ReadonlyMap<string, RunOpening>> {
    const rows = await this.database.query<Row[]>(OPENINGS, [workspaceId, flowId, runIds]);
    return new Map(await Promise.all(rows.map(async (row) => [row.id, await this.opening(row)] as const)));
  }

  private async opening({ id, inputs, refs, status, error, opening }: Row): Promise<RunOpening> {
    const isWhole = (opening?.payloads ?? []).length === 0;
    const first = isWhole ? opening : (await this.journal.read(id)).at(0);
    return { inputs: await this.journal.restore(id, inputs, refs), files: filesOf(first), status, error };
  }
}
