'use strict';
// Python's printf-style formatting: `"%s: %.2f" % [name, price]` and the filter `format`.
const { failure } = require('./problem.cjs');
const { isDict, toText } = require('./values.cjs');

const DIRECTIVE = /%(?:\((\w+)\))?([-+ 0#]*)(\d*)(?:\.(\d+))?([sdifeEgGxXocr%])/g;
const MAX_WIDTH = 1000;

/**
 * @param {unknown} value
 * @param {string} type
 * @param {number | undefined} precision
 */
function convert(value, type, precision) {
  switch (type) {
    case 's':
    case 'r':
    case 'c':
      return precision === undefined ? toText(value) : toText(value).slice(0, precision);
    case 'd':
    case 'i':
      return String(Math.trunc(numeric(value)));
    case 'f':
      return numeric(value).toFixed(precision ?? 6);
    case 'e':
    case 'E':
      return numeric(value).toExponential(precision ?? 6);
    case 'g':
    case 'G':
      return String(Number(numeric(value).toPrecision(precision || 6)));
    case 'o':
      return Math.trunc(numeric(value)).toString(8);
    default:
      return Math.trunc(numeric(value)).toString(16);
  }
}

/** @param {unknown} value */
function numeric(value) {
  const number = Number(value);
  if (Number.isNaN(number)) throw failure(`format: ${toText(value).slice(0, 50)} is not a number`);
  return number;
}

/**
 * @param {string} text
 * @param {string} flags
 * @param {number} width
 */
function pad(text, flags, width) {
  if (flags.includes('-')) return text.padEnd(width);
  if (!flags.includes('0')) return text.padStart(width);
  const sign = /^[+-]/.test(text) ? text.charAt(0) : '';
  return sign + text.slice(sign.length).padStart(width - sign.length, '0');
}

/**
 * @param {string} template
 * @param {unknown[]} args
 */
function formatText(template, args) {
  let next = 0;
  return template.replace(DIRECTIVE, (_all, name, flags, width, precision, type) => {
    if (type === '%') return '%';
    const value =
      name === undefined
        ? args[next++]
        : isDict(args[0]) && Object.hasOwn(args[0], name)
          ? args[0][name]
          : undefined;
    const digits = precision === undefined ? undefined : Math.min(100, Number(precision));
    const text = convert(value, type, digits);
    const signed =
      flags.includes('+') && 'dieEfgG'.includes(type) && !text.startsWith('-') ? `+${text}` : text;
    const padded = pad(signed, flags, Math.min(MAX_WIDTH, Number(width || 0)));
    return type === 'X' || type === 'E' || type === 'G' ? padded.toUpperCase() : padded;
  });
}

module.exports = { formatText };
