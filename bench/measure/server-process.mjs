import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const TICKS_PER_SECOND = 100;

/** A port that nobody listens on. */
export const freePort = () =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });

/** Starts a Node program and keeps the last of what it says, for when it fails. */
function launch(args, options) {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
  let said = '';
  const keep = (chunk) => {
    said = (said + chunk).slice(-20_000);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  return { child, said: () => said };
}

async function answers(url) {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}

async function untilAnswering({ child, said }, url, timeoutMs) {
  const deadline = performance.now() + timeoutMs;
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}:\n${said()}`);
    if (await answers(url)) return;
    await sleep(50);
  }
  child.kill('SIGKILL');
  throw new Error(`Nothing answered at ${url} within ${timeoutMs} ms:\n${said()}`);
}

function stop(child) {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('exit', resolve);
    child.kill('SIGTERM');
  });
}

/** The scripted model server as its own process, answering at once. */
export async function startModelServer(root) {
  const port = await freePort();
  const program = join(root, 'libs/testing/dist/model-server/cli.js');
  const launched = launch([program, '--port', String(port), '--keep-requests', '0'], { cwd: root });
  const baseUrl = `http://127.0.0.1:${port}/v1`;
  await untilAnswering(launched, `${baseUrl}/models`, 10_000);
  return { baseUrl, stop: () => stop(launched.child) };
}

const procFile = (pid, name) => readFileSync(`/proc/${pid}/${name}`, 'utf8');

/** Resident memory of a process in MiB; Linux only. */
export const residentMb = (pid) =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(procFile(pid, 'status'))?.[1]) / 1024);

/** Processor time that a process has used, in milliseconds; Linux only. */
export function cpuMs(pid) {
  const fields = procFile(pid, 'stat')
    .replace(/^.*\) /, '')
    .split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND;
}

/** The built server with a data folder of its own; with `databaseUrl` (and `redisUrl`) on real servers. */
export async function startServer(root, { modelUrl, databaseUrl, redisUrl, secretKey, admin }) {
  const port = await freePort();
  const dataDir = mkdtempSync(join(tmpdir(), 'heddle-bench-'));
  const startedAt = performance.now();
  const launched = launch([join(root, 'apps/server/dist/main.js')], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PORT: String(port),
      HEDDLE_DATA_DIR: dataDir,
      HEDDLE_ADMIN_EMAIL: admin.email,
      HEDDLE_ADMIN_PASSWORD: admin.password,
      OPENAI_BASE_URL: modelUrl,
      OPENAI_API_KEY: 'bench',
      OPENAI_MODEL: 'scripted',
      LOG_LEVEL: 'warn',
      ...(databaseUrl ? { DATABASE_URL: databaseUrl, HEDDLE_SECRET_KEY: secretKey } : {}),
      ...(redisUrl ? { REDIS_URL: redisUrl } : {}),
    },
  });
  const url = `http://127.0.0.1:${port}`;
  await untilAnswering(launched, `${url}/readyz`, 60_000);
  return {
    url,
    pid: launched.child.pid,
    startMs: performance.now() - startedAt,
    said: launched.said,
    stop: async () => {
      await stop(launched.child);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
