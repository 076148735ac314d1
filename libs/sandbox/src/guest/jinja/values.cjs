'use strict';
// How Jinja, that is Python, sees values: what is true, equal, part of something, and how it is printed.
const { failure } = require('./problem.cjs');

const { isArray } = Array;
const { hasOwn, keys } = Object;

/** @typedef {Record<string, unknown>} Dict */

/**
 * @param {unknown} value
 * @returns {value is Dict}
 */
const isDict = (value) => typeof value === 'object' && value !== null && !isArray(value);

/** @param {unknown} value */
const isMissing = (value) => value === undefined || value === null;

/** @param {unknown} value */
function isTrue(value) {
  if (isArray(value)) return value.length > 0;
  if (isDict(value)) return keys(value).length > 0;
  return Boolean(value);
}

/**
 * @param {unknown} a
 * @param {unknown} b
 * @returns {boolean}
 */
function isEqual(a, b) {
  if (a === b) return true;
  if (typeof a === 'boolean' && typeof b === 'number') return Number(a) === b;
  if (typeof a === 'number' && typeof b === 'boolean') return a === Number(b);
  if (isArray(a) && isArray(b)) return a.length === b.length && a.every((item, i) => isEqual(item, b[i]));
  if (!isDict(a) || !isDict(b)) return false;
  const names = keys(a);
  return (
    names.length === keys(b).length && names.every((name) => hasOwn(b, name) && isEqual(a[name], b[name]))
  );
}

/**
 * @param {unknown} item
 * @param {unknown} container
 */
function isIn(item, container) {
  if (typeof container === 'string') return container.includes(toText(item));
  if (isArray(container)) return container.some((other) => isEqual(item, other));
  if (isDict(container)) return hasOwn(container, String(item));
  if (isMissing(container)) return false;
  throw failure(`"in" needs a text, a list or an object on its right, not ${kindOf(container)}`);
}

/**
 * What is printed for a value: texts as they are, nothing for none, JSON for lists and objects.
 * @param {unknown} value
 * @returns {string}
 */
function toText(value) {
  if (typeof value === 'string') return value;
  if (isMissing(value) || typeof value === 'function') return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/**
 * Orders numbers by size and everything else by its text.
 * @param {unknown} a
 * @param {unknown} b
 * @returns {number}
 */
function compare(a, b) {
  if (isArray(a) && isArray(b)) {
    for (let i = 0; i < Math.min(a.length, b.length); i += 1) {
      const order = compare(a[i], b[i]);
      if (order !== 0) return order;
    }
    return a.length - b.length;
  }
  const [x, y] = typeof a === 'number' && typeof b === 'number' ? [a, b] : [orderable(a), orderable(b)];
  if (x < y) return -1;
  return x > y ? 1 : 0;
}

/** @param {unknown} value */
const orderable = (value) => (typeof value === 'number' || typeof value === 'string' ? value : toText(value));

/** @param {unknown} value */
function kindOf(value) {
  if (isMissing(value)) return 'nothing';
  if (isArray(value)) return 'a list';
  if (isDict(value)) return 'an object';
  return typeof value === 'string' ? 'a text' : `a ${typeof value}`;
}

/**
 * The items that a loop or a list filter goes through: characters of a text, keys of an object.
 * @param {unknown} value
 * @returns {unknown[]}
 */
function toItems(value) {
  if (isArray(value)) return value;
  if (isMissing(value)) return [];
  if (typeof value === 'string') return Array.from(value);
  if (isDict(value)) return keys(value);
  throw failure(`expected a list, got ${kindOf(value)}`);
}

/**
 * @param {unknown} value
 * @returns {[string, unknown][]}
 */
function toPairs(value) {
  if (isMissing(value)) return [];
  if (!isDict(value)) throw failure(`expected an object, got ${kindOf(value)}`);
  return keys(value).map((name) => [name, value[name]]);
}

module.exports = { compare, isDict, isEqual, isIn, isMissing, isTrue, kindOf, toItems, toPairs, toText };
