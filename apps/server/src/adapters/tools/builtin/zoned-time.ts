const formatters = new Map<string, Intl.DateTimeFormat>();
const MAX_KEPT = 100;

/** Thrown for a time zone or a time that cannot be read; the message says what would be. */
export class TimeTextError extends Error {}

function formatterOf(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known) return known;
  let made: Intl.DateTimeFormat;
  try {
    made = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      era: 'short',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  } catch {
    throw new TimeTextError(
      `"${zone}" is not a time zone; use names like Europe/Berlin, Asia/Shanghai or UTC`,
    );
  }
  if (formatters.size >= MAX_KEPT) formatters.clear();
  formatters.set(zone, made);
  return made;
}

/** What clocks in a zone show at an instant, as if that were UTC; all in milliseconds since 1970. */
function wallTime(instant: number, zone: string): number {
  const parts = new Map(
    formatterOf(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  );
  const field = (name: Intl.DateTimeFormatPartTypes): number => Number(parts.get(name));
  const year = parts.get('era') === 'BC' ? 1 - field('year') : field('year');
  const date = new Date(0);
  date.setUTCFullYear(year, field('month') - 1, field('day'));
  date.setUTCHours(field('hour'), field('minute'), field('second'));
  return date.getTime();
}

const offsetMs = (instant: number, zone: string): number =>
  wallTime(instant, zone) - Math.floor(instant / 1_000) * 1_000;

const LOCAL = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?$/;
const WITH_OFFSET = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/i;
const UNREADABLE = 'write times like 2026-12-01 09:30 or 2026-12-01T09:30:00+08:00';

/** The instant of a time as people write it; without an offset it is what clocks in the zone show. */
export function instantOf(text: string, zone: string): number {
  const trimmed = text.trim();
  if (WITH_OFFSET.test(trimmed)) {
    const instant = Date.parse(trimmed.replace(' ', 'T'));
    if (!Number.isNaN(instant)) return instant;
  }
  const match = LOCAL.exec(trimmed);
  if (match === null) throw new TimeTextError(`"${trimmed}" is not understood; ${UNREADABLE}`);
  const wall = Date.parse(
    `${match[1]}-${match[2]}-${match[3]}T${match[4] ?? '00'}:${match[5] ?? '00'}:${match[6] ?? '00'}Z`,
  );
  const isReal = !Number.isNaN(wall) && new Date(wall).getUTCDate() === Number(match[3]);
  if (!isReal) throw new TimeTextError(`"${trimmed}" is no time of the calendar; ${UNREADABLE}`);
  // The offset is asked for near the time, and again at the instant found: between them it may have changed.
  const first = wall - offsetMs(wall, zone);
  return wall - offsetMs(first, zone);
}

const two = (value: number): string => String(value).padStart(2, '0');

function offsetText(minutes: number): string {
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/** An instant as clocks in a zone show it, with the offset: `2026-12-01T09:30:00+08:00`. */
export function zonedText(instant: number, zone: string): string {
  const minutes = Math.round(offsetMs(instant, zone) / 60_000);
  return new Date(wallTime(instant, zone)).toISOString().slice(0, -5) + offsetText(minutes);
}

/** The day of the week of an instant in a zone, in English. */
export const weekdayOf = (instant: number, zone: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone: zone, weekday: 'long' }).format(instant);
