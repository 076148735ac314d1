'use strict';
// Runs inside the isolate: the entry for Python jobs. Everything that users' code could replace is captured before
// that code starts, as Python can reach JavaScript.

const { capMemory, closeWebAssembly } = require('./memory-cap.cjs');
const { createPrintedLines } = require('./printed-lines.cjs');
const { createRandomBytes } = require('./random-bytes.cjs');
const { installShell } = require('./shell.cjs');

/** Our own code, that every interpreter has run before it waits for a job. */
const WARM_UP = 'def main(text):\n    return {"text": text.strip()}\n';

const { stringify } = JSON;
const { call } = Function.prototype;
const OwnRangeError = RangeError;
const instanceOfRangeError = call.bind(Function.prototype[Symbol.hasInstance]);

/**
 * Pyodide's files, and the memory of an interpreter that has started before.
 * @typedef {object} Parts
 * @property {ArrayBuffer} wasm
 * @property {ArrayBuffer} stdlib
 * @property {ArrayBuffer | null} snapshot Without it the interpreter starts from nothing, to make one.
 * @property {object} info The head of pyodide's lock file.
 * @property {string} jobSource The Python side of a job.
 * @property {string} seed
 */

const random = createRandomBytes();
/** @type {Record<string, ArrayBuffer>} */
const files = Object.create(null);
const closeShell = installShell(random, (name) => {
  const file = files[name.slice(name.lastIndexOf('/') + 1)];
  if (file === undefined) throw new Error(`no file ${name}`);
  return file;
});

/**
 * Pyodide's two functions.
 * @typedef {{ createModule: unknown, load: (settings: object) => Promise<any> }} Pyodide
 */

/**
 * @param {Pyodide} pyodide
 * @param {Parts} parts
 */
function start({ createModule, load }, parts) {
  random.seed(parts.seed);
  files['pyodide.asm.wasm'] = parts.wasm;
  files['python_stdlib.zip'] = parts.stdlib;
  return load({
    indexURL: '/',
    packageBaseUrl: '/',
    lockFileContents: { info: parts.info, packages: {} },
    createPyodideModule: createModule,
    jsglobals: {},
    enableRunUntilComplete: false,
    ...(parts.snapshot === null
      ? { _makeSnapshot: true }
      : { _loadSnapshot: new Uint8Array(parts.snapshot) }),
  });
}

/**
 * The memory of an interpreter that has loaded everything and run nothing of users'.
 * @param {Pyodide['createModule']} createModule
 * @param {Pyodide['load']} load
 * @param {Parts} parts
 * @returns {Promise<Uint8Array>}
 */
async function makeSnapshot(createModule, load, parts) {
  const python = await start({ createModule, load }, parts);
  python.runPython(parts.jobSource);
  return python.makeMemorySnapshot();
}

/** The interpreter ends with this: the stack of JavaScript, which is also its own, is used up. */
const isTooDeep = (/** @type {unknown} */ thrown) => instanceOfRangeError(OwnRangeError, thrown);

/** @param {unknown} thrown */
function describeFailure(thrown) {
  const reason = isTooDeep(thrown)
    ? 'RecursionError: the code calls itself too deeply'
    : 'the code broke the Python interpreter';
  return `E${stringify({ code: 'CODE_RUNTIME', reason })}`;
}

/** @param {() => unknown} write */
function written(write) {
  try {
    return write();
  } catch (thrown) {
    if (!isTooDeep(thrown)) throw thrown;
    return 'E{"code":"CODE_RESULT_TOO_DEEP"}';
  }
}

/**
 * Starts an interpreter for one job; what it returns never throws.
 * @param {Pyodide['createModule']} createModule
 * @param {Pyodide['load']} load
 * @param {Parts} parts
 */
async function boot(createModule, load, parts) {
  const python = await start({ createModule, load }, parts);
  const printed = createPrintedLines();
  const output = { write: printed.write, isatty: false };
  python.setStdout(output);
  python.setStderr(output);
  python.setStdin({ error: true });
  const job = python.pyimport('_job');
  const { run, write, check } = job;
  job.close_bridges();
  // What is called for the first time is compiled first, which would take most of a small job's time.
  run(WARM_UP, '{"text":"a"}');
  write();
  const ownBytes = python._module.HEAP8.length;
  for (const name of Object.keys(files)) delete files[name];
  closeShell();
  closeWebAssembly();
  /** `P` while it runs; then `R` and the result's JSON, or `E` and the JSON of what went wrong. */
  let state = 'P';

  /** @type {Record<string, (...args: string[]) => unknown>} */
  const operations = {
    run(source, input, seed, memoryBytes) {
      random.seed(/** @type {string} */ (seed));
      capMemory(ownBytes + Number(memoryBytes));
      const ending = run(source, input);
      return ending === 'R' ? written(write) : ending;
    },
    check(source, memoryBytes) {
      capMemory(ownBytes + Number(memoryBytes));
      return check(source);
    },
  };

  /**
   * @param {string} operation
   * @param {string[]} args
   */
  return (operation, ...args) => {
    if (operation === 'state') return state;
    if (operation === 'logs') return printed.read();
    state = 'P';
    try {
      const ending = operations[operation]?.(...args);
      state = typeof ending === 'string' ? ending : describeFailure(null);
    } catch (thrown) {
      state = describeFailure(thrown);
    }
    return '';
  };
}

module.exports = { boot, makeSnapshot };
