import { retryAfterMs } from './retry-after';

const now = Date.UTC(2026, 0, 1);

describe('retryAfterMs', () => {
  it.each([
    [{ 'retry-after': '3' }, 3_000],
    [{ 'retry-after': '0.5' }, 500],
    [{ 'retry-after': new Date(now + 9_000).toUTCString() }, 9_000],
    [{ 'retry-after': new Date(now - 9_000).toUTCString() }, 0],
    [{ 'retry-after-ms': '120', 'retry-after': '3' }, 120],
    [{ 'retry-after': 'soon' }, undefined],
    [{}, undefined],
  ])('reads %j', (headers, expected) => {
    expect(retryAfterMs(new Headers(headers as Record<string, string>), now)).toBe(expected);
  });
});
