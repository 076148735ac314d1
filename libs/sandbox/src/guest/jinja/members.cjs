'use strict';
// Member access that reaches data and marked functions only: never a prototype.
const { allow, named } = require('./calls.cjs');
const { methodsOf, put } = require('./methods.cjs');
const { failure, forbiddenMember } = require('./problem.cjs');
const { isDict, isMissing, kindOf, toText } = require('./values.cjs');

/** @type {WeakSet<object>} */
const namespaces = new WeakSet();

/**
 * @param {unknown} self
 * @param {string} name
 */
function methodOf(self, name) {
  const table = methodsOf(self);
  if (table === null || !Object.hasOwn(table, name)) return undefined;
  const { names, run } = /** @type {NonNullable<(typeof table)[string]>} */ (table[name]);
  return allow(named(names, (...args) => run(self, ...args)));
}

/**
 * @param {unknown} self
 * @param {unknown} key
 */
function ownData(self, key) {
  if (typeof self === 'string' || Array.isArray(self)) {
    const index = typeof key === 'number' && key < 0 ? self.length + key : key;
    return typeof index === 'number' || (typeof index === 'string' && Object.hasOwn(Object(self), index))
      ? self[/** @type {number} */ (index)]
      : undefined;
  }
  return isDict(self) && Object.hasOwn(self, String(key)) ? self[String(key)] : undefined;
}

/** @param {string} name */
const isDunder = (name) => name.startsWith('__');

/**
 * @param {unknown} self
 * @param {string} name
 */
function refuseInherited(self, name) {
  if (isDunder(name) || name in Object(self)) throw forbiddenMember(name);
  return undefined;
}

/**
 * `self.key` and `self[key]`: data first, then methods.
 * @param {unknown} self
 * @param {unknown} key
 */
function lookup(self, key) {
  const isKey = typeof key === 'string' || typeof key === 'number';
  if (!isKey && typeof key !== 'boolean') return undefined;
  const name = String(key);
  if (typeof self === 'function') throw forbiddenMember(name);
  if (isMissing(self))
    return isDunder(name) || name === 'constructor' ? refuseInherited({}, name) : undefined;
  const data = ownData(self, key);
  if (data !== undefined) return data;
  if (isDict(self) && Object.hasOwn(self, name)) return undefined;
  return methodOf(self, name) ?? refuseInherited(self, name);
}

/**
 * The callee of `self.key(…)`: methods first, so that `order.items()` works on data with a key "items".
 * @param {unknown} self
 * @param {unknown} key
 */
function lookupMethod(self, key) {
  return (typeof key === 'string' ? methodOf(self, key) : undefined) ?? lookup(self, key);
}

/**
 * `self[start:stop:step]` as in Python.
 * @param {unknown} self
 * @param {unknown} start
 * @param {unknown} stop
 * @param {unknown} step
 */
function slice(self, start, stop, step) {
  if (isMissing(self)) return [];
  if (typeof self !== 'string' && !Array.isArray(self)) throw failure(`${kindOf(self)} cannot be sliced`);
  const by = isMissing(step) ? 1 : Number(step);
  if (!Number.isInteger(by) || by === 0) throw failure('a slice cannot have this step');
  const size = self.length;
  const bound = (/** @type {unknown} */ at, /** @type {number} */ otherwise) => {
    if (isMissing(at)) return otherwise;
    const index = Number(at) < 0 ? Number(at) + size : Number(at);
    return Math.max(by > 0 ? 0 : -1, Math.min(by > 0 ? size : size - 1, index));
  };
  const from = bound(start, by > 0 ? 0 : size - 1);
  const to = bound(stop, by > 0 ? size : -1);
  const items = [];
  for (let i = from; by > 0 ? i < to : i > to; i += by) items.push(self[i]);
  return typeof self === 'string' ? items.join('') : items;
}

/**
 * A name without anything before it.
 * @param {Record<string, unknown>} variables
 * @param {Record<string, unknown>} globals
 * @param {string} name
 */
function lookupName(variables, globals, name) {
  if (Object.hasOwn(variables, name)) return variables[name];
  if (Object.hasOwn(globals, name)) return globals[name];
  return refuseInherited({}, name);
}

/** @param {Record<string, unknown>} initial */
function makeNamespace(initial) {
  const space = { ...initial };
  namespaces.add(space);
  return space;
}

/**
 * `{% set self.key = value %}`, which Jinja allows for namespaces only.
 * @param {unknown} self
 * @param {unknown} key
 * @param {unknown} value
 */
function assign(self, key, value) {
  if (!isDict(self) || !namespaces.has(self)) throw failure('only members of a namespace() can be set');
  put(self, toText(key), value);
}

module.exports = { assign, lookup, lookupMethod, lookupName, makeNamespace, slice };
