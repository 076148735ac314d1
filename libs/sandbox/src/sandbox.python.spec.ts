import * as path from 'node:path';
import type { JsonObject } from '@heddle/model';
import type { JobResult } from './jobs';
import { hasIsolates } from './python/installed';
import { Sandbox } from './sandbox';

const CACHE_DIR = path.resolve(__dirname, '../../../.cache/python');

jest.setTimeout(120_000);

(hasIsolates() ? describe : describe.skip)('a sandbox with Python', () => {
  const sandbox = new Sandbox({ cacheDir: CACHE_DIR });
  const limits = { timeoutMs: 20_000 };
  beforeAll(() => sandbox.prewarm('python'));
  afterAll(() => sandbox.close());

  const python = (source: string, input: JsonObject = {}): Promise<JobResult> =>
    sandbox.run({ kind: 'code', language: 'python', source, input, limits });

  it('gives main its inputs by name and returns what it returns', async () => {
    const source =
      'def main(a, items, name="nobody"):\n    return {"sum": a + sum(items), "name": name, "half": a / 2, "none": None}';
    expect((await python(source, { a: 3, items: [1, 2], name: '织机🧵\ud800' })).value).toEqual({
      sum: 6,
      name: '织机🧵\ud800',
      half: 1.5,
      none: null,
    });
  });

  it('runs an async main, and loops that the code starts itself', async () => {
    const source = `
import asyncio

async def later(value):
    await asyncio.sleep(0.001)
    return value

async def main():
    return await asyncio.gather(later(1), later(2))
`;
    expect((await python(source)).value).toEqual([1, 2]);
    expect(
      (await python(`${source.replace('main', 'all')}\ndef main(): return asyncio.run(all())`)).value,
    ).toEqual([1, 2]);
  });

  it('has the standard library, classes and code under __main__', async () => {
    const source = `
import dataclasses, datetime, decimal, re, statistics

@dataclasses.dataclass
class Point:
    x: int

if __name__ == '__main__':
    ready = True

def main():
    day = datetime.date(2024, 2, 28) + datetime.timedelta(days=2)
    return {
        'day': day.isoformat(),
        'mean': statistics.mean([1, 2, 6]),
        'sum': str(decimal.Decimal('0.1') + decimal.Decimal('0.2')),
        'words': re.findall(r'\\w+', 'a b'),
        'point': dataclasses.asdict(Point(1)),
        'ready': ready,
    }
`;
    expect((await python(source)).value).toEqual({
      day: '2024-03-01',
      mean: 3,
      sum: '0.3',
      words: ['a', 'b'],
      point: { x: 1 },
      ready: true,
    });
  });

  it('keeps what the code prints, 200 lines at most', async () => {
    const source =
      'import sys\ndef main():\n    print("你好", {"a": 1})\n    print("oops", file=sys.stderr)\n    for i in range(300): print(i)\n    return {}';
    const { logs } = await python(source);
    expect(logs.slice(0, 3)).toEqual(["你好 {'a': 1}", 'oops', '0']);
    expect(logs).toHaveLength(200);
    expect((await python('def main():\n    print("no end", end="")\n    return {}')).logs).toEqual([
      'no end',
    ]);
  });

  it('names line and column of a syntax error', async () => {
    await expect(python('def main():\n    x = = 1\n')).rejects.toMatchObject({
      code: 'CODE_SYNTAX',
      message: 'line 2, column 9: SyntaxError: invalid syntax',
      details: { line: 2, column: 9 },
    });
    await expect(python('def main():\nreturn 1')).rejects.toThrow('line 2, column 1: IndentationError');
  });

  it('names the line of an error in the user’s text, with the last printed lines', async () => {
    const source =
      'import json\ndef main():\n    print("here")\n    return read("{")\n\ndef read(text):\n    return json.loads(text)';
    await expect(python(source)).rejects.toMatchObject({
      code: 'CODE_RUNTIME',
      category: 'user',
      message: expect.stringContaining('line 7: JSONDecodeError: ') as string,
      details: { line: 7, logs: ['here'] },
    });
  });

  it('says what main is given when it takes something else', async () => {
    await expect(python('\ndef main(a):\n    return {}', { a: 1, b: 2 })).rejects.toMatchObject({
      code: 'CODE_RUNTIME',
      message:
        "line 2: TypeError: main() got an unexpected keyword argument 'b'. It is given its inputs by name: a, b.",
    });
  });

  it('says that main is missing', async () => {
    await expect(python('main = 1')).rejects.toMatchObject({
      code: 'CODE_RUNTIME',
      message: 'the code defines no function named main',
    });
  });

  it.each([
    'import numpy',
    'import urllib.request; urllib.request.urlopen("http://127.0.0.1:9")',
    'import http.client; http.client.HTTPConnection("127.0.0.1", 9, timeout=1).request("GET", "/")',
    'import subprocess; subprocess.run(["ls"])',
    'import os; os.fork()',
  ])('points from %s to the HTTP request node', async (statement) => {
    await expect(python(`def main():\n    ${statement}`)).rejects.toMatchObject({
      code: 'CODE_RUNTIME',
      message: expect.stringContaining('use the HTTP request node') as string,
    });
  });

  it.each([
    ['{"a": [1, {2}]}', 'result.a[1] is a value of type set, which JSON cannot hold'],
    ['{"when": __import__("datetime").date(2024, 1, 1)}', 'result.when is a value of type date'],
    ['{(1, 2): 3}', 'result is a dict with a key of type tuple'],
    ['{"n": float("nan")}', 'result.n is nan'],
    ['[2**53 + 1]', 'result[0] is an integer that loses digits in JSON'],
    ['[2**60]', 'result[0] is an integer that loses digits in JSON'],
    ['[10**400]', 'result[0] is an integer that loses digits in JSON'],
  ])('says where %s is not JSON', async (expression, message) => {
    await expect(python(`def main():\n    return ${expression}`)).rejects.toMatchObject({
      code: 'CODE_RESULT_NOT_JSON',
      message: expect.stringContaining(message) as string,
    });
  });

  it('writes what JSON can hold as JSON does', async () => {
    const source =
      'def main():\n    return {"t": (1, 2.5), "big": [2**53, -(2**53)], "id": "12345678901234567890", 1: True, "__proto__": 1}';
    expect(JSON.stringify((await python(source)).value)).toBe(
      '{"1":true,"t":[1,2.5],"big":[9007199254740992,-9007199254740992],"id":"12345678901234567890"}',
    );
  });

  it('takes megabytes in and out', async () => {
    const text = '织机'.repeat(700_000);
    expect((await python('def main(text):\n    return {"text": text}', { text })).value).toEqual({ text });
  });

  it('starts every job in an interpreter of its own, with a chance of its own', async () => {
    const source = `
import builtins, random, uuid
seen = hasattr(builtins, 'left')
builtins.left = True

def main():
    return {'seen': seen, 'random': random.random(), 'id': str(uuid.uuid4())}
`;
    const values = await Promise.all([python(source), python(source), python(source)]);
    const found = values.map(({ value }) => value as { seen: boolean; random: number; id: string });
    expect(found.map(({ seen }) => seen)).toEqual([false, false, false]);
    expect(new Set(found.map(({ random }) => random)).size).toBe(3);
    expect(new Set(found.map(({ id }) => id)).size).toBe(3);
  });

  it('checks sources without running them', async () => {
    const check = (source: string) => ({ language: 'python' as const, source, path: 'code' });
    const problems = await sandbox.check([
      check('def main(a=print("ran")):\n    return {}\nwhile True: pass'),
      check('def main(:\n    pass'),
      check('def main():\n    pass\nreturn 1'),
      check('x = 1'),
      check(`def main(): return ${'('.repeat(5_000)}1`),
      check('def main(): return "\\d"'),
    ]);
    expect(problems.map((problem) => problem && [problem.code, problem.line])).toEqual([
      null,
      ['CODE_SYNTAX', 1],
      ['CODE_SYNTAX', 3],
      ['CODE_RUNTIME', undefined],
      ['CODE_SYNTAX', 1],
      null,
    ]);
  });

  it('keeps an interpreter warm beside the one at work', async () => {
    await python('def main(): return {}');
    expect(sandbox.status()).toMatchObject({ state: 'ok', python: { state: 'ok', busy: 0 } });
    expect(sandbox.status().python.children).toBeGreaterThan(1);
  });
});

describe('a sandbox without isolates', () => {
  const sandbox = new Sandbox({ engine: 'quickjs' });
  afterAll(() => sandbox.close());

  it('refuses Python, to run and to check, and says so', async () => {
    const job = { kind: 'code', language: 'python', source: 'def main(): pass', input: {} } as const;
    await expect(sandbox.run(job)).rejects.toMatchObject({ code: 'CODE_LANGUAGE_UNAVAILABLE' });
    const [problem] = await sandbox.check([{ language: 'python', source: 'def main(): pass', path: 'code' }]);
    expect(problem).toEqual({
      code: 'CODE_LANGUAGE_UNAVAILABLE',
      message: 'code in python cannot run on this server',
      language: 'python',
    });
    await sandbox.prewarm('python');
    expect(sandbox.status().python).toMatchObject({
      state: 'unavailable',
      reason: hasIsolates() ? 'isolated-vm is not at work' : 'isolated-vm is not installed',
      children: 0,
    });
  });
});
