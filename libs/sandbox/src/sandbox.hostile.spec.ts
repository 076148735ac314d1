import { isFlowError } from '@heddle/model';
import type { JobResult } from './jobs';
import { hasIsolates } from './python/installed';
import { Sandbox } from './sandbox';

/** Short where time is what ends the code, long where something else must. */
const SHORT_MS = 200;
const LONG_MS = 5_000;
const main = (body: string): string => `async function main(input) { ${body} }`;

interface Hostile {
  readonly name: string;
  readonly body: string;
  /** The code that it ends with; a list where it depends on which bound is met first. */
  readonly code: string | readonly string[];
  /** Only where QuickJS differs, with why. */
  readonly quickjs?: { readonly code: string | readonly string[]; readonly because: string };
}

const CASES: readonly Hostile[] = [
  { name: 'an endless loop', body: 'while (true) {}', code: 'CODE_TIMEOUT' },
  {
    name: 'an endless chain of microtasks',
    body: 'const f = () => Promise.resolve().then(f); await f();',
    code: 'CODE_TIMEOUT',
  },
  { name: 'a promise that never settles', body: 'await new Promise(() => {});', code: 'CODE_TIMEOUT' },
  {
    name: 'an endless async generator',
    body: 'for await (const x of (async function* () { for (;;) yield 1; })());',
    code: 'CODE_TIMEOUT',
  },
  {
    name: 'a pattern that backtracks for ever',
    body: 'return /^(a+)+$/.test("a".repeat(60) + "!");',
    code: 'CODE_TIMEOUT',
  },
  {
    name: 'a gigabyte, piece by piece',
    body: 'const all = []; for (;;) all.push(new Array(100000).fill(1.5));',
    code: 'CODE_OUT_OF_MEMORY',
    quickjs: {
      code: ['CODE_OUT_OF_MEMORY', 'CODE_TIMEOUT'],
      because: 'it fills slowly and has no clock inside fill',
    },
  },
  {
    name: 'a gigabyte at once',
    body: 'return Array(1e9).fill(0);',
    code: ['CODE_OUT_OF_MEMORY', 'CODE_TIMEOUT'],
  },
  {
    name: 'a text that becomes half a billion texts',
    body: 'return "".padEnd(536870888, "ab").split("").length;',
    code: ['CODE_OUT_OF_MEMORY', 'CODE_TIMEOUT'],
    quickjs: { code: ['CODE_OUT_OF_MEMORY', 'CODE_RUNTIME'], because: 'its texts are shorter at most' },
  },
  {
    name: 'a number that grows',
    body: 'let n = 2n; for (;;) n = n * n;',
    code: ['CODE_OUT_OF_MEMORY', 'CODE_TIMEOUT', 'CODE_RUNTIME'],
  },
  {
    name: 'buffers outside the heap',
    body: 'const all = []; for (;;) all.push(new Uint8Array(50e6).fill(1));',
    code: ['CODE_OUT_OF_MEMORY', 'CODE_TIMEOUT', 'CODE_RUNTIME'],
  },
  {
    name: 'a thrown error whose message never ends',
    body: 'const e = new Error(); Object.defineProperty(e, "message", { get() { for (;;); } }); throw e;',
    code: 'CODE_TIMEOUT',
  },
  {
    name: 'a thrown error whose stack never ends',
    body: 'const e = new Error(); Object.defineProperty(e, "stack", { get() { for (;;); } }); throw e;',
    code: 'CODE_TIMEOUT',
  },
  {
    name: 'a rejection that the host would read',
    body: 'Promise.reject({ get message() { for (;;); }, get stack() { for (;;); } }); await null; return {};',
    code: 'CODE_TIMEOUT',
    quickjs: { code: 'no error', because: 'its host is not told of rejections that nobody handles' },
  },
  { name: 'a toJSON that never ends', body: 'return { toJSON() { for (;;); } };', code: 'CODE_TIMEOUT' },
  {
    name: 'a proxy whose keys never end',
    body: 'return new Proxy({}, { ownKeys() { for (;;); } });',
    code: 'CODE_TIMEOUT',
  },
  { name: 'endless recursion', body: 'const f = () => f() + 1; return f();', code: 'CODE_RUNTIME' },
  {
    name: 'a result of 200 MB',
    body: 'return { text: "x".repeat(2e8) };',
    code: 'CODE_RESULT_TOO_LARGE',
    quickjs: { code: 'CODE_OUT_OF_MEMORY', because: 'its heap holds the text itself' },
  },
  {
    name: 'a result of 6 MB',
    body: 'return Array.from({ length: 1e4 }, (_, i) => `${i}`.padEnd(600));',
    code: 'CODE_RESULT_TOO_LARGE',
    quickjs: {
      code: ['CODE_OUT_OF_MEMORY', 'CODE_TIMEOUT', 'CODE_RESULT_TOO_LARGE'],
      because: 'it is too slow for so many',
    },
  },
  {
    name: 'a list of a billion holes',
    body: 'return new Array(1e9);',
    code: ['CODE_RESULT_TOO_LARGE', 'CODE_TIMEOUT'],
  },
  {
    name: 'a deep result',
    body: 'let r = {}; for (let i = 0; i < 50000; i += 1) r = { r }; return r;',
    code: 'CODE_RESULT_TOO_DEEP',
  },
  {
    name: 'a circular result',
    body: 'const r = { a: {} }; r.a.b = r; return r;',
    code: 'CODE_RESULT_CIRCULAR',
  },
  { name: 'a BigInt in the result', body: 'return { n: [1n] };', code: 'CODE_RESULT_NOT_JSON' },
  {
    name: 'prototypes that lie about JSON',
    body: 'Object.prototype.toJSON = Array.prototype.toJSON = () => "lie"; return null.x;',
    code: 'CODE_RUNTIME',
  },
  {
    name: 'own versions of what the host uses',
    body: 'JSON.stringify = JSON.parse = String = () => { throw 1; }; Promise.prototype.then = null; throw null;',
    code: 'CODE_RUNTIME',
  },
];

