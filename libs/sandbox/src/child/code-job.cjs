'use strict';
const { BoxStopped, canDispose, stopsOnTime } = require('./box.cjs');
const { failed, lineCount, MAX_RESULT_BYTES } = require('./code-ending.cjs');

const NO_NETWORK =
  'Code has no packages, network or timers here; use the HTTP request node to call a service.';
const ABSENT =
  /\b(require|module|fetch|XMLHttpRequest|WebSocket|axios|setTimeout|setInterval|setImmediate|process|Buffer)'? is not defined/;
const OUT_OF_MEMORY = ['InternalError: out of memory', 'RangeError: Array buffer allocation failed'];
const DYNAMIC_IMPORT = /^Error: Not supported$|could not load module/;
const STATIC_IMPORT = /import statement|import\.meta|unexpected token 'export'|expecting '\('/i;

/** @typedef {import('./box-host.cjs').BoxHost} Host */
/** @typedef {import('./run-job.cjs').Ending} Ending */

/**
 * Where in the user's text a stack begins; lines that we added after it count as its last one.
 * @param {string} stack
 * @param {string} source
 */
function placeIn(stack, source) {
  const place = /(?:code\.js|<input>):(\d+)(?::(\d+))?/.exec(stack);
  if (place === null) return {};
  const line = Math.min(Number(place[1]), lineCount(source));
  return place[2] === undefined ? { line } : { line, column: Number(place[2]) };
}

/**
 * @param {import('./box.cjs').SyntaxProblem} problem
 * @param {string} source
 */
function syntaxDetails(problem, source) {
  const line = problem.line === undefined ? {} : { line: Math.min(problem.line, lineCount(source)) };
  const column = problem.column === undefined ? {} : { column: problem.column };
  const hint = STATIC_IMPORT.test(problem.reason) ? { hint: NO_NETWORK } : {};
  return { reason: problem.reason, ...line, ...column, ...hint };
}

/**
 * @param {{ code: string, reason?: string, stack?: string }} problem
 * @param {string} source
 */
function runtimeFailure(problem, source) {
  const { code, stack = '', ...details } = problem;
  if (code !== 'CODE_RUNTIME') return failed(code, details);
  const reason = problem.reason ?? '';
  if (OUT_OF_MEMORY.includes(reason)) throw new BoxStopped('memory');
  if (reason === 'InternalError: interrupted') return failed('CODE_TIMEOUT');
  const hint = ABSENT.test(reason) || DYNAMIC_IMPORT.test(reason) ? { hint: NO_NETWORK } : {};
  const text = DYNAMIC_IMPORT.test(reason) ? 'import() is not available' : reason;
  return failed(code, { reason: text, ...placeIn(stack, source), ...hint });
}

/**
 * Runs users' JavaScript in a box of its own.
 * @param {Host} host
 * @param {{ source: string, limits: { timeoutMs: number, memoryMb: number } }} job
 * @param {string} input
 * @returns {Promise<Ending>}
 */
async function runCode(host, job, input) {
  const { source, limits } = job;
  const syntax = host.boxes.peek('code').parseScript(source);
  if (syntax !== null) return failed('CODE_SYNTAX', syntaxDetails(syntax, source));
  const box = host.boxes.take('code', limits.memoryMb);
  const isStopped = await stopsOnTime(box, ['start', source, input], limits.timeoutMs);
  const state = await box.read('state');
  const logs = await box.read('logs');
  const ending = endingOf(state, isStopped, source);
  if (!canDispose(box)) ending.isSpent = true;
  ending.outcome.logs = logs;
  return ending;
}

/**
 * @param {string} state What the guest's entry says.
 * @param {boolean} isStopped
 * @param {string} source
 */
function endingOf(state, isStopped, source) {
  const payload = state.slice(1);
  switch (state[0]) {
    case 'R':
      if (Buffer.byteLength(payload) > MAX_RESULT_BYTES) return failed('CODE_RESULT_TOO_LARGE');
      return { outcome: { ok: true }, payload, isSpent: false };
    case 'E':
      return runtimeFailure(JSON.parse(payload), source);
    default:
      return failed('CODE_TIMEOUT', isStopped ? {} : { never_settles: true });
  }
}

/**
 * Parses users' JavaScript without running it.
 * @param {Host} host
 * @param {{ source: string }} job
 * @returns {Promise<Ending>}
 */
async function checkCode(host, job) {
  const syntax = host.boxes.peek('code').parseScript(job.source);
  if (syntax !== null) return failed('CODE_SYNTAX', syntaxDetails(syntax, job.source));
  if (!/\bmain\b/.test(job.source))
    return failed('CODE_RUNTIME', { reason: 'the code defines no function named main' });
  return { outcome: { ok: true }, payload: 'null', isSpent: false };
}

module.exports = { runCode, checkCode };
