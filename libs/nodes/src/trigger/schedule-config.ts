import { field, finding, type NodeFinding, type OutputField } from '@heddle/model';
import { z } from 'zod';

const IS_SCHEDULE = { field: 'kind', in: ['schedule'] };

/** Config fields of the kind `schedule`. */
export const scheduleFields = {
  cron: field(z.string().max(200).default('0 9 * * *'), {
    title: 'Cron',
    title_zh: 'Cron 表达式',
    help: 'Minute, hour, day of month, month, day of week: 0 9 * * 1-5 is 9:00 on working days.',
    help_zh: '分 时 日 月 周：0 9 * * 1-5 表示工作日 9:00。',
    control: 'text',
    placeholder: '0 9 * * *',
    show_if: IS_SCHEDULE,
  }),
  timezone: field(z.string().max(100).default('UTC'), {
    title: 'Time zone',
    title_zh: '时区',
    help: 'An IANA name such as Asia/Shanghai or Europe/Berlin.',
    help_zh: 'IANA 时区名，例如 Asia/Shanghai、Europe/Berlin。',
    control: 'text',
    placeholder: 'Asia/Shanghai',
    show_if: IS_SCHEDULE,
  }),
};

/** What a schedule hands to the flow. */
export const SCHEDULE_OUTPUTS: readonly OutputField[] = [
  { name: 'scheduled_at', type: 'string', title: { en: 'Scheduled time', zh: '计划时间' } },
  { name: 'timezone', type: 'string', title: { en: 'Time zone', zh: '时区' } },
];

const FIELDS = 5;

/** Whether this machine knows a time zone by that name. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Finds what can be seen without reading the pattern itself, which the server does. */
export function checkSchedule(config: { readonly cron: string; readonly timezone: string }): NodeFinding[] {
  const issues: NodeFinding[] = [];
  const parts = config.cron.trim().split(/\s+/).filter(Boolean);
  if (parts.length !== FIELDS) {
    const texts = {
      en: `A schedule has five parts (minute, hour, day, month, day of week); this one has ${parts.length}.`,
      zh: `定时规则由五段组成（分、时、日、月、星期），当前有 ${parts.length} 段。`,
    };
    issues.push(finding(texts, 'cron'));
  }
  if (!isTimeZone(config.timezone)) {
    const texts = {
      en: `"${config.timezone}" is no known time zone.`,
      zh: `“${config.timezone}”不是已知的时区。`,
    };
    issues.push(finding(texts, 'timezone'));
  }
  return issues;
}
