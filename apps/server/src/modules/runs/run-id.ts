import { hash, randomUUID } from 'node:crypto';

const TIME_DIGITS = 12;

const asUuid = (hex: string): string =>
  [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');

/** Puts a version and the variant into 32 hexadecimal digits. */
const marked = (hex: string, version: string): string => {
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 12)}${version}${hex.slice(13, 16)}${variant}${hex.slice(17, 32)}`;
};

/** A new id of a run (UUID version 7): later ones sort behind earlier ones, which keeps the index small and warm. */
export function createRunId(now = Date.now()): string {
  const time = now.toString(16).padStart(TIME_DIGITS, '0');
  // Node keeps random UUIDs in store, where random bytes cost a call of the system each time.
  const random = randomUUID().replaceAll('-', '').slice(TIME_DIGITS);
  return asUuid(marked(time + random, '7'));
}

/** An id that belongs to a run: the same whenever it is asked for, so that a repeated answer is the same answer. */
export function idWithinRun(runId: string, purpose: string): string {
  return asUuid(marked(hash('sha256', `${runId}:${purpose}`, 'hex').slice(0, 32), '8'));
}
