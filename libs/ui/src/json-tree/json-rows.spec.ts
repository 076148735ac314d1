import { describe, expect, it } from 'vitest';
import { describeRow, flattenJson, pathText } from './json-rows';

const names = (value: unknown, open = new Map<string, boolean>()): string[] =>
  flattenJson(value, open)
    .map(describeRow)
    .map((row) => `${row.name ?? ''}${row.name === undefined ? '' : '='}${row.preview}`);

describe('flattenJson', () => {
  it('opens two levels and says how much the rest holds', () => {
    expect(names({ a: { b: { c: 1 } }, list: [] })).toEqual(['{2}', 'a={1}', 'b={1}', 'list=[]']);
  });

  it('keeps long levels closed until asked', () => {
    const value = { many: Array.from({ length: 1_000 }, (_, index) => index) };
    expect(names(value)).toHaveLength(2);
    expect(names(value, new Map([['/many', true]]))).toHaveLength(1_002);
  });

  it('shows a long text as lines of bounded length once opened', () => {
    const text = `first\n${'x'.repeat(250)}`;
    expect(flattenJson(text, new Map())).toHaveLength(1);
    const rows = flattenJson(text, new Map([['', true]])).map(describeRow);
    expect(rows.map((row) => row.preview.length)).toEqual([rows[0]?.preview.length, 5, 100, 100, 50]);
  });

  it('opens a big value without walking what is closed', () => {
    const big = Array.from({ length: 2_000 }, () => ({
      deep: Array.from({ length: 100 }, (_, index) => index),
    }));
    expect(flattenJson(big, new Map())).toHaveLength(2_001);
  });
});

describe('describeRow', () => {
  it('knows the way to the row', () => {
    const rows = flattenJson(
      { list: [{ 'a/b': 'line one\nline two' }] },
      new Map([
        ['/list/0', true],
        ['/list/0/a//b', true],
      ]),
    );
    expect(rows.map(describeRow).map((row) => pathText(row.path))).toEqual([
      '',
      'list',
      'list[0]',
      'list[0]["a/b"]',
      'list[0]["a/b"]',
      'list[0]["a/b"]',
    ]);
  });
});

describe('pathText', () => {
  it('writes a path as code would', () => {
    expect(pathText(['items', 0, 'a b', 'c'])).toBe('items[0]["a b"].c');
  });
});
