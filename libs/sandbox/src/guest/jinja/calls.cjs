'use strict';
// The only functions that a template may call are those marked here.
const { TemplateProblem, failure } = require('./problem.cjs');

/** @typedef {(...args: any[]) => unknown} Callable */

/** @type {WeakSet<Function>} */
const allowed = new WeakSet();
/** @type {WeakSet<object>} */
const keywords = new WeakSet();

/**
 * @template {Callable} F
 * @param {F} fn
 * @returns {F}
 */
function allow(fn) {
  allowed.add(fn);
  return fn;
}

/** @param {Record<string, unknown>} named */
function markKeywords(named) {
  keywords.add(named);
  // nunjucks' own macros look for this mark.
  named['__keywords'] = true;
  return named;
}

/**
 * Puts arguments that were given by name into their places.
 * @param {readonly string[]} names
 * @param {unknown[]} args
 */
function inOrder(names, args) {
  const last = args[args.length - 1];
  if (typeof last !== 'object' || last === null || !keywords.has(last)) return args;
  const placed = args.slice(0, -1);
  for (const [name, value] of Object.entries(last)) {
    if (name === '__keywords') continue;
    const index = names.indexOf(name);
    if (index < 0) throw failure(`unexpected argument "${name}"`);
    placed[index] = value;
  }
  return placed;
}

/**
 * A function whose arguments may be named.
 * @param {readonly string[]} names
 * @param {(this: any, ...args: any[]) => unknown} fn
 * @returns {Callable}
 */
function named(names, fn) {
  /** @this {unknown} */
  return function (...args) {
    return fn.apply(this, inOrder(names, args));
  };
}

/**
 * What a call in a template becomes.
 * @param {unknown} fn
 * @param {string} name
 * @param {unknown} context
 * @param {unknown[]} args
 */
function call(fn, name, context, args) {
  if (typeof fn !== 'function') throw failure(`"${name}" cannot be called`);
  if (!allowed.has(fn))
    throw new TemplateProblem('TEMPLATE_NOT_ALLOWED', `"${name}" may not be called`, { member: name });
  return fn.apply(context, args);
}

module.exports = { allow, call, inOrder, markKeywords, named };
