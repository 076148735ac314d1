import { describe, expect, it } from 'vitest';
import { filterOfQuery, queryOfFilter } from './flow-list-query';

describe('the filter in the address', () => {
  it('survives a round trip and leaves the usual out', () => {
    const query = { q: 'whale', mode: 'chatflow', sort: 'name', page: '3' };
    expect(queryOfFilter(filterOfQuery(query))).toEqual(query);
    expect(queryOfFilter(filterOfQuery({}))).toEqual({});
  });

  it('takes nonsense as not said', () => {
    const filter = filterOfQuery({ q: ['a', 'b'], mode: 'agent', sort: 'id;drop', page: '-1' });
    expect(filter).toMatchObject({ q: '', mode: undefined, sort: '-updated_at', page: 1 });
  });
});
