import { nextTime } from '../flows/cron-schedule';
import { planDue } from './due-times';

const at = (text: string): number => Date.parse(text);
const shown = (time: number | undefined): string | undefined =>
  time === undefined ? undefined : new Date(time).toISOString().slice(0, 19);

const plan = (cron: string, dueAt: string, now: string) => {
  const { fireAt, skippedAt, nextAt } = planDue({ cron, timezone: 'UTC' }, at(dueAt), at(now));
  return { fire: shown(fireAt), skipped: shown(skippedAt), next: shown(nextAt) };
};

describe('a schedule that is due', () => {
  it('fires for its time and looks ahead', () => {
    expect(plan('0 9 * * *', '2026-12-01T09:00:00Z', '2026-12-01T09:00:00.250Z')).toEqual({
      fire: '2026-12-01T09:00:00',
      skipped: undefined,
      next: '2026-12-02T09:00:00',
    });
  });

  it('fires for a time that was missed by less than a minute', () => {
    expect(plan('0 9 * * *', '2026-12-01T09:00:00Z', '2026-12-01T09:00:59Z').fire).toBe(
      '2026-12-01T09:00:00',
    );
  });

  it('leaves out a time that was missed by more', () => {
    expect(plan('0 9 * * *', '2026-12-01T09:00:00Z', '2026-12-01T09:01:00Z')).toEqual({
      fire: undefined,
      skipped: '2026-12-01T09:00:00',
      next: '2026-12-02T09:00:00',
    });
  });

  it('fires once after a long pause, for the latest time, and says from where on times were left out', () => {
    expect(plan('* * * * *', '2026-11-01T00:00:00Z', '2026-12-01T09:00:30Z')).toEqual({
      fire: '2026-12-01T09:00:00',
      skipped: '2026-11-01T00:00:00',
      next: '2026-12-01T09:01:00',
    });
  });
});

describe('the next time of a schedule', () => {
  const times = (cron: string, timezone: string, from: string, count = 2): (string | undefined)[] => {
    const found: (string | undefined)[] = [];
    for (let time: number | undefined = at(from); time !== undefined && found.length < count;) {
      time = nextTime({ cron, timezone }, time);
      found.push(shown(time));
    }
    return found;
  };

  it('is that of the clocks in its zone', () => {
    expect(times('0 9 * * 1-5', 'Asia/Shanghai', '2026-12-04T00:00:00Z')).toEqual([
      '2026-12-04T01:00:00',
      '2026-12-07T01:00:00',
    ]);
  });

  it('comes once on days when clocks are put forward or back', () => {
    expect(times('30 2 * * *', 'Europe/Berlin', '2026-03-28T12:00:00Z')).toEqual([
      '2026-03-29T01:00:00',
      '2026-03-30T00:30:00',
    ]);
    expect(times('30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00:00Z')).toEqual([
      '2026-10-25T00:30:00',
      '2026-10-26T01:30:00',
    ]);
  });

  it('is never that of 30 February', () => {
    expect(times('0 0 30 2 *', 'UTC', '2026-01-01T00:00:00Z')).toEqual([undefined]);
  });

  it.each(['61 * * * *', '* * * *', '0 0 9 * * *', 'daily'])('refuses %s', (cron) => {
    expect(() => times(cron, 'UTC', '2026-01-01T00:00:00Z')).toThrow(
      expect.objectContaining({ code: 'SCHEDULE_INVALID' }) as Error,
    );
  });
});
