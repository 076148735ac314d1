/**
 * What callers of a published flow get: requests per second and latency, run records and all.
 * `node bench/http.mjs [seconds for each line] [connections]`
 * Runs on an embedded database, or on servers of its own choice: DATABASE_URL (an empty database), REDIS_URL.
 */
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { build } from '../tools/process/build.mjs';
import { flows } from './flows/http-flows.mjs';
import { createClient } from './measure/console-client.mjs';
import { load } from './measure/load.mjs';
import { cpuMs, residentMb, startModelServer, startServer } from './measure/server-process.mjs';
import { printTable } from './measure/statistics.mjs';

const WARM_UP_SECONDS = 2;
const AIMS = { 'one node': 500, 'chain of 10': 300, 'model call': 400 };
const root = fileURLToPath(new URL('..', import.meta.url));
const seconds = Number(process.argv[2] ?? 10);
const connections = Number(process.argv[3] ?? 16);
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

async function measure(name, definition, client) {
  const { key } = await client.publish(name, definition);
  const request = {
    origin: server.url,
    path: '/v1/workflows/run',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ inputs: { text: 'hello' }, response_mode: 'blocking', user: 'bench' }),
    isRight: (text) => JSON.parse(text).data?.outputs?.result === 'hello',
  };
  await load({ ...request, connections, seconds: WARM_UP_SECONDS });
  const alone = await load({ ...request, connections: 1, seconds: WARM_UP_SECONDS });
  const cpuBefore = cpuMs(server.pid);
  const result = await load({ ...request, connections, seconds });
  const cpu = (cpuMs(server.pid) - cpuBefore) / result.requests;
  const failed = [...result.failures].map(([status, count]) => `${count} × ${status}`).join(', ');
  return [
    name,
    result.perSecond.toFixed(0),
    AIMS[name] ?? '',
    result.p50.toFixed(1),
    result.p99.toFixed(1),
    alone.p50.toFixed(1),
    cpu.toFixed(2),
    failed || '0',
  ];
}

try {
  const idle = residentMb(server.pid);
  const client = await createClient(server.url, admin);
  const rows = [];
  for (const [name, definition] of Object.entries(flows)) rows.push(await measure(name, definition, client));
  console.log(
    `\n${process.env.DATABASE_URL ? 'Postgres' : 'embedded database'}, ${process.env.REDIS_URL ? 'Redis' : 'in-process cache'}, ` +
      `${connections} connections, ${seconds} s a line. Ready after ${(server.startMs / 1000).toFixed(1)} s; ` +
      `memory ${idle} MiB idle, ${residentMb(server.pid)} MiB after.\n`,
  );
  printTable([
    ['published flow', 'requests/s', 'aim', 'p50 ms', 'p99 ms', 'p50 at 1', 'CPU ms', 'failed'],
    ...rows,
  ]);
} catch (error) {
  console.error(server.said());
  throw error;
} finally {
  await server.stop();
  await model.stop();
}
