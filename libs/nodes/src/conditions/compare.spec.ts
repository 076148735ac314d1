import type { Json } from '@heddle/model';
import { compare, type PlainOperator } from './compare';

const OURS = { isDifyCompatible: false };

describe('compare', () => {
  it.each<[PlainOperator, Json, Json, boolean]>([
    ['contains', 'weaving', 'eav', true],
    ['contains', ['a', 'b'], 'b', true],
    ['contains', [1, 2], '2', true],
    ['contains', '', '', false],
    ['contains', null, 'a', false],
    ['not_contains', 'abc', 'z', true],
    ['not_contains', null, 'z', true],
    ['starts_with', 'heddle', 'hed', true],
    ['starts_with', null, '', false],
    ['ends_with', 'heddle', 'dle', true],
    ['ends_with', 'heddle', 'hed', false],
    ['is', 'a', 'a', true],
    ['is', 5, '5', true],
    ['is', true, 'true', true],
    ['is', null, '', false],
    ['is', { a: [1] }, { a: [1] }, true],
    ['is_not', 'a', 'b', true],
    ['is_not', null, 'b', false],
    ['empty', '', null, true],
    ['empty', [], null, true],
    ['empty', {}, null, true],
    ['empty', null, null, true],
    ['empty', 0, null, true],
    ['empty', ' ', null, false],
    ['not_empty', 'x', null, true],
    ['not_empty', [], null, false],
    ['in', 'b', ['a', 'b'], true],
    ['in', 'b', 'a, b', true],
    ['in', 'b', '["a","b"]', true],
    ['in', '', ['a', ''], false],
    ['not_in', 'c', ['a'], true],
    ['not_in', null, ['a'], true],
    ['all_of', ['a', 'b', 'c'], ['a', 'c'], true],
    ['all_of', ['a'], ['a', 'c'], false],
    ['all_of', [], [], false],
    ['eq', 5, '5', true],
    ['eq', '5.0', 5, true],
    ['eq', 5, 5.9, false],
    ['eq', true, 'true', true],
    ['eq', true, 1, true],
    ['eq', null, 0, false],
    ['ne', 5, 6, true],
    ['ne', null, 6, false],
    ['gt', 6, '5', true],
    ['gte', 5, 5, true],
    ['lt', '4.5', 5, true],
    ['lte', 6, 5, false],
    ['lt', null, 5, false],
    ['null', null, null, true],
    ['null', '', null, false],
    ['not_null', 0, null, true],
  ])('%s of %j and %j is as people expect', (operator, left, right, expected) => {
    expect(compare(operator, [left, right], OURS)).toBe(expected);
  });

  it('cuts the other side of an integer to its whole part in the Dify mode', () => {
    expect(compare('eq', [5, 5.9], { isDifyCompatible: true })).toBe(true);
    expect(compare('eq', [5.5, 5.9], { isDifyCompatible: true })).toBe(false);
  });

  it.each<[PlainOperator, Json, Json, string]>([
    ['gt', 'many', 5, "left: expected a number, got text 'many'."],
    ['eq', 5, '', "right: expected a number, got text ''."],
    ['starts_with', { a: 1 }, 'a', 'left: expected text, got an object.'],
    ['in', 'a', 5, 'right: expected a list, got number 5.'],
  ])('%s says which side of %j and %j it cannot read', (operator, left, right, message) => {
    expect(() => compare(operator, [left, right], OURS)).toThrow(
      expect.objectContaining({ code: 'NODE_INPUT_TYPE', message }) as Error,
    );
  });
});
