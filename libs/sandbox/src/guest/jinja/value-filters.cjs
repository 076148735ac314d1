'use strict';
const { named } = require('./calls.cjs');
const { isTrue } = require('./values.cjs');

/**
 * @param {unknown} value
 * @param {unknown} fallback
 * @param {boolean} forFalse
 */
const orDefault = (value, fallback = '', forFalse = false) =>
  value === undefined || (forFalse && !isTrue(value)) ? fallback : value;

/**
 * Halves go to the even neighbour, as Python rounds.
 * @param {number} value
 */
function toEven(value) {
  const floor = Math.floor(value);
  const isHalf = Math.abs(value - floor - 0.5) < 1e-9;
  return isHalf ? floor + (floor % 2 === 0 ? 0 : 1) : Math.round(value);
}

/**
 * @param {unknown} value
 * @param {number} precision
 * @param {string} method
 */
function round(value, precision = 0, method = 'common') {
  const factor = 10 ** Math.max(-300, Math.min(300, Number(precision)));
  const scaled = Number(value) * factor;
  if (method === 'ceil') return Math.ceil(scaled) / factor;
  return (method === 'floor' ? Math.floor(scaled) : toEven(scaled)) / factor;
}

/**
 * @param {unknown} value
 * @param {unknown} fallback
 * @param {number} base
 */
function toInteger(value, fallback = 0, base = 10) {
  const text = String(value).trim().replace(/_/g, '');
  const number = base === 10 ? Math.trunc(Number(text === '' ? NaN : text)) : parseInt(text, base);
  return Number.isFinite(number) ? number : fallback;
}

/**
 * @param {unknown} value
 * @param {unknown} fallback
 */
function toFloat(value, fallback = 0) {
  const number = typeof value === 'string' && value.trim() === '' ? NaN : Number(value);
  return Number.isNaN(number) ? fallback : number;
}

/** @type {Record<string, import('./calls.cjs').Callable>} */
const VALUE_FILTERS = {
  abs: named([], (value) => Math.abs(Number(value))),
  d: named(['value', 'default_value', 'boolean'], orDefault),
  default: named(['value', 'default_value', 'boolean'], orDefault),
  float: named(['value', 'default'], toFloat),
  int: named(['value', 'default', 'base'], toInteger),
  round: named(['value', 'precision', 'method'], round),
};

module.exports = { VALUE_FILTERS };
