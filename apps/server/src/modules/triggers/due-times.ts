import { type CronSchedule, nextTime } from '../flows/cron-schedule';

/** Times that were missed by no more than this are made up for. */
export const GRACE_MS = 60_000;

/** What a schedule that is due comes to; times are milliseconds since 1970. */
export interface DuePlan {
  /** The time to fire for; undefined when all that was missed is too old. */
  readonly fireAt: number | undefined;
  /** The first time that is left out, if any is. */
  readonly skippedAt: number | undefined;
  readonly nextAt: number | undefined;
}

/** Decides what to do about a schedule whose next time, `dueAt`, has come: at most one time fires, the latest. */
export function planDue(schedule: CronSchedule, dueAt: number, now: number): DuePlan {
  const nextAt = nextTime(schedule, now);
  let latest: number | undefined = dueAt > now - GRACE_MS ? dueAt : nextTime(schedule, now - GRACE_MS);
  let fireAt: number | undefined;
  while (latest !== undefined && latest <= now) {
    fireAt = latest;
    latest = nextTime(schedule, latest);
  }
  return { fireAt, skippedAt: fireAt === dueAt ? undefined : dueAt, nextAt };
}
