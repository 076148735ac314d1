/** `npm run dev`: the server, rebuilt and restarted after each change, beside Vite's development server. */
import { spawn } from 'node:child_process';
import { existsSync, watch } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from './process/build.mjs';

const SETTLE_MS = 200;
const root = fileURLToPath(new URL('..', import.meta.url));
const watched = ['libs', 'apps/server/src', 'init-db']
  .map((path) => join(root, path))
  .filter((path) => existsSync(path));

let server;
let isStopping = false;

function stopServer() {
  return new Promise((resolve) => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return resolve();
    server.once('exit', resolve);
    server.kill('SIGTERM');
  });
}

async function restart() {
  const code = await build(root, ['@heddle/server']);
  if (code !== 0 || isStopping) return;
  await stopServer();
  server = spawn(process.execPath, ['--enable-source-maps', join(root, 'apps/server/dist/main.js')], {
    cwd: root,
    stdio: 'inherit',
  });
}

let pending = Promise.resolve();
let timer;
function onChange(_event, name) {
  if (!name || /(^|\/)(dist|node_modules)\/|\.spec\.ts$|\.(md|vue)$/.test(name)) return;
  clearTimeout(timer);
  timer = setTimeout(() => {
    pending = pending.then(restart);
  }, SETTLE_MS);
}

await restart();
const watchers = watched.map((path) => watch(path, { recursive: true }, onChange));
const vite = spawn(process.execPath, [join(root, 'node_modules/vite/bin/vite.js')], {
  cwd: join(root, 'apps/web'),
  stdio: 'inherit',
});

async function stop() {
  if (isStopping) return;
  isStopping = true;
  for (const watcher of watchers) watcher.close();
  vite.kill('SIGTERM');
  await stopServer();
  process.exit(0);
}
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
