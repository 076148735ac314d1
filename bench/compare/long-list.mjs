/** Runs a list of 10,000 items in a process of its own, whose memory tells what it took; prints JSON. */
import { createRequire } from 'node:module';
import { catalogue, listDocument, run } from './contenders/heddle.mjs';

const { compileFlow, LiveEvents } = createRequire(import.meta.url)('@heddle/engine');

const SAMPLE_EVERY = 200;
const flow = compileFlow(listDocument(10), catalogue);
const list = Array.from({ length: 10_000 }, (_, index) => index);
await run(flow, { list: list.slice(0, 100) });

const live = new LiveEvents();
let recorded = 0;
let told = 0;
let peak = 0;
const onEvent = (event) => {
  recorded += 1;
  if (live.tells(event) && event.path) told += 1;
  if (recorded % SAMPLE_EVERY === 0) peak = Math.max(peak, process.memoryUsage.rss());
};
const before = process.memoryUsage.rss();
const startedAt = performance.now();
const results = await run(flow, { list }, { onEvent });
const tookMs = performance.now() - startedAt;
if (results.length !== list.length) throw new Error(`There are ${results.length} results.`);

// What is over within a second may be told in one go.
const toldPerSecond = told / Math.max(1, tookMs / 1000);
console.log(JSON.stringify({ tookMs, recorded, toldPerSecond, riseBytes: Math.max(0, peak - before) }));
