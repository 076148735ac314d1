import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourceStamp } from './source-stamp.mjs';

const INPUTS = [
  'libs',
  'apps/server',
  'apps/web',
  '.swcrc',
  'nx.json',
  'tsconfig.base.json',
  'package-lock.json',
];
const OUTPUTS = ['apps/server/dist/main.js', 'apps/web/dist/index.html'];

/** Builds projects and what they depend on through Nx, which skips what it has built before; answers the exit code. */
export function build(root, projects) {
  return new Promise((resolve, reject) => {
    const nx = join(root, 'node_modules', 'nx', 'dist', 'bin', 'nx.js');
    const child = spawn(
      process.execPath,
      [nx, 'run-many', '-t', 'build', '-p', projects.join(','), '--outputStyle=static'],
      { cwd: root, stdio: 'inherit', env: { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false' } },
    );
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });
}

/** Builds the server and the web app unless the last build is of the very same files; answers the exit code. */
export async function buildWhenChanged(root) {
  const stampFile = join(root, '.cache', 'build-stamp');
  const stamp = sourceStamp(root, INPUTS);
  const isBuilt = OUTPUTS.every((path) => existsSync(join(root, path)));
  if (isBuilt && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return 0;
  console.log('Building Heddle: about half a minute the first time, seconds after a change …');
  const code = await build(root, ['@heddle/server', '@heddle/web']);
  if (code === 0) {
    mkdirSync(join(root, '.cache'), { recursive: true });
    writeFileSync(stampFile, stamp);
  }
  return code;
}
