import { Fields } from '../fields';
import type { NodeImport } from '../node-converter';
import { schedule } from './schedule';

describe('a schedule', () => {
  it.each([
    [{ mode: 'cron', cron_expression: ' 5 4 * * 1 ' }, '5 4 * * 1'],
    [{ mode: 'visual', frequency: 'hourly', visual_config: { on_minute: 15 } }, '15 * * * *'],
    [{ mode: 'visual', frequency: 'daily', visual_config: { time: '12:05 AM' } }, '5 0 * * *'],
    [{ mode: 'visual', frequency: 'daily', visual_config: { time: '12:30 PM' } }, '30 12 * * *'],
    [{ frequency: 'weekly', visual_config: { time: '11:00 PM', weekdays: ['sun', 'sat'] } }, '0 23 * * 0,6'],
    [{ frequency: 'monthly', visual_config: { time: '9:00 AM', monthly_days: [1, 'last'] } }, '0 9 1,L * *'],
    [{}, '0 0 * * *'],
  ])('%j is the pattern %s', (data, cron) => {
    const { config } = schedule.read(new Fields(data), {} as NodeImport);
    expect(config).toMatchObject({ kind: 'schedule', cron, timezone: 'UTC' });
  });
});
