import { describe, expect, it } from 'vitest';
import { formatPath, issuesBelow, parsePath, readAt, writeAt } from './field-path';

describe('field paths', () => {
  it('survive a round trip through text', () => {
    const path = ['cases', 0, 'conditions', 12, 'left'];
    expect(formatPath(path)).toBe('cases[0].conditions[12].left');
    expect(parsePath('cases[0].conditions[12].left')).toEqual(path);
    expect(parsePath('cases.0.left')).toEqual(['cases', 0, 'left']);
  });

  it('read own values only', () => {
    expect(readAt({ a: [{ b: 1 }] }, ['a', 0, 'b'])).toBe(1);
    expect(readAt({ a: null }, ['a', 'b'])).toBeUndefined();
    expect(readAt({}, ['constructor'])).toBeUndefined();
  });
});

describe('writeAt', () => {
  it('changes one value and shares what it does not touch', () => {
    const model = { a: { x: 1 }, b: [{ y: 1 }, { y: 2 }] };
    const next = writeAt(model, ['b', 1, 'y'], 5);
    expect(next).toEqual({ a: { x: 1 }, b: [{ y: 1 }, { y: 5 }] });
    expect(next.a).toBe(model.a);
    expect(next.b[0]).toBe(model.b[0]);
    expect(model.b[1]?.y).toBe(2);
  });

  it('keeps the order of keys', () => {
    expect(Object.keys(writeAt({ a: 1, b: 2, c: 3 }, ['b'], 9))).toEqual(['a', 'b', 'c']);
  });

  it('takes a key away when the value is undefined', () => {
    expect(writeAt({ a: 1, b: 2 }, ['b'], undefined)).toEqual({ a: 1 });
  });

  it('makes the objects and lists that are missing on the way', () => {
    expect(writeAt({}, ['a', 0, 'b'], 1)).toEqual({ a: [{ b: 1 }] });
  });

  it('writes __proto__ as a key like any other', () => {
    const next = writeAt({} as Record<string, unknown>, ['__proto__'], { isAdmin: true });
    expect(Object.getPrototypeOf(next)).toBe(Object.prototype);
    expect(Object.hasOwn(next, '__proto__')).toBe(true);
  });
});

describe('issuesBelow', () => {
  const issues = [
    { path: 'cases[1].left', message: 'left' },
    { path: 'cases', message: 'all' },
    { path: 'cases_extra', message: 'other' },
    { path: 'cases[10]', message: 'ten' },
  ];

  it('finds the issues of a field and of its parts, with relative paths', () => {
    const found = issuesBelow(issues, 'cases');
    expect(found.map((issue) => issue.path)).toEqual(['[1].left', '', '[10]']);
    expect(issuesBelow(found, 1)).toEqual([{ path: 'left', message: 'left' }]);
  });
});
