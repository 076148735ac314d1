import { describe, expect, it } from 'vitest';
import { clampNumber, parseNumber, stepNumber } from './number-text';

describe('number entry', () => {
  it('reads plain, full-width and comma numbers, and nothing else', () => {
    expect(parseNumber(' 1.5 ')).toBe(1.5);
    expect(parseNumber('１２．５')).toBe(12.5);
    expect(parseNumber('0,25')).toBe(0.25);
    expect(parseNumber('')).toBeUndefined();
    expect(parseNumber('1e999')).toBeUndefined();
    expect(parseNumber('twelve')).toBeUndefined();
  });

  it('steps without binary fractions and stays within limits', () => {
    expect(stepNumber(0.2, 0.1, { max: 2 })).toBe(0.3);
    expect(stepNumber(1.95, 0.1, { max: 2 })).toBe(2);
    expect(clampNumber(2.6, { isInteger: true, max: 2 })).toBe(2);
  });
});
