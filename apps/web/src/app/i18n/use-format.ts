import { computed, type ComputedRef } from 'vue';
import { currentLocale } from './i18n';

/** Writes moments, spans and amounts the way the language in use does. */
export interface Format {
  dateTime(iso: string): string;
  /** "3 minutes ago", and a date once that says little. */
  relative(iso: string, now?: number): string;
  number(value: number): string;
  /** "340ms", "4.2s", "3m 5s". */
  duration(ms: number): string;
}

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;
const WEEK = 604_800;

/** Makes a {@link Format} for one language. */
export function createFormat(locale: string): Format {
  const dateTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const number = new Intl.NumberFormat(locale);
  const unit = (value: number, name: string, digits = 0): string =>
    new Intl.NumberFormat(locale, {
      style: 'unit',
      unit: name,
      unitDisplay: locale.startsWith('zh') ? 'short' : 'narrow',
      maximumFractionDigits: digits,
    }).format(value);

  function relativeTo(iso: string, now: number): string {
    const seconds = Math.round((Date.parse(iso) - now) / 1_000);
    const size = Math.abs(seconds);
    if (size < 45) return relative.format(0, 'second');
    if (size < HOUR) return relative.format(Math.round(seconds / MINUTE), 'minute');
    if (size < DAY) return relative.format(Math.round(seconds / HOUR), 'hour');
    if (size < WEEK) return relative.format(Math.round(seconds / DAY), 'day');
    return date.format(new Date(iso));
  }

  function durationOf(ms: number): string {
    if (ms < 1_000) return unit(ms, 'millisecond', ms < 10 ? 1 : 0);
    const seconds = ms / 1_000;
    if (seconds < MINUTE) return unit(seconds, 'second', seconds < 10 ? 2 : 1);
    const minutes = Math.floor(seconds / MINUTE);
    return `${unit(minutes, 'minute')} ${unit(Math.round(seconds % MINUTE), 'second')}`;
  }

  return {
    dateTime: (iso) => dateTime.format(new Date(iso)),
    relative: (iso, now = Date.now()) => relativeTo(iso, now),
    number: (value) => number.format(value),
    duration: durationOf,
  };
}

/** The {@link Format} of the language in use. */
export function useFormat(): ComputedRef<Format> {
  return computed(() => createFormat(currentLocale.value));
}
