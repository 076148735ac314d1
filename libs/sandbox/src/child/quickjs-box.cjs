'use strict';
const { BoxStopped, READ_TIMEOUT_MS } = require('./box.cjs');
const { guestSource } = require('./guest-source.cjs');

/** @typedef {import('quickjs-emscripten').QuickJSContext} Context */

const PARENT = process.ppid;
const MAX_STACK_BYTES = 128 * 1024;
const JOBS_BETWEEN_CLOCK_LOOKS = 100;

/** The deadline that QuickJS asks for between instructions. */
class Clock {
  constructor() {
    this.deadline = Infinity;
  }

  /** @param {number} timeoutMs */
  start(timeoutMs) {
    this.deadline = performance.now() + timeoutMs;
  }

  isOver() {
    // While QuickJS runs, this process does not hear that the pool is gone.
    if (process.ppid !== PARENT) process.kill(process.pid, 'SIGKILL');
    return performance.now() > this.deadline;
  }
}

/**
 * Reads what QuickJS threw; own data only, as the value may be users'.
 * @param {Context} context
 * @param {import('quickjs-emscripten').QuickJSHandle} handle
 */
function dumpError(context, handle) {
  const dumped = /** @type {unknown} */ (context.dump(handle));
  handle.dispose();
  if (typeof dumped !== 'object' || dumped === null) return { name: '', message: String(dumped), stack: '' };
  const { name, message, stack } = /** @type {Record<string, unknown>} */ (dumped);
  return { name: String(name), message: String(message), stack: String(stack ?? '') };
}

/**
 * @param {{ name: string, message: string, stack: string }} error
 * @returns {import('./box.cjs').SyntaxProblem}
 */
function syntaxProblem(error) {
  const place = /code\.js:(\d+)(?::(\d+))?/.exec(error.stack);
  const reason = `${error.name}: ${error.message}`;
  if (place === null) return { reason };
  const line = Number(place[1]);
  return place[2] === undefined ? { reason, line } : { reason, line, column: Number(place[2]) };
}

/**
 * Boxes of QuickJS in WebAssembly, for machines where isolated-vm cannot be built.
 * @param {import('quickjs-emscripten').QuickJSWASMModule} module
 * @returns {import('./box.cjs').BoxMaker}
 */
function createQuickjsBoxMaker(module) {
  return {
    name: 'quickjs',
    open(kind, memoryMb) {
      const clock = new Clock();
      const runtime = module.newRuntime();
      runtime.setMemoryLimit(memoryMb * 1024 * 1024);
      runtime.setMaxStackSize(MAX_STACK_BYTES);
      runtime.setInterruptHandler(() => clock.isOver());
      const context = runtime.newContext();
      const guest = context.unwrapResult(context.evalCode(guestSource(kind), 'guest.js'));

      /** @param {import('quickjs-emscripten').QuickJSHandle} handle */
      const throwIfStopped = (handle) => {
        const { message } = dumpError(context, handle);
        if (message === 'interrupted') throw new BoxStopped('timeout');
        if (message === 'out of memory') throw new BoxStopped('memory');
      };

      const drain = () => {
        for (;;) {
          const jobs = runtime.executePendingJobs(JOBS_BETWEEN_CLOCK_LOOKS);
          if (jobs.error) throwIfStopped(jobs.error);
          if (!runtime.hasPendingJob()) return;
          if (clock.isOver()) throw new BoxStopped('timeout');
        }
      };

      /**
       * @param {string[]} args
       * @param {number} timeoutMs
       */
      const call = (args, timeoutMs) => {
        clock.start(timeoutMs);
        const handles = args.map((text) => context.newString(text));
        const result = context.callFunction(guest, context.undefined, ...handles);
        for (const handle of handles) handle.dispose();
        if (result.error) {
          throwIfStopped(result.error);
          return '';
        }
        const text = context.getString(result.value);
        result.value.dispose();
        return text;
      };

      return {
        async run(args, timeoutMs) {
          call(args, timeoutMs);
          drain();
          // An interrupted promise job leaves no trace but the time.
          if (clock.isOver()) throw new BoxStopped('timeout');
        },
        async read(name) {
          return call([name], READ_TIMEOUT_MS);
        },
        parseScript(source) {
          clock.start(Infinity);
          const result = context.evalCode(source, 'code.js', { type: 'global', compileOnly: true });
          if (result.error) return syntaxProblem(dumpError(context, result.error));
          result.value.dispose();
          return null;
        },
        dispose() {
          guest.dispose();
          context.dispose();
          runtime.dispose();
        },
      };
    },
  };
}

module.exports = { createQuickjsBoxMaker };
