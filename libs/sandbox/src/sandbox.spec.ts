import type { JsonObject } from '@heddle/model';
import type { JobResult } from './jobs';
import { hasIsolates } from './python/installed';
import { Sandbox } from './sandbox';

describe.each(['auto', 'quickjs'] as const)('a sandbox with %s', (engine) => {
  const sandbox = new Sandbox({ engine });
  const limits = { timeoutMs: 10_000 };
  beforeAll(() => sandbox.prewarm(), 20_000);
  afterAll(() => sandbox.close());

  const code = (source: string, input: JsonObject = {}): Promise<JobResult> =>
    sandbox.run({ kind: 'code', language: 'javascript', source, input, limits });

  it('gives main one object and returns what it returns', async () => {
    const source = 'const main = ({ a, list }) => ({ sum: list.reduce((x, y) => x + y, a), text: "你好" });';
    expect((await code(source, { a: 1, list: [2, 3] })).value).toEqual({ sum: 6, text: '你好' });
  });

  it('waits for an async main', async () => {
    expect(
      (await code('async function main() { return await Promise.all([1, (async () => 2)()]); }')).value,
    ).toEqual([1, 2]);
  });

  it('keeps what the code prints, 200 lines at most', async () => {
    const source =
      'function main() { for (let i = 0; i < 300; i += 1) console.log("line", i, { i }, null); return {}; }';
    const { logs } = await code(source);
    expect(logs).toHaveLength(200);
    expect(logs[1]).toBe('line 1 {"i":1} null');
  });

  it('names line and column of a syntax error', async () => {
    const failing = code('function main() {\n  const x = ;\n}');
    await expect(failing).rejects.toMatchObject({ code: 'CODE_SYNTAX', details: { line: 2 } });
  });

  it('names the line of an error, with the error and the last printed lines', async () => {
    const failing = code('function main() {\n  console.log("here");\n  return missing;\n}');
    await expect(failing).rejects.toMatchObject({
      code: 'CODE_RUNTIME',
      category: 'user',
      details: { line: 3, logs: ['here'] },
    });
    await expect(failing).rejects.toThrow(/line 3: ReferenceError: .*missing.* is not defined/);
  });

  it.each([
    ['throw null', 'the code threw null'],
    ['throw "no"', 'the code threw "no"'],
    ['throw { a: 1 }', 'the code threw an object that is not an Error'],
    ['throw new TypeError("bad")', 'line 1: TypeError: bad'],
  ])('says what %s threw', async (body, message) => {
    await expect(code(`function main() { ${body}; }`)).rejects.toThrow(message);
  });

  it.each(['require("fs")', 'fetch("https://x.test")', 'setTimeout(() => {}, 1)', 'await import("fs")'])(
    'points from %s to the HTTP request node',
    async (expression) => {
      const failing = code(`async function main() { ${expression}; }`);
      await expect(failing).rejects.toMatchObject({
        code: 'CODE_RUNTIME',
        message: expect.stringContaining('use the HTTP request node') as string,
      });
    },
  );

  it('says that main is missing', async () => {
    await expect(code('const x = 1;')).rejects.toMatchObject({
      code: 'CODE_RUNTIME',
      message: 'the code defines no function named main',
    });
  });

  it('says where a result is not JSON', async () => {
    await expect(code('function main() { return { items: [1, { f() {} }] }; }')).rejects.toThrow(
      'result.items[1].f is a function, which JSON cannot hold',
    );
    await expect(code('function main() { return { n: NaN }; }')).rejects.toThrow('result.n is NaN');
    await expect(code('function main() {}')).rejects.toThrow('result is undefined');
  });

  it('drops a key that would reach a prototype', async () => {
    const { value } = await code(
      'function main() { return JSON.parse(\'{"__proto__": {"a": 1}, "b": 2}\'); }',
    );
    expect(Object.keys(value as JsonObject)).toEqual(['b']);
  });

  it('keeps the type of an expression', async () => {
    const evaluate = (source: string, input: JsonObject = {}): Promise<JobResult> =>
      sandbox.run({ kind: 'expression', source, input, limits });
    expect((await evaluate('count + 1', { count: 41 })).value).toBe(42);
    expect(
      (await evaluate('{{ items | map(attribute="a") | list }}', { items: [{ a: 1 }, { a: 2 }] })).value,
    ).toEqual([1, 2]);
    expect((await evaluate('items | length > 3', { items: [] })).value).toBe(false);
    expect((await evaluate('missing')).value).toBeNull();
    await expect(evaluate('1 }}{% if x %}')).rejects.toMatchObject({ code: 'TEMPLATE_SYNTAX' });
    await expect(evaluate('1 +')).rejects.toMatchObject({ code: 'TEMPLATE_SYNTAX', details: { line: 1 } });
    await expect(evaluate('items.constructor', { items: [] })).rejects.toMatchObject({
      code: 'TEMPLATE_NOT_ALLOWED',
    });
  });

  it('finds RE2 patterns in texts', async () => {
    const matches = (pattern: string, text: string): Promise<JobResult> =>
      sandbox.run({ kind: 'regex', pattern, text });
    expect((await matches('^\\d+$', '123')).value).toBe(true);
    expect((await matches('b+', 'aaa')).value).toBe(false);
    expect((await matches('\\u4f60', '你好')).value).toBe(true);
    expect((await matches('(a+)+$', `${'a'.repeat(50_000)}!`)).value).toBe(false);
  });

  it.each([
    ['a(?=b)', 'REGEX_UNSUPPORTED', '(?= at 2: look-ahead is not available'],
    ['(?<!a)b', 'REGEX_UNSUPPORTED', '(?<! at 1: negative look-behind is not available'],
    ['(a)\\1', 'REGEX_UNSUPPORTED', '\\1 at 4: a back-reference is not available'],
    ['[(?=]a', null, ''],
    ['(a', 'REGEX_INVALID', 'missing closing )'],
    ['a{1001}', 'REGEX_INVALID', 'invalid repeat count'],
    ['a'.repeat(10_001), 'REGEX_INVALID', 'longer than 10,000 characters'],
  ])('judges the pattern %.20s', async (pattern, errorCode, message) => {
    const [problem] = await sandbox.check([{ language: 'regex', source: pattern, path: 'p' }]);
    expect(problem?.code ?? null).toBe(errorCode);
    expect(problem?.message ?? '').toContain(message);
  });

  it('checks sources without running them', async () => {
    const problems = await sandbox.check([
      { language: 'javascript', source: 'function main() { return {}; } for (;;);', path: 'a' },
      { language: 'javascript', source: 'function main() {\n  return {;\n}', path: 'b' },
      { language: 'javascript', source: 'const x = 1;', path: 'c' },
      { language: 'template', source: 'Hi {{ name | upper }}', path: 'd' },
      { language: 'template', source: 'one\n{{ name | shout }}', path: 'e' },
      { language: 'template', source: '{% include "x" %}', path: 'f' },
      { language: 'expression', source: 'a b', path: 'g' },
    ]);
    expect(problems.map((problem) => problem && [problem.code, problem.line])).toEqual([
      null,
      ['CODE_SYNTAX', 2],
      ['CODE_RUNTIME', undefined],
      null,
      ['TEMPLATE_SYNTAX', 2],
      ['TEMPLATE_NOT_ALLOWED', 1],
      ['TEMPLATE_SYNTAX', 1],
    ]);
  });

  it('says which interpreter it has', () => {
    const why = engine === 'quickjs' ? 'QuickJS was asked for' : 'isolated-vm cannot be loaded';
    expect(sandbox.status()).toMatchObject(
      engine === 'auto' && hasIsolates()
        ? { state: 'ok', engine: 'isolated-vm' }
        : { state: 'degraded', engine: 'quickjs', reason: expect.stringContaining(why) as string },
    );
  });
});
