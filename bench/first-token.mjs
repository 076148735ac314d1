/**
 * What the platform adds to the time until a model's first word: the same streamed chat, asked of the model directly
 * and of a published flow that passes it on. Then whether many streams at once hold.
 * `node bench/first-token.mjs [seconds for each line] [streams that hold]`
 * Runs on an embedded database, or on servers of its own choice: DATABASE_URL (an empty database), REDIS_URL.
 */
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { build } from '../tools/process/build.mjs';
import { chatFlow } from './flows/http-flows.mjs';
import { createClient } from './measure/console-client.mjs';
import { cpuMs, residentMb, startModelServer, startServer } from './measure/server-process.mjs';
import { printTable } from './measure/statistics.mjs';
import { keepStreaming, streamTogether } from './measure/streams.mjs';

const STREAMS = 50;
const AIM_MS = { p50: 5, p99: 20 };
const root = fileURLToPath(new URL('..', import.meta.url));
const seconds = Number(process.argv[2] ?? 15);
const many = Number(process.argv[3] ?? 500);
const admin = { email: 'bench@example.com', password: 'a long enough password' };

if ((await build(root, ['@heddle/server', '@heddle/testing'])) !== 0) process.exit(1);
const model = await startModelServer(root);
const server = await startServer(root, {
  modelUrl: model.baseUrl,
  databaseUrl: process.env.DATABASE_URL,
  redisUrl: process.env.REDIS_URL,
  secretKey: process.env.HEDDLE_SECRET_KEY ?? randomBytes(32).toString('base64'),
  admin,
});

/** A model that thinks for 200 ms and then says 40 words a second. */
const steady = '[[pace:ttft=200 tps=40]][[words:40]]';
/** A second before the first of 60 words, 20 a second. */
const slow = '[[pace:ttft=1000 tps=20]][[words:60]]';

const asking = (origin, key, content) => ({
  origin,
  path: '/v1/chat/completions',
  headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
  body: JSON.stringify({ model: 'scripted', stream: true, messages: [{ role: 'user', content }] }),
  isRight: (text) => text.includes('loom'),
});
const line = (name, { failed, firstP50, firstP99, streams, wholeP95 }) => [
  name,
  streams,
  firstP50.toFixed(1),
  firstP99.toFixed(1),
  wholeP95.toFixed(0),
  failed,
];

try {
  const { key } = await (await createClient(server.url, admin)).publish('Chat', chatFlow, 'chatflow');
  const modelOrigin = new URL(model.baseUrl).origin;
  const direct = asking(modelOrigin, 'bench', steady);
  const through = asking(server.url, key, steady);
  await keepStreaming(through, { streams: STREAMS, seconds: 2 });
  const alone = await keepStreaming(direct, { streams: STREAMS, seconds });
  const cpuBefore = cpuMs(server.pid);
  const passed = await keepStreaming(through, { streams: STREAMS, seconds });
  const cpu = (cpuMs(server.pid) - cpuBefore) / passed.streams;
  const idle = residentMb(server.pid);
  const directMany = await streamTogether(asking(modelOrigin, 'bench', slow), many);
  const heldMany = await streamTogether(asking(server.url, key, slow), many);
  console.log(`\n${process.env.DATABASE_URL ? 'Postgres' : 'embedded database'}, ${seconds} s a line.\n`);
  printTable([
    ['', 'streams', 'first p50 ms', 'first p99 ms', 'whole p95 ms', 'failed'],
    line(`the model itself, ${STREAMS} at a time`, alone),
    line(`through a flow, ${STREAMS} at a time`, passed),
    line(`the model itself, ${many} at once`, directMany),
    line(`through a flow, ${many} at once`, heldMany),
  ]);
  const added = (a, b) => (a - b).toFixed(1);
  console.log(
    `\nadded to the first word at ${STREAMS} streams: p50 ${added(passed.firstP50, alone.firstP50)} ms ` +
      `(aim ${AIM_MS.p50}), p99 ${added(passed.firstP99, alone.firstP99)} ms (aim ${AIM_MS.p99}); ` +
      `${cpu.toFixed(1)} ms of processor time a stream; ` +
      `memory ${idle} MiB before and ${residentMb(server.pid)} MiB after ${many} streams`,
  );
  for (const reason of [...passed.reasons, ...heldMany.reasons].slice(0, 5)) console.log(`failed: ${reason}`);
  if (heldMany.failed + passed.failed > 0) process.exitCode = 1;
} catch (error) {
  console.error(server.said());
  throw error;
} finally {
  await server.stop();
  await model.stop();
}
