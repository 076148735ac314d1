import type { RunStatus, Usage, WireError } from '@heddle/model';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';

/** Which runs are wanted; everything that is undefined leaves the choice open. */
export interface RunLogFilter {
  /** Text within the inputs or outputs, or an id. */
  readonly keyword?: string | undefined;
  readonly statuses?: readonly RunStatus[] | undefined;
  readonly before?: Date | undefined;
  readonly after?: Date | undefined;
  readonly userId?: string | undefined;
}

/** A run in the log, without its payloads. */
export interface LoggedRun {
  readonly id: string;
  readonly version: number | null;
  readonly userId: string;
  readonly status: RunStatus;
  readonly error: WireError | null;
  readonly usage: Usage | null;
  readonly elapsedMs: number | null;
  readonly steps: number;
  readonly failures: number;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
}

const WANTED = `
FROM flow_runs WHERE workspace_id = $1 AND flow_id = $2 AND source = 'api'
  AND ($3::text[] IS NULL OR status = ANY ($3))
  AND ($4::timestamptz IS NULL OR created_at <= $4)
  AND ($5::timestamptz IS NULL OR created_at >= $5)
  AND ($6::text IS NULL OR user_id = $6)
  AND ($7::text IS NULL OR id::text = lower($7) OR position(lower($7) IN lower(inputs::text)) > 0
    OR position(lower($7) IN lower(COALESCE(outputs::text, ''))) > 0)`;
const PAGE = `
SELECT id, version, user_id AS "userId", status, error, usage, elapsed_ms AS "elapsedMs", steps, failures,
  created_at AS "createdAt", finished_at AS "finishedAt" ${WANTED}
ORDER BY created_at DESC, id LIMIT $8 OFFSET $9`;
const COUNT = `SELECT count(*)::int AS total ${WANTED}`;

/** The runs of a flow that were started by its API. */
@Injectable()
export class ApiRunLog {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** One page of them, the newest first. */
  async list(
    { workspaceId, flowId }: { workspaceId: string; flowId: string },
    { keyword, statuses, before, after, userId }: RunLogFilter,
    { page, limit }: { page: number; limit: number },
  ): Promise<{ runs: readonly LoggedRun[]; total: number }> {
    const filter = [statuses ?? null, before ?? null, after ?? null, userId ?? null, keyword || null];
    const values = [workspaceId, flowId, ...filter];
    const [runs, [count]] = await Promise.all([
      this.database.query<LoggedRun[]>(PAGE, [...values, limit, (page - 1) * limit]),
      this.database.query<{ total: number }[]>(COUNT, values),
    ]);
    return { runs, total: count?.total ?? 0 };
  }
}
