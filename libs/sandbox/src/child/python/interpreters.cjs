'use strict';
const { randomBytes } = require('node:crypto');
const { READ_TIMEOUT_MS } = require('../box.cjs');
const { guestSource } = require('../guest-source.cjs');
const { throwIfStopped } = require('../v8-limits.cjs');

/** @typedef {typeof import('isolated-vm')} IsolatedVm */
/** @typedef {import('isolated-vm').Reference<any>} Reference */
/** @typedef {import('./pyodide-package.cjs').PyodidePackage} PyodidePackage */
/** @typedef {import('../box.cjs').Box} Box */

/** Of JavaScript's heap, where pyodide's own objects are; Python's memory has a bound of its own. */
const HEAP_MB = 192;

/** 32 fresh bytes, as hexadecimal digits. */
const newSeed = () => randomBytes(32).toString('hex');

/** Makes Python interpreters: pyodide in an isolate that has nothing of the host in it, not even a callback. */
class Interpreters {
  /**
   * @param {IsolatedVm} ivm
   * @param {PyodidePackage} files
   */
  constructor(ivm, files) {
    this.ivm = ivm;
    this.files = files;
    /** While V8 knows the compiled code from here, every isolate shares it, and what has been optimised stays so. */
    this.compiled = new WebAssembly.Module(files.wasm);
  }

  /** The memory of an interpreter that has started and run nothing. */
  async makeSnapshot() {
    const isolate = this.createIsolate();
    const make = await this.prepare(isolate, 'makeSnapshot', null);
    const content = /** @type {unknown} */ (await make({ promise: true, copy: true }));
    isolate.dispose();
    return /** @type {Uint8Array} */ (content);
  }

  /**
   * A fresh interpreter for one job.
   * @param {ArrayBuffer} snapshot Goes with it.
   * @returns {Promise<Omit<Box, 'parseScript'>>}
   */
  async open(snapshot) {
    const isolate = this.createIsolate();
    const boot = await this.prepare(isolate, 'boot', snapshot);
    const entry = /** @type {Reference} */ (await boot({ promise: true, reference: true }));

    /**
     * @param {string[]} args
     * @param {number} timeout
     */
    const call = async (args, timeout) => {
      try {
        return String(await entry.apply(undefined, args, { timeout }));
      } catch (error) {
        throwIfStopped(error, isolate);
        return '';
      }
    };
    return {
      async run(args, timeoutMs) {
        await call(args, timeoutMs);
      },
      read: (name) => call([name], READ_TIMEOUT_MS),
      dispose() {
        if (!isolate.isDisposed) isolate.dispose();
      },
    };
  }

  /** @private */
  createIsolate() {
    return new this.ivm.Isolate({
      memoryLimit: HEAP_MB,
      // V8 has lost the isolate and its thread may spin for ever; the pool reads this death as "out of memory".
      onCatastrophicError: () => process.kill(process.pid, 'SIGKILL'),
    });
  }

  /**
   * Loads pyodide, and gives what starts it.
   * @private
   * @param {import('isolated-vm').Isolate} isolate
   * @param {'boot' | 'makeSnapshot'} entry
   * @param {ArrayBuffer | null} snapshot
   */
  async prepare(isolate, entry, snapshot) {
    const context = await isolate.createContext();
    const script = await isolate.compileScript(guestSource('python'));
    const guest = /** @type {Reference} */ (await script.run(context, { reference: true }));
    const start = /** @type {Reference} */ (await guest.get(entry, { reference: true }));
    const { createModule, loader } = this.files;
    const module = await evaluate(isolate, context, { name: 'pyodide.asm.mjs', source: createModule });
    const main = await evaluate(isolate, context, { name: 'pyodide.mjs', source: loader });
    const functions = [
      (await module.get('default', { reference: true })).derefInto(),
      (await main.get('loadPyodide', { reference: true })).derefInto(),
    ];
    const parts = this.copyParts(snapshot);
    /** @param {import('isolated-vm').TransferOptions} result */
    return (result) => start.apply(undefined, [...functions, parts], { result });
  }

  /**
   * @private
   * @param {ArrayBuffer | null} snapshot
   */
  copyParts(snapshot) {
    const { info, jobSource } = this.files;
    const wasm = new Uint8Array(this.files.wasm).buffer;
    const stdlib = new Uint8Array(this.files.stdlib).buffer;
    const parts = { wasm, stdlib, snapshot, info, jobSource, seed: newSeed() };
    const transferList = snapshot === null ? [wasm, stdlib] : [wasm, stdlib, snapshot];
    const copy = new this.ivm.ExternalCopy(parts, { transferOut: true, transferList });
    return copy.copyInto({ release: true, transferIn: true });
  }
}

/**
 * @param {import('isolated-vm').Isolate} isolate
 * @param {import('isolated-vm').Context} context
 * @param {{ name: string, source: string }} file
 */
async function evaluate(isolate, context, { name, source }) {
  const module = await isolate.compileModule(source, { filename: `file:///${name}` });
  await module.instantiate(context, (specifier) => {
    throw new Error(`${name} imports ${specifier}`);
  });
  await module.evaluate();
  return module.namespace;
}

module.exports = { Interpreters, newSeed };
