'use strict';

/** @typedef {import('./box-host.cjs').BoxHost} Host */
/** @typedef {import('./run-job.cjs').Ending} Ending */

const MAX_PATTERN_CHARS = 10_000;
const KEPT_PATTERNS = 50;

/** Constructs that need backtracking, which RE2 never does. */
const UNSUPPORTED = [
  { at: /^\(\?=/, reason: 'look-ahead' },
  { at: /^\(\?!/, reason: 'negative look-ahead' },
  { at: /^\(\?<=/, reason: 'look-behind' },
  { at: /^\(\?<!/, reason: 'negative look-behind' },
  { at: /^\(\?>/, reason: 'an atomic group' },
  { at: /^\(\?\(/, reason: 'a condition' },
  { at: /^\\[1-9]\d*/, reason: 'a back-reference' },
  { at: /^\\k<[^>]*>/, reason: 'a back-reference' },
  { at: /^\(\?P=[^)]*\)/, reason: 'a back-reference' },
  { at: /^(?:[*+?]|\{\d+(?:,\d*)?\})\+/, reason: 'a possessive quantifier' },
];

/**
 * @param {string} code
 * @param {object} details
 * @returns {Ending}
 */
const failed = (code, details) => ({ outcome: { ok: false, code, details }, payload: '', isSpent: false });

/**
 * Finds the first construct that is not RE2's, outside of character classes.
 * @param {string} pattern
 */
function unsupportedIn(pattern) {
  let isInClass = false;
  for (let i = 0; i < pattern.length; i += 1) {
    const rest = pattern.slice(i, i + 100);
    if (!isInClass) {
      const found = UNSUPPORTED.find(({ at }) => at.test(rest));
      if (found !== undefined) {
        return { construct: String(found.at.exec(rest)?.[0]), column: i + 1, reason: found.reason };
      }
    }
    if (pattern[i] === '\\') i += 1;
    else if (pattern[i] === '[') isInClass = true;
    else if (pattern[i] === ']') isInClass = false;
  }
  return null;
}

/** @type {Map<string, import('re2js').RE2JS>} */
const compiled = new Map();

/**
 * @param {string} pattern
 * @returns {import('re2js').RE2JS}
 */
function compile(pattern) {
  const known = compiled.get(pattern);
  if (known !== undefined) return known;
  const { RE2JS } = require('re2js');
  const regex = RE2JS.compile(RE2JS.translateRegExp(pattern));
  if (compiled.size >= KEPT_PATTERNS) compiled.clear();
  compiled.set(pattern, regex);
  return regex;
}

/**
 * @param {string} pattern
 * @param {(regex: import('re2js').RE2JS) => boolean} use
 * @returns {Ending}
 */
function withPattern(pattern, use) {
  if (pattern.length > MAX_PATTERN_CHARS) {
    return failed('REGEX_INVALID', {
      reason: `the pattern is longer than ${MAX_PATTERN_CHARS.toLocaleString('en-US')} characters`,
    });
  }
  const unsupported = unsupportedIn(pattern);
  if (unsupported !== null) return failed('REGEX_UNSUPPORTED', unsupported);
  try {
    return { outcome: { ok: true }, payload: JSON.stringify(use(compile(pattern))), isSpent: false };
  } catch (error) {
    if (!(error instanceof Error) || !error.name.startsWith('RE2JS')) throw error;
    return failed('REGEX_INVALID', { reason: error.message.replace(/^error parsing regexp: /, '') });
  }
}

/**
 * Whether a pattern is found in a text. RE2's time is linear in the text, so no isolate is needed around it.
 * @param {Host} _host
 * @param {{ pattern: string }} job
 * @param {string} text
 * @returns {Promise<Ending>}
 */
async function runRegex(_host, job, text) {
  return withPattern(job.pattern, (regex) => regex.matcher(text).find());
}

/**
 * @param {Host} _host
 * @param {{ source: string }} job
 * @returns {Promise<Ending>}
 */
async function checkRegex(_host, job) {
  return withPattern(job.source, () => true);
}

module.exports = { checkRegex, runRegex };
