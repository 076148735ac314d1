import { describe, expect, it } from 'vitest';
import { createFormat } from './use-format';

const now = Date.parse('2026-12-01T12:00:00Z');

describe('createFormat', () => {
  it('writes spans in the unit that says most', () => {
    const { duration } = createFormat('en');
    expect([0.4, 340, 4_211, 42_150, 185_000].map(duration)).toEqual([
      '0.4ms',
      '340ms',
      '4.21s',
      '42.2s',
      '3m 5s',
    ]);
    expect(createFormat('zh-CN').duration(4_211)).toBe('4.21秒');
  });

  it('writes recent moments relative to now and old ones as dates', () => {
    const { relative } = createFormat('en');
    expect(relative('2026-12-01T11:59:40Z', now)).toBe('now');
    expect(relative('2026-12-01T11:57:00Z', now)).toBe('3 minutes ago');
    expect(relative('2026-11-30T12:00:00Z', now)).toBe('yesterday');
    expect(relative('2026-10-01T12:00:00Z', now)).toBe('Oct 1, 2026');
  });
});
