'use strict';
const { createHash } = require('node:crypto');
const { readFileSync } = require('node:fs');
const path = require('node:path');
const { guestSource } = require('../guest-source.cjs');

const JOB_FILE = path.join(__dirname, '..', '..', 'guest', 'python', 'job.py');

/**
 * The files of the pyodide package that an interpreter is made of.
 * @typedef {object} PyodidePackage
 * @property {Buffer} wasm
 * @property {Buffer} stdlib
 * @property {string} createModule The JavaScript around the compiled code.
 * @property {string} loader
 * @property {object} info The head of its lock file.
 * @property {string} jobSource Our own Python.
 * @property {string} key Names everything that the memory of a started interpreter depends on.
 */

/** @returns {PyodidePackage} */
function readPyodide() {
  const folder = path.dirname(require.resolve('pyodide/package.json'));
  /** @param {string} name */
  const read = (name) => readFileSync(path.join(folder, name));
  /** @param {string} name */
  const readText = (name) => read(name).toString('utf8');
  const { version } = JSON.parse(readText('package.json'));
  const jobSource = readFileSync(JOB_FILE, 'utf8');
  const parts = [version, process.versions.v8, process.arch, guestSource('python'), jobSource];
  return {
    wasm: read('pyodide.asm.wasm'),
    stdlib: read('python_stdlib.zip'),
    createModule: readText('pyodide.asm.mjs'),
    loader: readText('pyodide.mjs'),
    info: JSON.parse(readText('pyodide-lock.json')).info,
    jobSource,
    key: createHash('sha256').update(JSON.stringify(parts)).digest('hex'),
  };
}

module.exports = { readPyodide };
