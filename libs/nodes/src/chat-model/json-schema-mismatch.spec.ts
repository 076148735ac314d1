import type { Json, JsonObject } from '@heddle/model';
import { jsonSchemaMismatch } from './json-schema-mismatch';

const PERSON: JsonObject = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    age: { type: ['integer', 'null'] },
    mood: { enum: ['calm', 'wild'] },
    tags: { type: 'array', items: { type: 'string' } },
    pet: { anyOf: [{ type: 'string' }, { type: 'object', required: ['kind'] }] },
  },
  required: ['name'],
  additionalProperties: false,
};

describe('jsonSchemaMismatch', () => {
  it.each<[Json, string | undefined]>([
    [{ name: 'Ada', age: 36, mood: 'calm', tags: ['x'], pet: { kind: 'cat' } }, undefined],
    [{ name: 'Ada', age: null, pet: 'cat' }, undefined],
    [[], '$ is a list of 0, expected object'],
    [{}, '$.name is missing'],
    [{ name: 5 }, '$.name is number 5, expected string'],
    [{ name: 'Ada', age: 1.5 }, '$.age is number 1.5, expected integer or null'],
    [{ name: 'Ada', mood: 'sad' }, `$.mood is text 'sad', expected one of ["calm","wild"]`],
    [{ name: 'Ada', tags: ['x', 2] }, '$.tags[1] is number 2, expected string'],
    [{ name: 'Ada', pet: {} }, '$.pet fits none of the 2 allowed forms'],
    [{ name: 'Ada', toString: 1 }, '$.toString is not allowed'],
  ])('of %j is %j', (value, expected) => {
    expect(jsonSchemaMismatch(value, PERSON)).toBe(expected);
  });

  it('looks at constants and at every part of allOf', () => {
    const schema = { allOf: [{ type: 'number' }, { const: 5 }] };
    expect(jsonSchemaMismatch(5, schema)).toBeUndefined();
    expect(jsonSchemaMismatch(6, schema)).toBe('$ is number 6, expected one of [5]');
  });

  it('does not follow endless nesting', () => {
    let value: Json = 1;
    for (let depth = 0; depth < 5_000; depth++) value = [value];
    const schema: JsonObject = { type: 'array' };
    schema['items'] = schema;
    expect(jsonSchemaMismatch(value, schema)).toBeUndefined();
  });
});
