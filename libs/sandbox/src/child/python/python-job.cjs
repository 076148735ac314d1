'use strict';
const { toJsonText } = require('../../guest/json-text.cjs');
const { stopsOnTime } = require('../box.cjs');
const { failed, lineCount, MAX_RESULT_BYTES } = require('../code-ending.cjs');
const { newSeed } = require('./interpreters.cjs');

/** @typedef {import('../run-job.cjs').Ending} Ending */
/** @typedef {Omit<import('../box.cjs').Box, 'parseScript'>} Interpreter */
/** @typedef {{ take(): Promise<Interpreter>, peek(): Promise<Interpreter> }} Spares */
/** @typedef {{ source: string, limits: { timeoutMs: number, memoryMb: number } }} PythonJob */

const LIMITS = { maxDepth: 100, maxChars: MAX_RESULT_BYTES };
/** Longer texts of results are not even looked at: the interpreter itself refuses them sooner. */
const MAX_TEXT_CHARS = 2 * MAX_RESULT_BYTES;
const MAX_WORDS = 1_000;
const MEGABYTE = 1024 * 1024;
const CODES = [
  'CODE_SYNTAX',
  'CODE_RUNTIME',
  'CODE_RESULT_TOO_LARGE',
  'CODE_RESULT_TOO_DEEP',
  'CODE_RESULT_CIRCULAR',
  'CODE_RESULT_NOT_JSON',
];

/**
 * Reads text that users' code may have had its hands on.
 * @param {string} text
 * @returns {unknown}
 */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const broken = () => failed('CODE_RUNTIME', { reason: 'the code broke the Python interpreter' });

/**
 * The value's JSON, written anew: Python can reach the JavaScript around it, so its word alone is not enough.
 * @param {string} text
 * @returns {Ending}
 */
function valueEnding(text) {
  if (text.length > MAX_TEXT_CHARS) return failed('CODE_RESULT_TOO_LARGE');
  const value = parse(text);
  if (value === undefined) return failed('CODE_RESULT_NOT_JSON');
  const { text: payload, problem } = toJsonText(value, LIMITS);
  if (problem !== null) return failed(problem.code);
  if (Buffer.byteLength(payload) > MAX_RESULT_BYTES) return failed('CODE_RESULT_TOO_LARGE');
  return { outcome: { ok: true }, payload, isSpent: false };
}

/**
 * @param {string} text
 * @param {string} source
 * @returns {Ending}
 */
function problemEnding(text, source) {
  const problem = /** @type {Record<string, unknown> | null | undefined} */ (parse(text));
  const code = problem?.code;
  if (code === 'memory') return { outcome: { ok: false, code }, payload: '', isSpent: false };
  if (typeof code !== 'string' || !CODES.includes(code)) return broken();
  /** @type {Record<string, string | number>} */
  const details = {};
  for (const name of ['reason', 'hint', 'found', 'path']) {
    const words = problem?.[name];
    if (typeof words === 'string') details[name] = words.slice(0, MAX_WORDS);
  }
  const { line, column } = problem ?? {};
  if (typeof line === 'number' && line > 0) details['line'] = Math.min(line, lineCount(source));
  if (typeof column === 'number' && column > 0) details['column'] = column;
  return failed(code, { reason: 'the code failed', ...details });
}

/**
 * @param {string} state What the interpreter says.
 * @param {string} source
 */
function endingOf(state, source) {
  if (state.startsWith('R')) return valueEnding(state.slice(1));
  if (state.startsWith('E')) return problemEnding(state.slice(1), source);
  return state === 'P' ? failed('CODE_TIMEOUT') : broken();
}

/** @param {string} text The printed lines as they came, as the text of a JSON array. */
function readLogs(text) {
  const lines = parse(text);
  if (!Array.isArray(lines)) return '[]';
  return JSON.stringify(lines.map((line) => String(line).slice(0, 2 * MAX_WORDS)));
}

/** @param {PythonJob} job */
const memoryOf = ({ limits }) => String(limits.memoryMb * MEGABYTE);

/**
 * Runs users' Python in an interpreter of its own.
 * @param {Spares} spares
 * @param {PythonJob} job
 * @param {string} input
 * @returns {Promise<Ending>}
 */
async function runPython(spares, job, input) {
  const interpreter = await spares.take();
  const args = ['run', job.source, input, newSeed(), memoryOf(job)];
  await stopsOnTime(interpreter, args, job.limits.timeoutMs);
  const ending = endingOf(await interpreter.read('state'), job.source);
  ending.outcome.logs = readLogs(await interpreter.read('logs'));
  return ending;
}

/**
 * Parses users' Python without running it.
 * @param {Spares} spares
 * @param {PythonJob} job
 * @returns {Promise<Ending>}
 */
async function checkPython(spares, job) {
  const interpreter = await spares.peek();
  await interpreter.run(['check', job.source, memoryOf(job)], job.limits.timeoutMs);
  const ending = endingOf(await interpreter.read('state'), job.source);
  if (ending.outcome.ok && !/\bmain\b/.test(job.source))
    return failed('CODE_RUNTIME', { reason: 'the code defines no function named main' });
  return ending;
}

module.exports = { checkPython, runPython };
