import { z } from 'zod';

// The database knows no year 0.
const isKnownYear = (text: string): boolean => !text.startsWith('0000');
const KNOWN_YEAR = 'must be in year 1 or later';

/** A day as callers write it, `2026-12-01`. */
export const dayText = () => z.iso.date().refine(isKnownYear, KNOWN_YEAR);

/** A moment as callers write it, `2026-12-01T08:00:00+08:00`. */
export const timeText = () => z.iso.datetime({ offset: true }).refine(isKnownYear, KNOWN_YEAR);
