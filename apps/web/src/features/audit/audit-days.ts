const DAY = /^(\d{4})-(\d\d)-(\d\d)$/;

/** When a day of the calendar begins here, `later` days on; nothing for what is no day. */
export function startOfDay(day: string, later = 0): string | undefined {
  const [, year, month, date] = DAY.exec(day) ?? [];
  const start = new Date(Number(year), Number(month) - 1, Number(date) + later);
  return Number.isNaN(start.getTime()) ? undefined : start.toISOString();
}
