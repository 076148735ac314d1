'use strict';
// The functions that templates can call by name.
const { allow, named } = require('./calls.cjs');
const { makeNamespace } = require('./members.cjs');
const { TemplateProblem, failure, grouped } = require('./problem.cjs');
const { toText } = require('./values.cjs');

const MAX_RANGE = 10_000;

/**
 * @param {number} a
 * @param {number} [b]
 * @param {number} [by]
 */
function range(a, b, by = 1) {
  const [start, stop] = b === undefined ? [0, Number(a)] : [Number(a), Number(b)];
  const step = Number(by);
  if (!Number.isFinite(start) || !Number.isFinite(stop) || !Number.isInteger(step) || step === 0) {
    throw failure('range needs whole numbers, and a step other than 0');
  }
  const size = Math.max(0, Math.ceil((stop - start) / step));
  if (size > MAX_RANGE) {
    throw new TemplateProblem(
      'TEMPLATE_TOO_LARGE',
      `range of ${grouped(size)} items; at most 10,000 are possible`,
    );
  }
  return Array.from({ length: size }, (_, i) => start + i * step);
}

/** @param {unknown[]} items */
function cycler(...items) {
  let index = 0;
  const state = {
    current: items[0],
    next: allow(() => {
      const item = items[index % items.length];
      index += 1;
      state.current = items[index % items.length];
      return item;
    }),
    reset: allow(() => {
      index = 0;
      state.current = items[0];
    }),
  };
  return state;
}

/** @param {unknown} [separator] */
function joiner(separator = ', ') {
  let isFirst = true;
  return allow(() => {
    if (!isFirst) return toText(separator);
    isFirst = false;
    return '';
  });
}

/**
 * Objects are built of named arguments.
 * @param {unknown[]} args
 */
function ownArguments(args) {
  const built = /** @type {Record<string, unknown>} */ ({});
  for (const part of args) {
    for (const [key, value] of Object.entries(Object(part))) {
      if (key !== '__keywords' && key !== '__proto__') built[key] = value;
    }
  }
  return built;
}

/** @type {Record<string, import('./calls.cjs').Callable>} */
const GLOBALS = Object.assign(Object.create(null), {
  range: allow(named(['start', 'stop', 'step'], range)),
  cycler: allow(cycler),
  joiner: allow(named(['sep'], joiner)),
  dict: allow((...args) => ownArguments(args)),
  namespace: allow((...args) => makeNamespace(ownArguments(args))),
});

module.exports = { GLOBALS };
