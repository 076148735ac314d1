import type { JsonObject } from '@heddle/model';
import * as fc from 'fast-check';
import { attachPayloads } from './attach-payloads';
import { detachPayloads, type Detached } from './detach-payloads';

const LIMIT = 100;

function restored({ rest, refs, payloads }: Detached): unknown {
  const contents = new Map(payloads.map(({ sha256, content }) => [sha256, content]));
  const value = JSON.parse(JSON.stringify(rest)) as JsonObject;
  attachPayloads(value, JSON.parse(JSON.stringify(refs)) as Detached['refs'], {
    find: (sha256) => contents.get(sha256),
    onMissing: (sha256) => {
      throw new Error(`nobody has ${sha256}`);
    },
  });
  return value;
}

describe('values that are stored in parts', () => {
  it('come back as they were, whatever they hold, and leave little behind', () => {
    const value = fc.dictionary(
      fc.string({ maxLength: 8 }),
      fc.jsonValue({ maxDepth: 6, noUnicodeString: false }) as fc.Arbitrary<JsonObject>,
      { maxKeys: 12 },
    );
    fc.assert(
      fc.property(value, fc.integer({ min: 20, max: 400 }), (generated, limit) => {
        const text = JSON.stringify(generated);
        const detached = detachPayloads(JSON.parse(text) as JsonObject, limit);
        expect(JSON.stringify(restored(detached))).toBe(text);
        const keys = Object.keys(generated).join('').length * 6 + Object.keys(generated).length * 16;
        expect(JSON.stringify(detached.rest).length).toBeLessThan(limit * 2 + keys);
      }),
      { numRuns: 300 },
    );
  });

  it('keep one copy of what stands in several places', () => {
    const long = 'x'.repeat(LIMIT);
    const { rest, refs, payloads } = detachPayloads({ a: { text: long }, b: [1, long] }, LIMIT);
    expect(rest).toEqual({ a: { text: null }, b: [1, null] });
    expect(refs.map(({ at }) => at)).toEqual([
      ['a', 'text'],
      ['b', 1],
    ]);
    expect(new Set(payloads.map(({ sha256 }) => sha256)).size).toBe(1);
  });

  it('move whole lists of small things, with what is missing inside them', () => {
    const list = [...Array.from({ length: LIMIT }, (_, index) => index), 'y'.repeat(LIMIT)];
    const detached = detachPayloads({ list }, LIMIT);
    expect(detached.rest).toEqual({ list: null });
    expect(detached.refs.map(({ at }) => at)).toEqual([['list'], ['list', LIMIT]]);
    expect(restored(detached)).toEqual({ list });
  });

  it('are not mistaken for what users write', () => {
    const value = JSON.parse(
      `{"__proto__":{"at":["a"],"sha256":"00"},"a":"${'z'.repeat(LIMIT)}"}`,
    ) as JsonObject;
    expect(JSON.stringify(restored(detachPayloads(value, LIMIT)))).toBe(JSON.stringify(value));
  });
});
