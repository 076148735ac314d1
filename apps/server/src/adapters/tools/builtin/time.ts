import type { JsonObject } from '@heddle/model';
import { z } from 'zod';
import { toolErrors } from '../tool-errors';
import { defineBuiltin } from './builtin-tool';
import { instantOf, TimeTextError, weekdayOf, zonedText } from './zoned-time';

const argumentsSchema = z.strictObject({
  action: z
    .enum(['now', 'convert', 'difference'])
    .default('now')
    .describe(
      'now: the time in a zone; convert: a time in another zone; difference: from one time to another',
    ),
  timezone: z
    .string()
    .max(100)
    .default('UTC')
    .describe('IANA name of the zone of the answer, as Asia/Shanghai'),
  time: z
    .string()
    .max(100)
    .optional()
    .describe('For convert and difference, as 2026-12-01 09:30; now when absent'),
  time_timezone: z
    .string()
    .max(100)
    .optional()
    .describe('The zone that "time" and "until" are in, if not timezone'),
  until: z.string().max(100).optional().describe('For difference: the later time; now when absent'),
});

type Given = z.output<typeof argumentsSchema>;

const DAY_MS = 86_400_000;

const described = (instant: number, zone: string): JsonObject => ({
  time: zonedText(instant, zone),
  timezone: zone,
  weekday: weekdayOf(instant, zone),
  unix: Math.floor(instant / 1_000),
});

function spanText(milliseconds: number): string {
  const seconds = Math.round(Math.abs(milliseconds) / 1_000);
  const parts = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3_600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [seconds % 60, 's'],
  ] as const;
  const shown = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count} ${unit}`);
  return `${milliseconds < 0 ? '-' : ''}${shown.join(' ') || '0 s'}`;
}

function difference(from: number, to: number, zone: string): JsonObject {
  const milliseconds = to - from;
  return {
    from: zonedText(from, zone),
    to: zonedText(to, zone),
    seconds: milliseconds / 1_000,
    days: Math.trunc(milliseconds / DAY_MS),
    text: spanText(milliseconds),
  };
}

function answer(given: Given, now: number): JsonObject {
  const { action, timezone, time, until, time_timezone: zone = timezone } = given;
  const instant = (text: string | undefined): number => (text === undefined ? now : instantOf(text, zone));
  if (action === 'now') return described(now, timezone);
  if (action === 'convert') return described(instant(time), timezone);
  return difference(instant(time), instant(until), timezone);
}

/** Tells the time, converts it between zones and measures spans. */
export const time = defineBuiltin({
  name: 'time',
  title: { en: 'Time', zh: '时间' },
  description: {
    en: 'Tells the current date and time in a time zone, converts a time between zones, or measures the span between two times.',
    zh: '查询某时区的当前日期与时间、在时区之间换算时间，或计算两个时间之间的间隔。',
  },
  arguments: argumentsSchema,
  run(given, { now }) {
    try {
      return { json: answer(given, now().getTime()) };
    } catch (error) {
      if (!(error instanceof TimeTextError)) throw error;
      throw toolErrors.TOOL_ARGUMENTS_INVALID({ tool: 'time', reason: error.message }, error);
    }
  },
});
