// Cost of small jobs in the sandbox: `npx nx build @heddle/sandbox && node bench/sandbox.mjs [--quickjs]`.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const require = createRequire(new URL('../apps/server/package.json', import.meta.url));
const { Sandbox } = require('@heddle/sandbox');

const engine = process.argv.includes('--quickjs') ? 'quickjs' : 'auto';
const cacheDir = mkdtempSync(path.join(tmpdir(), 'heddle-bench-'));
const sandbox = new Sandbox({ engine, cacheDir });

const source = 'function main({ n }) { return { n: n + 1 }; }';
const jobs = {
  code: (n) => ({ kind: 'code', language: 'javascript', source, input: { n } }),
  template: (n) => ({ kind: 'template', source: 'Hi {{ n }}', input: { n } }),
  expression: (n) => ({ kind: 'expression', source: 'n + 1', input: { n } }),
  regex: (n) => ({ kind: 'regex', pattern: '^\\d+$', text: String(n) }),
};

const pythonSource = 'def main(n):\n    return {"n": n + 1}';
const python = (n) => ({ kind: 'code', language: 'python', source: pythonSource, input: { n } });

const at = (sorted, share) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))].toFixed(2);

async function timed(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

async function oneByOne(make, count, pauseMs = 0) {
  const times = [];
  for (let n = 0; n < count; n += 1) {
    if (pauseMs > 0) await wait(pauseMs);
    times.push(await timed(() => sandbox.run(make(n))));
  }
  times.sort((a, b) => a - b);
  return `p50 ${at(times, 0.5)} ms, p99 ${at(times, 0.99)} ms`;
}

async function atOnce(make, count) {
  const start = performance.now();
  await Promise.all(
    Array.from({ length: count }, (_, n) => sandbox.run(make(n), { owner: `owner ${n % 4}` })),
  );
  return `${Math.round((count / (performance.now() - start)) * 1000)} jobs/s`;
}

/** What Python's processes hold while they wait, where the system says so. */
function residentOfChildren() {
  try {
    const children = execFileSync('ps', ['-o', 'rss=,args=', '--ppid', String(process.pid)], {
      encoding: 'utf8',
    });
    const sizes = children.split('\n').filter((line) => line.includes(' python '));
    return sizes.map((line) => `${Math.round(parseInt(line, 10) / 1024)} MB`).join(' and ');
  } catch {
    return 'unknown';
  }
}

/** Interpreters are used once, so a pause shows what a job takes when one waits, and no pause what making one takes. */
async function measurePython() {
  const first = await timed(() => sandbox.run(python(0)));
  console.log(`python     first job, with the snapshot to be made, ${Math.round(first)} ms`);
  const again = new Sandbox({ cacheDir });
  await again.prewarm();
  const second = await timed(() => again.run(python(0)));
  again.close();
  console.log(`python     first job of a later start ${Math.round(second)} ms`);
  await wait(5_000);
  console.log(`python     waiting interpreters hold ${residentOfChildren()}`);
  console.log(`python     one by one, 1 s between them, ${await oneByOne(python, 30, 1_000)}`);
  console.log(
    `python     one by one ${await oneByOne(python, 30)}; 4 owners at once ${await atOnce(python, 30)}`,
  );
}

const first = await timed(() => sandbox.prewarm());
console.log(`${sandbox.status().engine}: first process ready after ${Math.round(first)} ms`);
for (const [kind, make] of Object.entries(jobs)) {
  await oneByOne(make, 20);
  const alone = await oneByOne(make, engine === 'quickjs' ? 50 : 300);
  const together = await atOnce(make, engine === 'quickjs' ? 50 : 300);
  console.log(`${kind.padEnd(10)} one by one ${alone}; 4 owners at once ${together}`);
}
if (engine === 'auto') await measurePython();
sandbox.close();
rmSync(cacheDir, { recursive: true, force: true });
