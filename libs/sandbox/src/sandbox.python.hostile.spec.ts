import { existsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { isFlowError } from '@heddle/model';
import type { JobResult } from './jobs';
import { hasIsolates } from './python/installed';
import { Sandbox } from './sandbox';

const CACHE_DIR = path.resolve(__dirname, '../../../.cache/python');
const SHORT_MS = 300;
const LONG_MS = 15_000;

interface Hostile {
  readonly name: string;
  readonly source: string;
  /** The codes that it may end with, where it depends on which bound is met first. */
  readonly codes: readonly string[];
}

/** JavaScript of the isolate, as code finds it that looks for it. */
const TO_JAVASCRIPT = `
import sys
finder = next(finder for finder in sys.meta_path if type(finder).__name__ == 'JsFinder')
Function = finder.jsproxies['pyodide_js'].constructor.constructor

def js(text):
    return Function('return ' + text)()
`;

const main = (body: string, before = ''): string =>
  `${before}\ndef main():\n    ${body.replaceAll('\n', '\n    ')}\n`;
const viaJs = (text: string): string =>
  main(`js(${JSON.stringify(`(() => { ${text} })()`)})\nreturn {'fine': 1}`, TO_JAVASCRIPT);

const CASES: readonly Hostile[] = [
  { name: 'an endless loop', source: main('while True: pass'), codes: ['CODE_TIMEOUT'] },
  { name: 'an endless loop outside main', source: 'while True: pass', codes: ['CODE_TIMEOUT'] },
  {
    name: 'an endless loop that catches everything',
    source: main('while True:\n    try:\n        while True: pass\n    except BaseException: pass'),
    codes: ['CODE_TIMEOUT'],
  },
  { name: 'a sleep of days', source: main('import time; time.sleep(10**6)'), codes: ['CODE_TIMEOUT'] },
  {
    name: 'an await of nothing',
    source: 'import asyncio\nasync def main():\n    await asyncio.get_running_loop().create_future()',
    codes: ['CODE_RUNTIME'],
  },
  {
    name: 'a pattern that backtracks for ever',
    source: main("import re\nreturn re.match(r'(a+)+$', 'a' * 60 + '!')"),
    codes: ['CODE_TIMEOUT'],
  },
  {
    name: 'a number that never ends',
    source: main('return {"n": len(str(9**9**8))}'),
    codes: ['CODE_TIMEOUT', 'CODE_RUNTIME', 'CODE_OUT_OF_MEMORY'],
  },
  {
    name: 'a gigabyte, piece by piece',
    source: main('all = []\nwhile True: all.append(bytes(1_000_000))'),
    codes: ['CODE_OUT_OF_MEMORY'],
  },
  {
    name: 'a gigabyte at once',
    source: main('return {"n": len(bytearray(10**9))}'),
    codes: ['CODE_OUT_OF_MEMORY'],
  },
  {
    name: 'files without end',
    source: main("with open('/tmp/a', 'wb') as file:\n    while True: file.write(bytes(1_000_000))"),
    codes: ['CODE_OUT_OF_MEMORY', 'CODE_RUNTIME', 'CODE_TIMEOUT'],
  },
  {
    name: 'an error whose text never ends',
    source: main(
      'raise Endless()',
      'class Endless(Exception):\n    def __str__(self):\n        while True: pass',
    ),
    codes: ['CODE_TIMEOUT'],
  },
  { name: 'endless recursion', source: main('return main()'), codes: ['CODE_RUNTIME'] },
  {
    name: 'endless recursion without the limit',
    source: main('import sys; sys.setrecursionlimit(2**31 - 1)\nreturn main()'),
    codes: ['CODE_RUNTIME'],
  },
  {
    name: 'writing all over its memory',
    source: main('import ctypes; ctypes.memset(64, 255, 10**7)'),
    codes: ['CODE_RUNTIME'],
  },
  {
    name: 'reading beyond its memory',
    source: main('import ctypes; ctypes.string_at(2**31)'),
    codes: ['CODE_RUNTIME'],
  },
  { name: 'aborting', source: main('import os; os.abort()'), codes: ['CODE_RUNTIME'] },
  { name: 'leaving', source: main('import os; os._exit(0)'), codes: ['CODE_RUNTIME'] },
  { name: 'SystemExit', source: main('exit(0)', 'from sys import exit'), codes: ['CODE_RUNTIME'] },
  { name: 'a fork', source: main('import os; os.fork()'), codes: ['CODE_RUNTIME'] },
  {
    name: 'a thread',
    source: main('import threading; threading.Thread(target=main).start()'),
    codes: ['CODE_RUNTIME'],
  },
  { name: 'a process', source: main('import os; os.execv("/bin/sh", ["sh"])'), codes: ['CODE_RUNTIME'] },
  { name: 'waiting for input', source: main('input()'), codes: ['CODE_RUNTIME'] },
  {
    name: 'a result of 50 MB',
    source: main('return {"text": "x" * 50_000_000}'),
    codes: ['CODE_RESULT_TOO_LARGE', 'CODE_OUT_OF_MEMORY'],
  },
  {
    name: 'a result of 6 MB',
    source: main('return [str(i).ljust(600) for i in range(10_000)]'),
    codes: ['CODE_RESULT_TOO_LARGE'],
  },
  {
    name: 'a result of 6 MB as UTF-8',
    source: main('return {"text": "织" * 2_000_000}'),
    codes: ['CODE_RESULT_TOO_LARGE'],
  },
  {
    name: 'a deep result',
    source: main('r = {}\nfor _ in range(50_000): r = {"r": r}\nreturn r'),
    codes: ['CODE_RESULT_TOO_DEEP'],
  },
  {
    name: 'a result of 101 levels',
    source: main('r = []\nfor _ in range(100): r = [r]\nreturn r'),
    codes: ['CODE_RESULT_TOO_DEEP'],
  },
  {
    name: 'a circular result',
    source: main('r = {"a": {}}\nr["a"]["b"] = r\nreturn r'),
    codes: ['CODE_RESULT_CIRCULAR'],
  },
  {
    name: 'a dict that never ends',
    source: main(
      'return Endless(a=1)',
      'class Endless(dict):\n    def items(self):\n        while True: yield ("a", 1)',
    ),
    codes: ['CODE_TIMEOUT', 'CODE_OUT_OF_MEMORY', 'no error'],
  },
  {
    name: 'a lie about JSON',
    source: main('return {}', "import json\njson.JSONEncoder.encode = lambda self, value: '[' * 200_000"),
    codes: ['CODE_RESULT_NOT_JSON', 'CODE_RUNTIME', 'CODE_RESULT_TOO_DEEP', 'no error'],
  },
  { name: 'import js', source: 'import js', codes: ['CODE_RUNTIME'] },
  {
    name: 'run_js',
    source: main("return run_js('1')", 'from pyodide.code import run_js'),
    codes: ['CODE_RUNTIME'],
  },
  { name: 'an endless loop in JavaScript', source: viaJs('for (;;);'), codes: ['CODE_TIMEOUT'] },
  {
    name: 'an endless chain of microtasks',
    source: viaJs('const f = () => Promise.resolve().then(f); f();'),
    // The result is there before the chain begins.
    codes: ['CODE_TIMEOUT', 'CODE_OUT_OF_MEMORY', 'no error'],
  },
  {
    name: 'a rejection that the host would read',
    source: viaJs('Promise.reject({ get message() { for (;;); }, get stack() { for (;;); } });'),
    codes: ['CODE_TIMEOUT'],
  },
  {
    name: 'a thrown object that cannot be read',
    source: viaJs(
      'throw { get message() { for (;;); }, get stack() { for (;;); }, toString() { for (;;); } };',
    ),
    codes: ['CODE_TIMEOUT'],
  },
  {
    name: 'endless recursion in JavaScript',
    source: viaJs('const f = () => f() + 1; return f();'),
    codes: ['CODE_RUNTIME'],
  },
  {
    name: 'memory of JavaScript',
    source: viaJs('const a = []; for (;;) a.push(new Array(1e5).fill(1.5));'),
    codes: ['CODE_OUT_OF_MEMORY'],
  },
  {
    name: 'buffers of JavaScript',
    source: viaJs('const a = []; for (;;) a.push(new Uint8Array(5e7).fill(1));'),
    codes: ['CODE_OUT_OF_MEMORY', 'CODE_RUNTIME'],
  },
  {
    name: 'a half-billion texts in JavaScript',
    source: viaJs('return "".padEnd(536870888, "ab").split("").length;'),
    codes: ['CODE_OUT_OF_MEMORY', 'CODE_TIMEOUT'],
  },
  {
    name: 'its own version of what the guest uses',
    source: viaJs(
      `JSON.stringify = JSON.parse = String = () => { throw 1; };
      TextDecoder.prototype.decode = () => 'R{"lie":';
      String.prototype.slice = String.prototype.startsWith = () => 'R1';
      Object.prototype.toJSON = () => 1;`.replaceAll('\n', ' '),
    ),
    codes: ['CODE_RUNTIME', 'CODE_RESULT_NOT_JSON'],
  },
];

const endingOf = (run: Promise<JobResult>): Promise<string> =>
  run.then(
    () => 'no error',
    (error: unknown) => (isFlowError(error) ? error.code : String(error)),
  );

jest.setTimeout(120_000);

(hasIsolates() ? describe : describe.skip)('hostile Python', () => {
  const sandbox = new Sandbox({ cacheDir: CACHE_DIR, graceMs: 250 });
  const run = (source: string, owner = 'mallory', timeoutMs = LONG_MS): Promise<JobResult> =>
    sandbox.run({ kind: 'code', language: 'python', source, input: {}, limits: { timeoutMs } }, { owner });

  const residentBefore = process.memoryUsage.rss();
  beforeAll(() => sandbox.prewarm('python'));
  afterAll(() => sandbox.close());

  it.each(CASES)('ends $name', async ({ source, codes }) => {
    const timeoutMs = codes.includes('CODE_TIMEOUT') ? SHORT_MS : LONG_MS;
    expect(codes).toContain(await endingOf(run(source, 'mallory', timeoutMs)));
  });

  it.each([
    'process',
    'require',
    'module',
    'fetch',
    'SharedArrayBuffer',
    'WebAssembly.Memory',
    'WebAssembly.Module',
  ])('has no %s, even in JavaScript', async (name) => {
    const { value } = await run(main(`return {'found': js("typeof ${name}")}`, TO_JAVASCRIPT));
    expect(value).toEqual({ found: 'undefined' });
  });

  it('sees no file and nothing of the environment of this machine', async () => {
    const canary = path.join(tmpdir(), `heddle-canary-${process.pid}`);
    writeFileSync(canary, 'secret');
    const body = `import os\nreturn {'files': [os.path.exists(p) for p in ('/etc/passwd', '/work', '${canary}')], 'names': list(os.environ), 'top': os.listdir('/')}`;
    const { value } = await run(main(body));
    expect(value).toMatchObject({ files: [false, false, false], top: ['tmp', 'home', 'dev', 'proc', 'lib'] });
    expect(JSON.stringify(value)).not.toMatch(/HEDDLE|NODE|MALLOC/);
    await run(main(`with open('${canary}', 'w') as file: file.write('changed')\nreturn {}`)).catch(
      () => undefined,
    );
    expect(existsSync(canary)).toBe(true);
  });

  it('lets others go on while one owner fills the pool with endless loops', async () => {
    const order: string[] = [];
    const note = (name: string) => () => void order.push(name);
    const loops = Array.from({ length: 3 }, () =>
      endingOf(run('while True: pass', 'mallory', SHORT_MS)).then(note('loop')),
    );
    const bystander = await run(main("return {'fine': True}"), 'alice').finally(note('alice'));
    await Promise.all(loops);
    expect(bystander.value).toEqual({ fine: true });
    expect(order.indexOf('alice')).toBeLessThan(3);
  });

  it('leaves JavaScript and this process unharmed', async () => {
    const job = {
      kind: 'code',
      language: 'javascript',
      source: 'const main = () => ({ a: 1 });',
      input: {},
    } as const;
    expect((await sandbox.run(job)).value).toEqual({ a: 1 });
    expect(({} as { toJSON?: unknown }).toJSON).toBeUndefined();
    expect(process.memoryUsage.rss() - residentBefore).toBeLessThan(200 * 1024 * 1024);
  });
});
