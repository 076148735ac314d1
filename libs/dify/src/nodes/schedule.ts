import type { Fields } from '../fields';
import type { NodeConverter } from '../node-converter';

const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

/** Minute and hour of a time such as "2:30 PM". */
function minuteAndHour(time: string): string {
  const [, hours, minutes, half] = /^\s*(\d{1,2}):(\d{2})\s*([AP]M)?/i.exec(time) ?? [];
  const hour = Number(hours ?? 0) % (half === undefined ? 24 : 12);
  return `${Number(minutes ?? 0)} ${half?.toUpperCase() === 'PM' ? hour + 12 : hour}`;
}

function cronOf(frequency: string, visual: Fields): string {
  const minute = visual.number('on_minute') ?? 0;
  const at = minuteAndHour(visual.text('time', '12:00 AM'));
  const days = visual.texts('weekdays').map((day) => DAYS.indexOf(day.slice(0, 3).toLowerCase()));
  const dates = visual.texts('monthly_days').map((date) => (date === 'last' ? 'L' : date));
  switch (frequency) {
    case 'hourly':
      return `${minute} * * * *`;
    case 'weekly':
      return `${at} * * ${days.filter((day) => day >= 0).join(',') || '*'}`;
    case 'monthly':
      return `${at} ${dates.join(',') || '1'} * *`;
    default:
      return `${at} * * *`;
  }
}

/** `trigger-schedule`; what was put together in a form is written as a cron pattern. */
export const schedule: NodeConverter = {
  dify: ['trigger-schedule'],
  type: 'trigger',
  writes: ({ kind }) => kind === 'schedule',
  read(data) {
    const frequency = data.text('frequency', 'daily');
    const visual = cronOf(frequency, data.object('visual_config'));
    const pattern = data.text('cron_expression').trim();
    const cron = data.text('mode') === 'cron' && pattern !== '' ? pattern : visual;
    return { config: { kind: 'schedule', cron, timezone: data.text('timezone', 'UTC') } };
  },
  write(config) {
    config.ignore('kind', 'inputs', 'method', 'response');
    return {
      mode: 'cron',
      cron_expression: config.text('cron'),
      timezone: config.text('timezone', 'UTC'),
    };
  },
};
