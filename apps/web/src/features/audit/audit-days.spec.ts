import { describe, expect, it } from 'vitest';
import { startOfDay } from './audit-days';

describe('startOfDay', () => {
  it('is the local midnight, also over the end of a month', () => {
    expect(startOfDay('2026-01-31')).toBe(new Date(2026, 0, 31).toISOString());
    expect(startOfDay('2026-01-31', 1)).toBe(new Date(2026, 1, 1).toISOString());
  });

  it('is nothing for what is no day', () => {
    expect([startOfDay(''), startOfDay('soon')]).toEqual([undefined, undefined]);
  });
});
