'use strict';
// The functions that compiled templates call.
const { allow, call, markKeywords } = require('./calls.cjs');
const { assign, lookup, lookupMethod, lookupName, slice } = require('./members.cjs');
const { add, concatenate, isRelated, loopItems, modulo, multiply, unpack } = require('./operators.cjs');
const { TemplateProblem } = require('./problem.cjs');
const { isIn, isTrue, toText } = require('./values.cjs');

const MAX_OUTPUT_BYTES = 1024 * 1024;
const PYTHON_NAMES = /** @type {Record<string, unknown>} */ ({ True: true, False: false, None: null });

/** @returns {TemplateProblem} */
const tooLarge = () => new TemplateProblem('TEMPLATE_TOO_LARGE', 'the output is larger than 1 MB');

/** Set while an expression is evaluated, to get at its value before it is printed. */
const capture = { onValue: /** @type {((value: unknown) => void) | null} */ (null) };

/**
 * @param {string} buffer
 * @param {unknown} value
 */
function append(buffer, value) {
  capture.onValue?.(value);
  const text = toText(value);
  if (buffer.length + text.length > MAX_OUTPUT_BYTES) throw tooLarge();
  return buffer + text;
}

/**
 * `a < b <= c`: each operand is evaluated once, and only while all before it hold.
 * @param {unknown} first
 * @param {readonly [string, () => unknown][]} rest
 */
function compareAll(first, rest) {
  let left = first;
  for (const [operator, operand] of rest) {
    const right = operand();
    if (!isRelated(operator, left, right)) return false;
    left = right;
  }
  return true;
}

/** @param {number} index */
const loopCycle = (index) => allow((...values) => values[index % values.length]);

/**
 * Puts our functions into nunjucks' runtime, which compiled templates are handed.
 * @param {any} nunjucks
 */
function installRuntime(nunjucks) {
  const { runtime } = nunjucks;
  const { makeMacro } = runtime;
  Object.assign(runtime, {
    add,
    append,
    assign,
    callWrap: call,
    compareAll,
    concatenate,
    isIn,
    isTrue,
    loopCycle,
    loopItems,
    makeKeywordArgs: markKeywords,
    memberLookup: lookup,
    methodLookup: lookupMethod,
    modulo,
    multiply,
    slice,
    unpack,
    and: (/** @type {unknown} */ left, /** @type {() => unknown} */ right) => (isTrue(left) ? right() : left),
    or: (/** @type {unknown} */ left, /** @type {() => unknown} */ right) => (isTrue(left) ? left : right()),
    suppressValue: toText,
    markSafe: (/** @type {unknown} */ value) => value,
    makeMacro: (/** @type {unknown[]} */ ...parts) => {
      const macro = makeMacro(...parts);
      return allow((...args) => toText(macro(...args).val));
    },
    contextOrFrameLookup: (
      /** @type {any} */ context,
      /** @type {any} */ frame,
      /** @type {string} */ name,
    ) => {
      const local = frame.lookup(name);
      if (local !== undefined) return local;
      if (Object.hasOwn(PYTHON_NAMES, name)) return PYTHON_NAMES[name];
      return lookupName(context.ctx, context.env.globals, name);
    },
  });
}

module.exports = { MAX_OUTPUT_BYTES, capture, installRuntime, tooLarge };
