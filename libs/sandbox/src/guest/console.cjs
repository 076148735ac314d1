'use strict';
// Runs inside the isolate: what the code prints is kept as JSON text, piece by piece, out of the code's reach.

const { toJsonText } = require('./json-text.cjs');
const { stringify } = JSON;

const MAX_LINES = 200;
const MAX_LINE_CHARS = 2000;

/** @param {unknown} value */
function printed(value) {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return `${typeof value === 'symbol' ? 'Symbol' : value}`;
  if (value instanceof Error) return `${value}`;
  const { text, problem } = toJsonText(value, { maxDepth: 20, maxChars: MAX_LINE_CHARS });
  return problem === null ? text : `[${problem.found ?? 'object'}]`;
}

/** Installs `console` and returns how to read the printed lines, as the text of a JSON array. */
function installConsole() {
  let lines = '';
  let count = 0;

  /** @param {unknown[]} values */
  const print = (...values) => {
    if (count >= MAX_LINES) return;
    let line = '';
    for (let i = 0; i < values.length; i += 1) line += (i === 0 ? '' : ' ') + printed(values[i]);
    lines += (count === 0 ? '' : ',') + stringify(line.slice(0, MAX_LINE_CHARS));
    count += 1;
  };
  Object.defineProperty(globalThis, 'console', {
    value: { log: print, info: print, warn: print, error: print, debug: print },
    writable: true,
    configurable: true,
  });
  return () => `[${lines}]`;
}

module.exports = { installConsole };
