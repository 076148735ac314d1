import { describe, expect, it } from 'vitest';
import { formatConfigPath, parseConfigPath, readAt, writeAt } from './config-path';

describe('config paths', () => {
  it('reads and writes the notation of findings', () => {
    const path = ['cases', 0, 'conditions', 1, 'right'] as const;
    expect(parseConfigPath('cases[0].conditions[1].right')).toEqual(path);
    expect(formatConfigPath(path)).toBe('cases[0].conditions[1].right');
  });

  it('shares what it does not change', () => {
    const config = { a: { b: [1, 2] }, c: { d: 1 } };
    const next = writeAt(config, ['a', 'b', 1], 3);
    expect(next).toEqual({ a: { b: [1, 3] }, c: { d: 1 } });
    expect(readAt(next, ['c'])).toBe(config.c);
  });

  it('makes missing parents, and removes with undefined', () => {
    expect(writeAt({}, ['limits', 'timeout_ms'], 5)).toEqual({ limits: { timeout_ms: 5 } });
    expect(writeAt({ list: [1, 2, 3] }, ['list', 1], undefined)).toEqual({ list: [1, 3] });
    expect(writeAt({ a: 1, b: 2 }, ['a'], undefined)).toEqual({ b: 2 });
  });

  it('never reads the prototype', () => {
    expect(readAt({}, ['constructor'])).toBeUndefined();
  });
});
