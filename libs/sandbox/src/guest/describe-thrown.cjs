'use strict';
// Runs inside the isolate: reading a thrown value may run users' code (getters), so it must happen under the clock.

const { stringify } = JSON;
const text = String;
const BaseError = Error;

/** @param {unknown} value */
function asText(value) {
  return typeof value === 'string' ? value : '';
}

/**
 * @param {unknown} value
 * @returns {string}
 */
function show(value) {
  if (typeof value === 'string') return stringify(value.slice(0, 200));
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'object' && value !== null) return 'an object that is not an Error';
  return typeof value === 'bigint' ? `${value}n` : text(value);
}

/**
 * Says in one line what was thrown, with the stack that tells where.
 * @param {unknown} thrown
 * @returns {{ reason: string, stack: string }}
 */
function describeThrown(thrown) {
  try {
    if (thrown instanceof BaseError) {
      const name = asText(thrown.name) || 'Error';
      const message = asText(thrown.message);
      const reason = message === '' ? name : `${name}: ${message}`;
      return { reason: reason.slice(0, 1000), stack: asText(thrown.stack).slice(0, 4000) };
    }
    return { reason: `the code threw ${show(thrown)}`, stack: '' };
  } catch {
    return { reason: 'the code threw an object that cannot be read', stack: '' };
  }
}

module.exports = { describeThrown };
