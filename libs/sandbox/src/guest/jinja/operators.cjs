'use strict';
// What operators mean in Jinja, where that is not what they mean in JavaScript.
const { formatText } = require('./format.cjs');
const { failure, guardSize } = require('./problem.cjs');
const { compare, isEqual, isMissing, toItems, toPairs, toText } = require('./values.cjs');

/**
 * @param {any} a
 * @param {any} b
 */
const add = (a, b) => (Array.isArray(a) && Array.isArray(b) ? [...a, ...b] : a + b);

/**
 * @param {any} a
 * @param {any} b
 */
function multiply(a, b) {
  if (typeof a === 'number' && (typeof b === 'string' || Array.isArray(b))) return multiply(b, a);
  if (typeof b !== 'number' || (typeof a !== 'string' && !Array.isArray(a))) return a * b;
  const times = Math.max(0, b);
  guardSize(a.length * times);
  return typeof a === 'string' ? a.repeat(times) : Array.from({ length: times }, () => a).flat(1);
}

/**
 * @param {any} a
 * @param {any} b
 */
function modulo(a, b) {
  if (typeof a === 'string') return formatText(a, Array.isArray(b) ? b : [b]);
  return ((a % b) + b) % b;
}

/**
 * @param {string} operator
 * @param {unknown} a
 * @param {unknown} b
 */
function isRelated(operator, a, b) {
  switch (operator) {
    case '==':
    case '===':
      return isEqual(a, b);
    case '!=':
    case '!==':
      return !isEqual(a, b);
    case '<':
      return !isMissing(a) && !isMissing(b) && compare(a, b) < 0;
    case '>':
      return !isMissing(a) && !isMissing(b) && compare(a, b) > 0;
    case '<=':
      return !isMissing(a) && !isMissing(b) && compare(a, b) <= 0;
    default:
      return !isMissing(a) && !isMissing(b) && compare(a, b) >= 0;
  }
}

/**
 * @param {unknown} a
 * @param {unknown} b
 */
const concatenate = (a, b) => toText(a) + toText(b);

/**
 * The items of a `for`: pairs of an object when the loop names two variables, its keys when it names one.
 * @param {unknown} value
 * @param {number} names
 * @param {((item: unknown) => boolean) | null} filter
 */
function loopItems(value, names, filter) {
  const isPlain = typeof value !== 'object' || value === null || Array.isArray(value);
  const items = names > 1 && !isPlain ? toPairs(value) : toItems(value);
  return filter === null ? items : items.filter(filter);
}

/**
 * The parts of `{% set a, b = value %}`.
 * @param {unknown} value
 * @param {number} count
 */
function unpack(value, count) {
  const items = toItems(value);
  if (items.length !== count) throw failure(`expected ${count} values, got ${items.length}`);
  return items;
}

module.exports = { add, concatenate, isRelated, loopItems, modulo, multiply, unpack };
