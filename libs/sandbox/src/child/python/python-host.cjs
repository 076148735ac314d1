'use strict';
const { canDispose } = require('../box.cjs');
const { loadIsolatedVm } = require('../load-engine.cjs');
const { Interpreters } = require('./interpreters.cjs');
const { readPyodide } = require('./pyodide-package.cjs');
const { checkPython, runPython } = require('./python-job.cjs');
const { openSnapshot, saveSnapshot, snapshotInMemory } = require('./snapshot-file.cjs');

/** @typedef {Omit<import('../box.cjs').Box, 'parseScript'>} Interpreter */

/** Keeps one unused interpreter, made while nobody waits. */
class SpareInterpreter {
  /** @param {() => Promise<Interpreter>} open */
  constructor(open) {
    this.open = open;
    /** @type {Interpreter | null} */
    this.spare = null;
    /** @type {Interpreter[]} */
    this.used = [];
  }

  /** An interpreter that has run nothing, for one job; it is thrown away when the job has been answered. */
  async take() {
    const interpreter = this.spare ?? (await this.open());
    this.spare = null;
    this.used.push(interpreter);
    return interpreter;
  }

  /** An interpreter to parse in; parsing runs nothing, so it stays unused. */
  async peek() {
    this.spare ??= await this.open();
    return this.spare;
  }

  /** Throws away what has been used and replaces it. */
  async replenish() {
    for (const interpreter of this.used.splice(0)) {
      if (!canDispose(interpreter)) throw new Error('an interpreter is broken');
    }
    this.spare ??= await this.open();
  }
}

/**
 * The snapshot of this version, made now if this machine has none. No users' code has run in this process yet.
 * @param {Interpreters} interpreters
 * @param {string} folder
 * @param {string} key
 */
async function provideSnapshot(interpreters, folder, key) {
  const kept = openSnapshot(folder, key);
  if (kept !== null) return kept;
  const content = await interpreters.makeSnapshot();
  try {
    saveSnapshot(folder, key, content);
  } catch {
    return snapshotInMemory(content);
  }
  return openSnapshot(folder, key) ?? snapshotInMemory(content);
}

/**
 * Makes this process one that runs Python.
 * @param {string} folder Where the snapshot is kept.
 * @returns {Promise<import('../run-job.cjs').Host>}
 */
async function openPythonHost(folder) {
  const { ivm, reason } = loadIsolatedVm();
  if (ivm === null) throw new Error(reason);
  const files = readPyodide();
  const interpreters = new Interpreters(ivm, files);
  const snapshot = await provideSnapshot(interpreters, folder, files.key);
  const spares = new SpareInterpreter(() => interpreters.open(snapshot.read()));
  return {
    engine: 'pyodide',
    reason: '',
    jobs: {
      code: (job, input) => runPython(spares, job, input),
      'check-python': (job) => checkPython(spares, job),
    },
    replenish: () => spares.replenish(),
  };
}

module.exports = { openPythonHost };
