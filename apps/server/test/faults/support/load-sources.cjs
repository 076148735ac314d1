/**
 * Lets a Node process load the repository's TypeScript as jest does, so that a server can be a process of its own
 * without a build. Preload it with `--require`; what was translated once is kept in the system's temporary folder.
 */
const { transformSync } = require('@swc/core');
const { createHash } = require('node:crypto');
const { mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const Module = require('node:module');
const { tmpdir } = require('node:os');
const path = require('node:path');

const { sourceMaps: _maps, ...settings } = require('../../../../../tools/swc-for-jest.cjs');

const key = createHash('sha256').update(JSON.stringify(settings)).update(process.version).digest('hex');
const folder = path.join(tmpdir(), `heddle-test-sources-${key.slice(0, 12)}`);
mkdirSync(folder, { recursive: true });

function translated(filename) {
  const source = readFileSync(filename, 'utf8');
  const name = createHash('sha256').update(filename).update(source).digest('hex');
  const kept = path.join(folder, `${name.slice(0, 32)}.js`);
  try {
    return readFileSync(kept, 'utf8');
  } catch {
    const { code } = transformSync(source, { ...settings, filename });
    // Other processes may write the same file: it appears whole or not at all.
    writeFileSync(`${kept}.${process.pid}`, code);
    renameSync(`${kept}.${process.pid}`, kept);
    return code;
  }
}

Module._extensions['.ts'] = (module, filename) => module._compile(translated(filename), filename);
