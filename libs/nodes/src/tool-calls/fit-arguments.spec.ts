import type { JsonObject } from '@heddle/model';
import { fitArguments } from './fit-arguments';

const SCHEMA: JsonObject = {
  type: 'object',
  properties: {
    city: { type: 'string' },
    days: { type: 'integer' },
    isLong: { type: 'boolean' },
    filter: { type: 'object', properties: { a: { type: 'number' } } },
    tags: { type: 'array', items: { type: 'string' } },
    note: { type: ['string', 'null'] },
  },
  required: ['city'],
  additionalProperties: false,
};

describe('fitArguments', () => {
  it.each<[JsonObject, JsonObject]>([
    [
      { city: 'Rome', days: 2 },
      { city: 'Rome', days: 2 },
    ],
    [
      { city: 5, days: '2', isLong: 'true' },
      { city: '5', days: 2, isLong: true },
    ],
    [
      { city: '', days: null, isLong: '', note: null },
      { city: '', note: null },
    ],
    [
      { city: 'R', filter: '{"a":1}', tags: '["x"]' },
      { city: 'R', filter: { a: 1 }, tags: ['x'] },
    ],
  ])('takes %j', (given, expected) => {
    expect(fitArguments('t', SCHEMA, given)).toEqual(expected);
  });

  it.each<[JsonObject, string]>([
    [{}, 'city is missing'],
    [{ city: null }, 'city is null'],
    [{ city: 'R', days: 'two' }, 'days is text'],
    [{ city: 'R', days: 1.5 }, 'days is'],
    [{ city: 'R', other: 1 }, 'other is not allowed'],
    [{ city: 'R', filter: '{"a":"x"}' }, 'filter.a is text'],
    [{ city: 'R', tags: 'x' }, 'tags is text'],
  ])('refuses %j', (given, reason) => {
    expect(() => fitArguments('t', SCHEMA, given)).toThrow(reason);
  });

  it('takes anything where nothing is asked for', () => {
    expect(fitArguments('t', { type: 'object' }, { a: null })).toEqual({ a: null });
  });
});