const codesOf = (hostile: Hostile, engine: string): readonly string[] => {
  const isQuickjs = engine === 'quickjs' || !hasIsolates();
  const code = isQuickjs ? (hostile.quickjs?.code ?? hostile.code) : hostile.code;
  return typeof code === 'string' ? [code] : code;
};

const endingOf = (run: Promise<JobResult>): Promise<string> =>
  run.then(
    () => 'no error',
    (error: unknown) => (isFlowError(error) ? error.code : String(error)),
  );

jest.setTimeout(20_000);

describe.each(['auto', 'quickjs'] as const)('hostile code under %s', (engine) => {
  const sandbox = new Sandbox({ engine, graceMs: 150 });
  const code = (source: string, owner: string, timeoutMs = SHORT_MS): Promise<JobResult> =>
    sandbox.run(
      { kind: 'code', language: 'javascript', source, input: {}, limits: { timeoutMs } },
      { owner },
    );

  const residentBefore = process.memoryUsage.rss();
  beforeAll(() => sandbox.prewarm());
  afterAll(() => sandbox.close());

  it.each(CASES)('ends $name', async (hostile) => {
    const codes = codesOf(hostile, engine);
    const timeoutMs = codes.includes('CODE_TIMEOUT') ? SHORT_MS : LONG_MS;
    const ending = await endingOf(code(main(hostile.body), 'mallory', timeoutMs));
    expect(codes).toContain(ending);
    expect(({} as { toJSON?: unknown }).toJSON).toBeUndefined();
  });

  it('lets others go on while one owner fills the pool with endless loops', async () => {
    const order: string[] = [];
    const note = (name: string) => () => void order.push(name);
    const loops = Array.from({ length: 4 }, () =>
      endingOf(code('function main() { for (;;); }', 'mallory')).then(note('loop')),
    );
    const bystander = await code('function main() { return { fine: true }; }', 'alice', LONG_MS).finally(
      note('alice'),
    );
    await Promise.all(loops);
    expect(bystander.value).toEqual({ fine: true });
    expect(order.indexOf('alice')).toBeLessThan(4);
    expect(order).toHaveLength(5);
  });

  it('leaves this process small', () => {
    expect(process.memoryUsage.rss() - residentBefore).toBeLessThan(200 * 1024 * 1024);
  });
});

describe('what hostile code cannot reach', () => {
  const sandbox = new Sandbox();
  afterAll(() => sandbox.close());
  const run = (body: string): Promise<JobResult> =>
    sandbox.run({ kind: 'code', language: 'javascript', source: main(body), input: {} });

  it.each([
    ['process', 'typeof process'],
    ['require', 'typeof require'],
    ['module', 'typeof module'],
    ['WebAssembly', 'typeof WebAssembly'],
    ['SharedArrayBuffer', 'typeof SharedArrayBuffer'],
    ['Atomics', 'typeof Atomics'],
    ['process through a function', 'console.log.constructor("return typeof process")()'],
    [
      'process through an error',
      '(() => { try { null.x; } catch (e) { return e.constructor.constructor("return typeof process")(); } })()',
    ],
    ['process through an async function', 'await (async () => {}).constructor("return typeof process")()'],
  ])('has no %s', async (_name, expression) => {
    expect((await run(`return { found: ${expression} };`)).value).toEqual({ found: 'undefined' });
  });

  it('starts every job in a world of its own', async () => {
    await run('globalThis.left = 1; Array.prototype.map = null; return {};');
    const result = await run('return { left: typeof globalThis.left, map: typeof [].map };');
    expect(result.value).toEqual({ left: 'undefined', map: 'function' });
  });

  it('gives its process an empty environment', async () => {
    process.env['HEDDLE_TEST_CANARY'] = 'secret';
    const fresh = new Sandbox();
    const result = await fresh.run({
      kind: 'code',
      language: 'javascript',
      source: main('return { keys: Object.keys(globalThis).join() };'),
      input: {},
    });
    fresh.close();
    delete process.env['HEDDLE_TEST_CANARY'];
    expect(JSON.stringify(result)).not.toContain('secret');
  });
});
