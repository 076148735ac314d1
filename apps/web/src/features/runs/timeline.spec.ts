import { expect, it } from 'vitest';
import { timelineBars } from './timeline';

it('places nodes on one line and leaves out those that never started', () => {
  const at = (ms: number): string => new Date(1_000_000 + ms).toISOString();
  const bars = timelineBars(
    [
      { id: 'a', started_at: at(0), elapsed_ms: 250 },
      { id: 'b', started_at: at(500), elapsed_ms: null },
      { id: 'c', started_at: null, elapsed_ms: null },
    ],
    1_001_000,
  );
  expect(bars.get('a')).toEqual({ start: 0, width: 0.25 });
  expect(bars.get('b')).toEqual({ start: 0.5, width: 0.5 });
  expect(bars.has('c')).toBe(false);
});

it('shows the quickest node as a sliver within the line', () => {
  const bars = timelineBars(
    [
      { id: 'a', started_at: new Date(0).toISOString(), elapsed_ms: 10_000 },
      { id: 'b', started_at: new Date(10_000).toISOString(), elapsed_ms: 0 },
    ],
    0,
  );
  const bar = bars.get('b');
  expect(bar?.width).toBeGreaterThan(0);
  expect((bar?.start ?? 1) + (bar?.width ?? 1)).toBeLessThanOrEqual(1);
});
