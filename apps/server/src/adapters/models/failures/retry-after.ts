/** Reads how long a server asks to wait, in milliseconds: `retry-after-ms`, or `Retry-After` in seconds or as a date. */
export function retryAfterMs(headers: Headers | undefined, now: number): number | undefined {
  const exact = Number.parseFloat(headers?.get('retry-after-ms') ?? '');
  if (exact >= 0) return exact;
  const text = headers?.get('retry-after') ?? '';
  if (/^\s*\d+(?:\.\d+)?\s*$/.test(text)) return Number(text) * 1_000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
