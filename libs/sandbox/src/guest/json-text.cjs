'use strict';
// Runs inside the isolate. Everything that users' code could replace is captured before that code starts.

const { stringify } = JSON;
const { isArray } = Array;
const OwnRangeError = RangeError;

/**
 * @typedef {{ holder: object, key: string, parent: Level | null, depth: number }} Level
 * @typedef {{ code: string, path?: string, found?: string, limit?: number }} ResultProblem
 */

/**
 * Where a value stands, as users write it: `result.items[3].name`.
 * @param {Level | null} level
 * @param {string} key
 */
function pathOf(level, key) {
  let path = '';
  let name = key;
  for (let at = level; at !== null; at = at.parent) {
    if (at.parent === null) break;
    path = (isArray(at.holder) ? `[${name}]` : `.${name}`) + path;
    name = at.key;
  }
  return `result${path}`.slice(0, 300);
}

/**
 * What makes a value impossible to write as JSON without changing it.
 * @param {unknown} value
 * @returns {string | null}
 */
function notJson(value) {
  switch (typeof value) {
    case 'bigint':
      return 'a BigInt';
    case 'function':
      return 'a function';
    case 'symbol':
      return 'a symbol';
    case 'number':
      return value === value && value !== Infinity && value !== -Infinity ? null : `${value}`;
    default:
      return null;
  }
}

/**
 * @param {Level | null} level
 * @param {object} value
 */
function isInside(level, value) {
  for (let at = level; at !== null; at = at.parent) if (at.holder === value) return true;
  return false;
}

/**
 * Writes a value as JSON text, or says what forbids it: one walk checks size, depth, circles and types, so that a
 * hostile value is refused before it has grown.
 * @param {unknown} root
 * @param {{ maxDepth: number, maxChars: number }} limits
 * @returns {{ text: string, problem: null } | { text: null, problem: ResultProblem }}
 */
function toJsonText(root, limits) {
  /** @type {Level | null} */
  let top = null;
  /** @type {ResultProblem | null} */
  let problem = null;
  let chars = 0;

  /** @param {ResultProblem} found */
  const refuse = (found) => {
    problem = found;
    throw found;
  };

  /**
   * @this {object}
   * @param {string} key
   * @param {unknown} value
   */
  function visit(key, value) {
    if (key === '__proto__') return undefined;
    while (top !== null && top.holder !== this) top = top.parent;
    if (top === null) top = { holder: this, key: '', parent: null, depth: 0 };
    const found = notJson(value);
    if (found !== null) refuse({ code: 'CODE_RESULT_NOT_JSON', path: pathOf(top, key), found });
    chars += typeof value === 'string' ? key.length + value.length + 2 : key.length + 2;
    if (chars > limits.maxChars) refuse({ code: 'CODE_RESULT_TOO_LARGE', limit: limits.maxChars });
    if (typeof value !== 'object' || value === null) return value;
    if (isInside(top, value)) refuse({ code: 'CODE_RESULT_CIRCULAR', path: pathOf(top, key) });
    const depth = top.depth + 1;
    if (depth > limits.maxDepth) refuse({ code: 'CODE_RESULT_TOO_DEEP', limit: limits.maxDepth });
    top = { holder: value, key, parent: top, depth };
    return value;
  }

  if (root === undefined) {
    return { text: null, problem: { code: 'CODE_RESULT_NOT_JSON', path: 'result', found: 'undefined' } };
  }
  try {
    const text = /** @type {string | undefined} */ (stringify(root, visit));
    if (text !== undefined) return { text, problem: null };
    return { text: null, problem: { code: 'CODE_RESULT_NOT_JSON', path: 'result', found: 'undefined' } };
  } catch (error) {
    if (problem !== null) return { text: null, problem };
    if (!(error instanceof OwnRangeError) || error.message !== 'Invalid string length') throw error;
    return { text: null, problem: { code: 'CODE_RESULT_TOO_LARGE', limit: limits.maxChars } };
  }
}

module.exports = { toJsonText };
