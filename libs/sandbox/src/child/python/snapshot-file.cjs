'use strict';
const { createHash, randomBytes } = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');

const HEADER_BYTES = 256;
const STALE_MS = 30 * 24 * 60 * 60 * 1000;
const NAME = /^python-[0-9a-f]{16}\.(snapshot|[0-9a-f]{16}\.tmp)$/;

/** @typedef {{ key: string, size: number, sha256: string }} Header */

/**
 * A snapshot on disk, or in memory where it could not be written.
 * @typedef {object} Snapshot
 * @property {() => ArrayBuffer} read A copy that belongs to the caller.
 */

/** @param {Uint8Array} bytes */
const hashOf = (bytes) => createHash('sha256').update(bytes).digest('hex');

/**
 * @param {string} folder
 * @param {string} key
 */
const fileOf = (folder, key) => path.join(folder, `python-${key.slice(0, 16)}.snapshot`);

/**
 * @param {number} file
 * @param {{ from: number, size: number }} range
 */
function readRange(file, { from, size }) {
  const buffer = new ArrayBuffer(size);
  for (let at = 0; at < size;) {
    const count = fs.readSync(file, new Uint8Array(buffer, at), 0, size - at, from + at);
    if (count === 0) throw new Error('the file is too short');
    at += count;
  }
  return buffer;
}

/**
 * @param {number} file
 * @param {string} key
 * @returns {number} The size of its intact content.
 */
function verify(file, key) {
  const head = Buffer.from(readRange(file, { from: 0, size: HEADER_BYTES })).toString('utf8');
  const header = /** @type {Header} */ (JSON.parse(head));
  const content = readRange(file, { from: HEADER_BYTES, size: header.size });
  if (header.key !== key || header.sha256 !== hashOf(new Uint8Array(content))) throw new Error('not intact');
  return header.size;
}

/**
 * Opens the snapshot that was made under a key; null when there is none, or none that is whole.
 * @param {string} folder
 * @param {string} key
 * @returns {Snapshot | null}
 */
function openSnapshot(folder, key) {
  try {
    // It stays open, so that what was verified is what is read, whoever replaces the file.
    const file = fs.openSync(fileOf(folder, key), 'r');
    const size = verify(file, key);
    return { read: () => readRange(file, { from: HEADER_BYTES, size }) };
  } catch {
    return null;
  }
}

/** @param {string} folder */
function removeStale(folder) {
  const before = Date.now() - STALE_MS;
  for (const name of fs.readdirSync(folder)) {
    const file = path.join(folder, name);
    if (NAME.test(name) && fs.statSync(file).mtimeMs < before) fs.rmSync(file, { force: true });
  }
}

/**
 * Keeps a snapshot for later processes. Whoever makes the same one at the same time writes a file of its own, and the
 * last one stays.
 * @param {string} folder
 * @param {string} key
 * @param {Uint8Array} content
 */
function saveSnapshot(folder, key, content) {
  const header = Buffer.alloc(HEADER_BYTES, ' ');
  header.write(JSON.stringify({ key, size: content.length, sha256: hashOf(content) }));
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const target = fileOf(folder, key);
  const draft = target.replace(/snapshot$/, `${randomBytes(8).toString('hex')}.tmp`);
  try {
    fs.writeFileSync(draft, Buffer.concat([header, content]), { flag: 'wx', mode: 0o600 });
    fs.renameSync(draft, target);
    removeStale(folder);
  } finally {
    fs.rmSync(draft, { force: true });
  }
}

/**
 * @param {Uint8Array} content
 * @returns {Snapshot}
 */
const snapshotInMemory = (content) => ({ read: () => content.slice().buffer });

module.exports = { openSnapshot, saveSnapshot, snapshotInMemory };
