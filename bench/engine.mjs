/**
 * What the engine alone costs: no server, no database, nodes that do nothing. Prints medians.
 * `node bench/engine.mjs [seconds for each line]`
 */
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { build } from '../tools/process/build.mjs';
import { median, ms, printTable, quantile } from './measure/statistics.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const budgetMs = Number(process.argv[2] ?? 2) * 1000;
if ((await build(root, ['@heddle/testing'])) !== 0) process.exit(1);

const { compileFlow, startRun } = createRequire(import.meta.url)('@heddle/engine');
const { fakePorts } = createRequire(import.meta.url)('@heddle/testing');
const { catalogue, chain, diamonds, fanOut, registry } = await import('./flows/engine-flows.mjs');

const ports = fakePorts();
let runs = 0;

function start(flow, onEvent) {
  runs += 1;
  const runId = `run-${runs}`;
  return startRun({
    flow,
    scope: { runId, workspaceId: 'w', flowId: 'f', mode: 'workflow', userId: 'u' },
    executors: registry,
    ports,
    inputs: { value: 1 },
    sys: { run_id: runId },
    ...(onEvent ? { onEvent } : {}),
  });
}

async function runToEnd(flow, onEvent) {
  const { status, error } = await start(flow, onEvent).result;
  if (status !== 'succeeded') throw new Error(`A run ended ${status}: ${error?.message}`);
}

/** Repeats a measurement for a while, after a warm-up of a quarter of that time. */
async function repeat(measure) {
  const samples = [];
  const startedAt = performance.now();
  for (;;) {
    const elapsed = performance.now() - startedAt;
    if (elapsed > budgetMs * 1.25 && samples.length >= 5) return samples;
    const sample = await measure();
    if (elapsed > budgetMs / 4) samples.push(sample);
  }
}

const timed = (action) => async () => {
  const startedAt = performance.now();
  await action();
  return performance.now() - startedAt;
};

async function wholeRun(name, document, aimMs) {
  const flow = compileFlow(document, catalogue);
  const samples = await repeat(timed(() => runToEnd(flow)));
  const middle = median(samples);
  const perNode = `${((middle * 1000) / document.nodes.length).toFixed(1)} µs`;
  return [name, ms(middle), ms(quantile(samples, 0.95)), perNode, aimMs ?? '', samples.length];
}

async function firstEvent(name, document, aimMs) {
  const samples = await repeat(async () => {
    const startedAt = performance.now();
    let first;
    const flow = compileFlow(document, catalogue);
    await runToEnd(flow, (event) => {
      if (event.type === 'node.started') first ??= performance.now() - startedAt;
    });
    return first;
  });
  return [name, ms(median(samples)), ms(quantile(samples, 0.95)), '', aimMs, samples.length];
}

async function atOnce(name, document, count) {
  const flow = compileFlow(document, catalogue);
  const samples = await repeat(timed(() => Promise.all(Array.from({ length: count }, () => runToEnd(flow)))));
  const middle = median(samples);
  const perNode = `${((middle * 1000) / count / document.nodes.length).toFixed(1)} µs`;
  return [name, ms(middle), ms(quantile(samples, 0.95)), perNode, '', samples.length];
}

printTable([
  ['engine alone', 'median ms', 'p95 ms', 'per node', 'aim ms', 'runs'],
  await wholeRun('chain of 10', chain(10)),
  await wholeRun('chain of 100', chain(100), 5),
  await wholeRun('chain of 1000', chain(1000)),
  await wholeRun('fan-out of 50', fanOut(50)),
  await firstEvent('20 diamonds, compile to first event', diamonds(20), 5),
  await wholeRun('20 diamonds, whole run', diamonds(20)),
  await atOnce('3 nodes, 32 runs at once', chain(2), 32),
]);
