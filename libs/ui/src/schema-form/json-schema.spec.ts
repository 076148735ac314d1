import { describe, expect, it } from 'vitest';
import { initialValue, resolveSchema } from './json-schema';

describe('resolveSchema', () => {
  it('opens a union with null', () => {
    const schema = { title: 'Limit', anyOf: [{ type: 'integer', minimum: 1 }, { type: 'null' }] };
    expect(resolveSchema(schema, schema)).toEqual({
      schema: { type: 'integer', minimum: 1, title: 'Limit' },
      isNullable: true,
    });
  });

  it('reads a union of constants as choices', () => {
    const schema = { anyOf: [{ const: 'a' }, { const: 'b' }] };
    expect(resolveSchema(schema, schema).schema.enum).toEqual(['a', 'b']);
  });

  it('follows references and keeps what stands beside them', () => {
    const root = { $defs: { item: { type: 'object', title: 'Item' } } };
    expect(resolveSchema({ $ref: '#/$defs/item', title: 'First' }, root).schema).toEqual({
      type: 'object',
      title: 'First',
    });
  });

  it('leaves a true union as it is', () => {
    const schema = { anyOf: [{ type: 'string' }, { type: 'object' }] };
    expect(resolveSchema(schema, schema).schema).toBe(schema);
  });
});

describe('initialValue', () => {
  it('fills what an item must have and what has a default', () => {
    const schema = {
      type: 'object',
      required: ['name', 'kind'],
      properties: {
        name: { type: 'string' },
        kind: { enum: ['a', 'b'] },
        size: { type: 'number', default: 3 },
        note: { type: 'string' },
      },
    };
    expect(initialValue(schema, schema)).toEqual({ name: '', kind: 'a', size: 3 });
  });

  it('never hands out the default itself', () => {
    const schema = { type: 'array', default: [] as unknown[] };
    expect(initialValue(schema, schema)).not.toBe(schema.default);
  });
});
