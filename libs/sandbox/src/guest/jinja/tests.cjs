'use strict';
// What may follow `is`.
const { isRelated } = require('./operators.cjs');
const { isDict, isEqual, isIn } = require('./values.cjs');

/** @typedef {(this: any, value: any, other?: any) => boolean} Test */

/** @param {unknown} value */
const isSequence = (value) => typeof value === 'string' || Array.isArray(value);

/**
 * @param {string} operator
 * @returns {Test}
 */
const related = (operator) => (value, other) => isRelated(operator, value, other);

/** @type {Record<string, Test>} */
const TESTS = Object.assign(Object.create(null), {
  defined: (/** @type {unknown} */ value) => value !== undefined,
  undefined: (/** @type {unknown} */ value) => value === undefined,
  none: (/** @type {unknown} */ value) => value === null,
  null: (/** @type {unknown} */ value) => value === null,
  true: (/** @type {unknown} */ value) => value === true,
  false: (/** @type {unknown} */ value) => value === false,
  boolean: (/** @type {unknown} */ value) => typeof value === 'boolean',
  number: (/** @type {unknown} */ value) => typeof value === 'number',
  integer: (/** @type {unknown} */ value) => Number.isInteger(value),
  float: (/** @type {unknown} */ value) => typeof value === 'number' && !Number.isInteger(value),
  string: (/** @type {unknown} */ value) => typeof value === 'string',
  sequence: isSequence,
  iterable: (/** @type {unknown} */ value) => isSequence(value) || isDict(value),
  mapping: isDict,
  callable: (/** @type {unknown} */ value) => typeof value === 'function',
  odd: (/** @type {number} */ value) => Math.abs(value % 2) === 1,
  even: (/** @type {number} */ value) => value % 2 === 0,
  divisibleby: (/** @type {number} */ value, /** @type {number} */ by) => value % by === 0,
  lower: (/** @type {unknown} */ value) => String(value) === String(value).toLowerCase(),
  upper: (/** @type {unknown} */ value) => String(value) === String(value).toUpperCase(),
  truthy: (/** @type {unknown} */ value) => Boolean(value),
  falsy: (/** @type {unknown} */ value) => !value,
  escaped: () => false,
  in: isIn,
  sameas: (/** @type {unknown} */ value, /** @type {unknown} */ other) => value === other,
  eq: isEqual,
  equalto: isEqual,
  ne: related('!='),
  lt: related('<'),
  lessthan: related('<'),
  le: related('<='),
  gt: related('>'),
  greaterthan: related('>'),
  ge: related('>='),
});

TESTS['filter'] = function (name) {
  return Object.hasOwn(this.env.filters, String(name));
};
TESTS['test'] = function (name) {
  return Object.hasOwn(this.env.tests, String(name));
};

module.exports = { TESTS };
