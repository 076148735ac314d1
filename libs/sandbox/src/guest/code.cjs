'use strict';
// Runs inside the isolate: the entry for JavaScript jobs.

require('./close-doors.cjs');
const { toJsonText } = require('./json-text.cjs');
const { describeThrown } = require('./describe-thrown.cjs');
const { installConsole } = require('./console.cjs');

const { parse, stringify } = JSON;
const { create, keys } = Object;
// eslint-disable-next-line no-eval -- evaluating users' code is what this isolate is for
const evaluate = globalThis.eval;
const NativePromise = Promise;
const { resolve } = NativePromise;
const { call } = Function.prototype;
const then = call.bind(NativePromise.prototype.then);
const readLogs = installConsole();

const LIMITS = { maxDepth: 100, maxChars: 5 * 1024 * 1024 };

/** `P` while the code runs; then `R` and the result's JSON, or `E` and the JSON of what went wrong. */
let state = 'P';

/** @param {Record<string, unknown>} problem */
function fail(problem) {
  // No prototype, so that a toJSON planted on Object.prototype is not asked.
  const plain = create(null);
  const names = keys(problem);
  for (let i = 0; i < names.length; i += 1) {
    const name = /** @type {string} */ (names[i]);
    plain[name] = problem[name];
  }
  state = `E${stringify(plain)}`;
}

/** @param {unknown} thrown */
function failWith(thrown) {
  const { reason, stack } = describeThrown(thrown);
  fail({ code: 'CODE_RUNTIME', reason, stack });
}

/** @param {unknown} value */
function finish(value) {
  try {
    const { text, problem } = toJsonText(value, LIMITS);
    if (problem === null) state = `R${text}`;
    else fail({ ...problem });
  } catch (thrown) {
    failWith(thrown);
  }
}

/** @param {any} value */
function isPromise(value) {
  if (typeof value !== 'object' || value === null) return false;
  return value instanceof NativePromise || typeof value.then === 'function';
}

/**
 * @param {string} source
 * @param {string} input
 */
function start(source, input) {
  try {
    const main = evaluate(`${source}\n;typeof main === 'function' ? main : null\n//# sourceURL=code.js`);
    if (main === null) {
      fail({ code: 'CODE_RUNTIME', reason: 'the code defines no function named main', stack: '' });
      return;
    }
    const returned = main(parse(input));
    if (isPromise(returned)) then(resolve.call(NativePromise, returned), finish, failWith);
    else finish(returned);
  } catch (thrown) {
    failWith(thrown);
  }
}

/**
 * @param {string} operation
 * @param {string} [source]
 * @param {string} [input]
 */
module.exports = (operation, source = '', input = '') => {
  if (operation === 'state') return state;
  if (operation === 'logs') return readLogs();
  try {
    start(source, input);
  } catch {
    // Nothing that users made may leave the isolate as an exception: the host would read it outside the clock.
    state = 'E{"code":"CODE_RUNTIME","reason":"the code threw an object that cannot be read","stack":""}';
  }
  return '';
};
