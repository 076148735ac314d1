// Cost of small jobs in the sandbox: `npx nx build @heddle/sandbox && node bench/sandbox.mjs [--quickjs]`.
import { createRequire } from 'node:module';

const require = createRequire(new URL('../apps/server/package.json', import.meta.url));
const { Sandbox } = require('@heddle/sandbox');

const engine = process.argv.includes('--quickjs') ? 'quickjs' : 'auto';
const sandbox = new Sandbox({ engine });

const source = 'function main({ n }) { return { n: n + 1 }; }';
const jobs = {
  code: (n) => ({ kind: 'code', language: 'javascript', source, input: { n } }),
  template: (n) => ({ kind: 'template', source: 'Hi {{ n }}', input: { n } }),
  expression: (n) => ({ kind: 'expression', source: 'n + 1', input: { n } }),
  regex: (n) => ({ kind: 'regex', pattern: '^\\d+$', text: String(n) }),
};

const at = (sorted, share) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))].toFixed(2);

async function oneByOne(make, count) {
  const times = [];
  for (let n = 0; n < count; n += 1) {
    const start = performance.now();
    await sandbox.run(make(n));
    times.push(performance.now() - start);
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

const start = performance.now();
await sandbox.prewarm();
console.log(
  `${sandbox.status().engine}: first process ready after ${Math.round(performance.now() - start)} ms`,
);
for (const [kind, make] of Object.entries(jobs)) {
  await oneByOne(make, 20);
  const alone = await oneByOne(make, engine === 'quickjs' ? 50 : 300);
  const together = await atOnce(make, engine === 'quickjs' ? 50 : 300);
  console.log(`${kind.padEnd(10)} one by one ${alone}; 4 owners at once ${together}`);
}
sandbox.close();
