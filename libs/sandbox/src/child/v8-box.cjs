'use strict';
const v8 = require('node:v8');
const { READ_TIMEOUT_MS } = require('./box.cjs');
const { guestSource } = require('./guest-source.cjs');
const { throwIfStopped } = require('./v8-limits.cjs');

/** @typedef {typeof import('isolated-vm')} IsolatedVm */
/** @typedef {import('./guest-source.cjs').BoxKind} BoxKind */
/** @typedef {import('isolated-vm').ExternalCopy<ArrayBuffer>} Cache */

/**
 * @param {unknown} error
 * @returns {import('./box.cjs').SyntaxProblem}
 */
function syntaxProblem(error) {
  const text = error instanceof Error ? error.message : String(error);
  const place = /^(.*) \[code\.js:(\d+):(\d+)\]$/s.exec(text);
  if (place === null) return { reason: text };
  return { reason: String(place[1]), line: Number(place[2]), column: Number(place[3]) };
}

/**
 * Loads guests from V8's own code cache, which more than halves the cost of a box for templates. The cache is made
 * here before any users' code and never leaves this process; a foreign one would be native code of a stranger.
 */
function createGuestLoader() {
  // Only functions that are compiled at once get into the cache; V8 refuses a cache made under other flags.
  v8.setFlagsFromString('--no-lazy');
  /** @type {Map<BoxKind, Cache>} */
  const caches = new Map();

  /**
   * @param {BoxKind} kind
   * @param {import('isolated-vm').Isolate} isolate
   * @param {import('isolated-vm').Context} context
   * @returns {import('isolated-vm').Reference<(...args: string[]) => string>}
   */
  return (kind, isolate, context) => {
    const cachedData = caches.get(kind);
    const script = /** @type {import('isolated-vm').Script & { cachedData?: Cache }} */ (
      isolate.compileScriptSync(
        guestSource(kind),
        cachedData === undefined ? { produceCachedData: true } : { cachedData },
      )
    );
    if (cachedData === undefined && script.cachedData !== undefined) caches.set(kind, script.cachedData);
    return script.runSync(context, { reference: true });
  };
}

/**
 * Boxes of isolated-vm: V8 isolates with a heap and a thread of their own.
 * @param {IsolatedVm} ivm
 * @returns {import('./box.cjs').BoxMaker}
 */
function createV8BoxMaker(ivm) {
  const evaluateGuest = createGuestLoader();
  return {
    name: 'isolated-vm',
    open(kind, memoryMb) {
      const isolate = new ivm.Isolate({
        memoryLimit: memoryMb,
        // V8 has lost the isolate and its thread may spin for ever; the pool reads this death as "out of memory".
        onCatastrophicError: () => process.kill(process.pid, 'SIGKILL'),
      });
      const context = isolate.createContextSync();
      const guest = evaluateGuest(kind, isolate, context);

      /**
       * @param {string[]} args
       * @param {number} timeout
       */
      const call = async (args, timeout) => {
        try {
          return String(await guest.apply(undefined, args, { timeout }));
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
        parseScript(source) {
          try {
            isolate.compileScriptSync(source, { filename: 'code.js' });
            return null;
          } catch (error) {
            throwIfStopped(null, isolate);
            return syntaxProblem(error);
          }
        },
        dispose() {
          if (!isolate.isDisposed) isolate.dispose();
        },
      };
    },
  };
}

module.exports = { createV8BoxMaker };
