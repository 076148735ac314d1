import { describe, expect, it } from 'vitest';
import { schemaParameters } from './schema-parameters';

const typesOf = (properties: object, more: object = {}) =>
  Object.fromEntries(
    schemaParameters({ properties, ...more } as never).map(({ name, type }) => [name, type]),
  );

describe('schemaParameters', () => {
  it('says what a parameter takes in one short word', () => {
    expect(
      typesOf(
        {
          plain: { type: 'integer' },
          nullable: { type: ['string', 'null'] },
          list: { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'number' }] } },
          anything: {},
          untyped: { type: 'array', items: {} },
          named: { $ref: '#/$defs/Pet' },
        },
        { $defs: { Pet: { type: 'object' } } },
      ),
    ).toEqual({
      plain: 'integer',
      nullable: 'string | null',
      list: '(string | number)[]',
      anything: '',
      untyped: 'any[]',
      named: 'object',
    });
  });

  it('comes to an end with a schema that contains itself', () => {
    expect(
      typesOf({ tree: { $ref: '#/$defs/Tree' } }, { $defs: { Tree: { anyOf: [{ $ref: '#/$defs/Tree' }] } } }),
    ).toEqual({ tree: '' });
  });

  it('lists the only values, and tells what is required', () => {
    const schema = { properties: { unit: { enum: ['C', 'F', 1] }, city: {} }, required: ['city'] };
    expect(schemaParameters(schema)).toMatchObject([
      { name: 'unit', choices: ['C', 'F', '1'], isRequired: false },
      { name: 'city', choices: [], isRequired: true },
    ]);
  });
});
