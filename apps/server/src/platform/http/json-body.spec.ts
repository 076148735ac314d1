import { parseJsonBody } from './json-body';
import { scanJson } from './json-scan';

const parse = (text: string): unknown => parseJsonBody(Buffer.from(text));

const errorOf = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error;
  }
};

describe('parseJsonBody', () => {
  it.each(['{"a":[1,-2.5e3,true,null,"x\\"]"]}', '0', '"text"', '[]', ' {"n":9007199254740991} '])(
    'reads %s',
    (text) => {
      expect(parse(text)).toEqual(JSON.parse(text));
    },
  );

  it('takes an empty body for none and skips a byte order mark', () => {
    expect(parse('')).toBeUndefined();
    expect(parse(' \n')).toBeUndefined();
    expect(parse('\uFEFF{"a":1}')).toEqual({ a: 1 });
  });

  it('counts nesting outside of strings only', () => {
    expect(parse(`["${'['.repeat(500)}\\"${'{'.repeat(500)}"]`)).toHaveLength(1);
    expect(parse('['.repeat(100) + ']'.repeat(100))).toBeDefined();
    expect(errorOf(() => parse('['.repeat(101) + ']'.repeat(101)))).toMatchObject({
      code: 'JSON_TOO_DEEP',
      details: { depth: 101, limit: 100 },
    });
  });

  it('counts a million levels without falling over', () => {
    expect(scanJson('[{"a":'.repeat(500_000)).depth).toBe(1_000_000);
  });

  it.each([
    '"1e400"',
    '0.1',
    '1e300',
    '123456789012345',
    '-9007199254740991',
    '9007199254740993.5',
    '0.30000000000000004',
  ])('leaves %s alone', (text) => {
    expect(parse(text)).toEqual(JSON.parse(text));
  });

  it.each(['1e309', '-1e309', '9007199254740992', '[1,2,18446744073709551616]'])('refuses %s', (text) => {
    expect(errorOf(() => parse(text))).toMatchObject({ code: 'NUMBER_OUT_OF_RANGE' });
  });

  it('takes out __proto__ at any depth, and keeps what only looks like it', () => {
    const value = parse(
      '{"a":[{"__proto__":{"x":1},"b":"__proto__"}],"\\u005f\\u005fproto\\u005f\\u005f":1}',
    ) as {
      a: Record<string, unknown>[];
    };
    expect(Object.keys(value)).toEqual(['a']);
    expect(Object.keys(value.a[0] ?? {})).toEqual(['b']);
    expect(value.a[0]?.['x']).toBeUndefined();
  });

  it.each([
    ['{"a":1', 6, 'it ends too early'],
    ['{"a" 1}', 5, 'unexpected "1"'],
    ['[1,]', 3, 'unexpected "]"'],
    ['{"a":"\u0001"}', 6, 'unexpected "\\u0001"'],
  ])('says where %s goes wrong', (text, position, reason) => {
    expect(errorOf(() => parse(text))).toMatchObject({ code: 'JSON_SYNTAX', details: { position, reason } });
  });
});
