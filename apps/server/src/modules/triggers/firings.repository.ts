import { isFlowError } from '@heddle/model';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { createRunId } from '../runs/run-id';
import { type DuePlan, planDue } from './due-times';

/** How long a process may take to start a run before another one may try. */
const LEASE = `interval '20 seconds'`;
const AT_ONCE = 20;
const KEPT = `interval '90 days'`;

/** A run that a schedule wants. */
export interface Firing {
  readonly triggerId: string;
  readonly workspaceId: string;
  readonly flowId: string;
  readonly nodeId: string;
  readonly scheduledAt: Date;
  readonly runId: string;
}

interface DueRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly cron: string;
  readonly timezone: string;
  readonly next_at: Date;
}

const DUE = `
SELECT id, workspace_id, cron, timezone, next_at FROM flow_triggers
WHERE is_live AND next_at <= $1 ORDER BY next_at FOR UPDATE SKIP LOCKED LIMIT ${AT_ONCE}`;
const MOVE = 'UPDATE flow_triggers SET next_at = $2 WHERE id = $1';
/** A lease in the past: whoever looks next, this process first, takes the firing. */
const NOTE = `
INSERT INTO flow_trigger_firings (trigger_id, scheduled_at, workspace_id, run_id, status, note)
VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`;
const TAKE = `
WITH taken AS (
  UPDATE flow_trigger_firings SET lease_until = clock_timestamp() + ${LEASE}
  WHERE (trigger_id, scheduled_at) IN (
    SELECT trigger_id, scheduled_at FROM flow_trigger_firings
    WHERE status = 'pending' AND lease_until <= clock_timestamp()
    ORDER BY scheduled_at FOR UPDATE SKIP LOCKED LIMIT ${AT_ONCE})
  RETURNING trigger_id, scheduled_at, workspace_id, run_id
)
SELECT taken.trigger_id AS "triggerId", taken.workspace_id AS "workspaceId", t.flow_id AS "flowId",
  t.node_id AS "nodeId", taken.scheduled_at AS "scheduledAt", taken.run_id AS "runId"
FROM taken JOIN flow_triggers t ON t.id = taken.trigger_id`;
const END = `
UPDATE flow_trigger_firings SET status = $3, note = $4
WHERE trigger_id = $1 AND scheduled_at = $2 AND status = 'pending'`;

/** Keeps what schedules fired, so that each time fires once however many processes look. */
@Injectable()
export class FiringsRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Moves schedules that are due to their next time and notes what they fire. @returns how many were due */
  async plan(now: number): Promise<number> {
    return this.database.transaction(async (tx) => {
      const due = await tx.query<DueRow[]>(DUE, [new Date(now)]);
      for (const row of due) {
        const plan = planOf(row, now);
        for (const [time, status, note] of firingsOf(plan, now)) {
          await tx.query(NOTE, [row.id, new Date(time), row.workspace_id, createRunId(now), status, note]);
        }
        await tx.query(MOVE, [row.id, plan.nextAt === undefined ? null : new Date(plan.nextAt)]);
      }
      return due.length;
    });
  }

  /** Takes firings whose run is still to be started; nobody else gets them for a while. */
  take(): Promise<Firing[]> {
    return this.database.query<Firing[]>(TAKE);
  }

  async end(firing: Firing, status: 'started' | 'failed' | 'skipped', note = ''): Promise<void> {
    await this.database.query(END, [firing.triggerId, firing.scheduledAt, status, note]);
  }

  /** When the next schedule is due, in milliseconds since 1970. */
  async nextDue(): Promise<number | undefined> {
    const [row] = await this.database.query<{ next_at: Date | null }[]>(
      'SELECT min(next_at) AS next_at FROM flow_triggers WHERE is_live AND next_at IS NOT NULL',
    );
    return row?.next_at?.getTime();
  }

  async forgetOld(): Promise<void> {
    await this.database.query(`DELETE FROM flow_trigger_firings WHERE created_at < now() - ${KEPT}`);
  }
}

/** A schedule that can no longer be read, as with a zone that was given up, must not hold up the others. */
function planOf(row: DueRow, now: number): DuePlan {
  const dueAt = row.next_at.getTime();
  try {
    return planDue(row, dueAt, now);
  } catch (error) {
    if (!isFlowError(error)) throw error;
    return { fireAt: undefined, skippedAt: dueAt, nextAt: undefined };
  }
}

type Noted = readonly [time: number, status: 'pending' | 'skipped', note: string];

function firingsOf({ fireAt, skippedAt }: DuePlan, now: number): Noted[] {
  const until = new Date(fireAt ?? now).toISOString();
  return [
    ...(skippedAt === undefined
      ? []
      : [[skippedAt, 'skipped', `No server ran; times before ${until} were left out.`] as const]),
    ...(fireAt === undefined ? [] : [[fireAt, 'pending', ''] as const]),
  ];
}
