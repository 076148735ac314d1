import { type DraftDocument, finding, type FlowIssue, isFlowError } from '@heddle/model';
import { listTriggers } from '@heddle/nodes';
import { Cron } from 'croner';
import { scheduleErrors } from './schedule-errors';

/** When something is to happen again and again. */
export interface CronSchedule {
  /** Five parts: minute, hour, day of month, month, day of week. */
  readonly cron: string;
  /** IANA name. */
  readonly timezone: string;
}

/**
 * The first time after another one, in milliseconds since 1970; undefined when there is none.
 * @throws SCHEDULE_INVALID
 */
export function nextTime({ cron, timezone }: CronSchedule, afterMs: number): number | undefined {
  try {
    const pattern = new Cron(cron, { timezone, paused: true, mode: '5-part' });
    return pattern.nextRun(new Date(afterMs))?.getTime();
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^Cron\w+: /, '') : String(error);
    throw scheduleErrors.SCHEDULE_INVALID({ reason }, error);
  }
}

function problemOf(schedule: CronSchedule): string | undefined {
  try {
    return nextTime(schedule, Date.now()) === undefined ? 'it names a time that never comes' : undefined;
  } catch (error) {
    if (!isFlowError(error)) throw error;
    return error.message;
  }
}

/** Finds schedules that cannot be read or never fire; five parts and a known zone are the node's own check. */
export function checkSchedules(document: DraftDocument): FlowIssue[] {
  return listTriggers(document.nodes).flatMap(({ nodeId, config, isSound }): FlowIssue[] => {
    const problem = config.kind === 'schedule' && isSound ? problemOf(config) : undefined;
    if (problem === undefined) return [];
    const texts = {
      en: `The schedule "${config.cron}" is not valid: ${problem}`,
      zh: `定时规则“${config.cron}”无效：${problem}`,
    };
    return [{ ...finding(texts, 'cron'), node_id: nodeId }];
  });
}
