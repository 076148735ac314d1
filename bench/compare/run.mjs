/**
 * The engine beside other libraries on the same flows, then alone on large ones; all in one process and one run.
 * `cd bench/compare && npm install && node run.mjs [rounds]`
 */
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from '../../tools/process/build.mjs';
import { median, ms, printTable } from '../measure/statistics.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const rounds = Number(process.argv[2] ?? 15);
if ((await build(root, ['@heddle/testing', '@heddle/nodes'])) !== 0) process.exit(1);

const heddle = await import('./contenders/heddle.mjs');
const others = await Promise.all([import('./contenders/langgraph.mjs'), import('./contenders/graphai.mjs')]);
const { cpuMs, pairedRounds } = await import('./paired-rounds.mjs');
const { compileFlow } = createRequire(import.meta.url)('@heddle/engine');
const { validateFlow } = createRequire(import.meta.url)('@heddle/model');

const contenders = [heddle, ...others];

function refuseWrong(name, expected, got) {
  if (JSON.stringify(got) !== JSON.stringify(expected))
    throw new Error(`${name} gave ${JSON.stringify(got)} instead of ${JSON.stringify(expected)}`);
}

/** One line of the comparison; every run's result is looked at. */
async function compare(label, prepare, { given, expected, aimMs }) {
  const measured = await pairedRounds(
    contenders.map((contender) => {
      const run = prepare(contender);
      return {
        name: contender.name,
        run: async () => refuseWrong(contender.name, expected, await run(given)),
      };
    }),
    { rounds, batchMs: 60 },
  );
  return [label, ...contenders.map(({ name }) => ms(measured.get(name))), aimMs];
}

const list = Array.from({ length: 100 }, (_, index) => index);
console.log(`CPU ms a run, median of ${rounds} paired rounds; Node ${process.version}`);
printTable([
  ['', ...contenders.map(({ name }) => name), 'our aim'],
  await compare('chain of 10', ({ chain }) => chain(10), { given: 5, expected: 15, aimMs: '≤ 0.15' }),
  await compare('fan-out of 100 items', ({ fanOut }) => fanOut(), {
    given: list,
    expected: list.map((item) => item + 1),
    aimMs: '≤ 1',
  }),
]);

const mib = (bytes) => `${Math.round(bytes / 1024 / 1024)} MiB`;

/** A list of 10,000 items, watched: what it takes, and what a watcher is told. */
async function longList() {
  const program = fileURLToPath(new URL('long-list.mjs', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [program]);
  const { tookMs, riseBytes, recorded, toldPerSecond } = JSON.parse(stdout);
  return [
    ['10,000 items, wall ms', ms(tookMs), '≤ 120,000'],
    ['10,000 items, memory rise', mib(riseBytes), '≤ 300 MiB'],
    ['10,000 items, events recorded', recorded, ''],
    ['10,000 items, events told a second', toldPerSecond.toFixed(1), '≤ 10'],
  ];
}

/** A flow of 1,000 nodes, run and validated. */
async function manyNodes() {
  const document = heddle.chainDocument(998);
  const check = () => validateFlow(document, heddle.catalogue, 'workflow').errors;
  const runs = [];
  const checks = [];
  for (let round = 0; round < rounds; round++) {
    const flow = compileFlow(document, heddle.catalogue);
    runs.push(await cpuMs(() => heddle.run(flow, { value: 0 })));
    checks.push(await cpuMs(() => refuseWrong('Validation', [], check())));
  }
  return [
    ['1,000 nodes, run, CPU ms', ms(median(runs)), '≤ 1,000'],
    ['1,000 nodes, validate, CPU ms', ms(median(checks)), '≤ 500'],
  ];
}

console.log('');
printTable([['engine alone', 'measured', 'aim'], ...(await longList()), ...(await manyNodes())]);
