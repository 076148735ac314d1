import { beforeEach, describe, expect, it } from 'vitest';
import { readTestInputs, withTestInputs, writeTestInputs } from './test-inputs';

beforeEach(() => localStorage.clear());

describe('test inputs', () => {
  it('are kept by flow, and one name has one set of them', () => {
    const first = withTestInputs([], { name: 'Berlin', inputs: { city: 'Berlin' } });
    const second = withTestInputs(first, { name: 'Berlin', inputs: { city: 'Köln' } });
    expect(writeTestInputs('a', second)).toBe(true);
    expect(readTestInputs('a')).toEqual([{ name: 'Berlin', inputs: { city: 'Köln' } }]);
    expect(readTestInputs('b')).toEqual([]);
  });

  it('leaves out what is no set of inputs', () => {
    localStorage.setItem('heddle.editor.test_inputs.a', '[{"name":"x","inputs":{}},{"name":1},null]');
    expect(readTestInputs('a')).toEqual([{ name: 'x', inputs: {} }]);
    localStorage.setItem('heddle.editor.test_inputs.a', 'nonsense');
    expect(readTestInputs('a')).toEqual([]);
  });
});
