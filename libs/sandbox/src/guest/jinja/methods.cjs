'use strict';
// The methods of Python's texts, lists and dicts that templates know.
const { failure, guardSize } = require('./problem.cjs');
const { isDict, isEqual, isMissing, toItems, toPairs, toText } = require('./values.cjs');

const RESERVED = ['__proto__', 'constructor', 'prototype'];

/** @typedef {Record<string, { names: readonly string[], run: (self: any, ...args: any[]) => unknown }>} MethodTable */

/**
 * @param {readonly string[]} names
 * @param {(self: any, ...args: any[]) => unknown} run
 */
const method = (names, run) => ({ names, run });

/**
 * @param {string} text
 * @param {unknown} chars
 * @param {'left' | 'right' | 'both'} side
 */
function strip(text, chars, side) {
  const set = isMissing(chars) ? null : Array.from(toText(chars));
  const isStripped = (/** @type {string | undefined} */ char) =>
    char !== undefined && (set === null ? char.trim() === '' : set.includes(char));
  let start = 0;
  let end = text.length;
  if (side !== 'right') while (start < end && isStripped(text[start])) start += 1;
  if (side !== 'left') while (end > start && isStripped(text[end - 1])) end -= 1;
  return text.slice(start, end);
}

/**
 * @param {string} text
 * @param {unknown} separator
 * @param {number} limit
 */
function split(text, separator, limit = -1) {
  const parts = isMissing(separator)
    ? text.trim().split(/\s+/).filter(Boolean)
    : text.split(toText(separator));
  if (limit < 0 || parts.length <= limit + 1) return parts;
  const glue = isMissing(separator) ? ' ' : toText(separator);
  return [...parts.slice(0, limit), parts.slice(limit).join(glue)];
}

/**
 * @param {string} text
 * @param {unknown} from
 * @param {unknown} to
 * @param {number} count
 */
function replace(text, from, to, count = -1) {
  if (count < 0) return text.split(toText(from)).join(toText(to));
  const parts = split(text, toText(from), count);
  return parts.join(toText(to));
}

/** @param {string} text */
const capitalize = (text) => text.charAt(0).toUpperCase() + text.slice(1).toLowerCase();

/** @param {string} text */
const title = (text) => text.replace(/[^\s\-([{<]+/g, capitalize);

/**
 * @param {string} text
 * @param {unknown} parts
 * @param {'startsWith' | 'endsWith'} test
 */
const borders = (text, parts, test) =>
  (Array.isArray(parts) ? parts : [parts]).some((part) => text[test](toText(part)));

/** @type {MethodTable} */
const TEXT = {
  upper: method([], (text) => text.toUpperCase()),
  lower: method([], (text) => text.toLowerCase()),
  title: method([], title),
  capitalize: method([], capitalize),
  swapcase: method([], (text) =>
    Array.from(text, (/** @type {string} */ c) =>
      c === c.toUpperCase() ? c.toLowerCase() : c.toUpperCase(),
    ).join(''),
  ),
  strip: method(['chars'], (text, chars) => strip(text, chars, 'both')),
  lstrip: method(['chars'], (text, chars) => strip(text, chars, 'left')),
  rstrip: method(['chars'], (text, chars) => strip(text, chars, 'right')),
  split: method(['sep', 'maxsplit'], split),
  splitlines: method([], (text) => (text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/))),
  join: method(['items'], (text, items) => toItems(items).map(toText).join(text)),
  replace: method(['old', 'new', 'count'], replace),
  startswith: method(['prefix'], (text, parts) => borders(text, parts, 'startsWith')),
  endswith: method(['suffix'], (text, parts) => borders(text, parts, 'endsWith')),
  find: method(['sub'], (text, part) => text.indexOf(toText(part))),
  rfind: method(['sub'], (text, part) => text.lastIndexOf(toText(part))),
  count: method(['sub'], (text, part) => text.split(toText(part)).length - 1),
  isdigit: method([], (text) => /^\d+$/.test(text)),
  isnumeric: method([], (text) => /^\p{N}+$/u.test(text)),
  isalpha: method([], (text) => /^\p{L}+$/u.test(text)),
  isalnum: method([], (text) => /^[\p{L}\p{N}]+$/u.test(text)),
  isspace: method([], (text) => /^\s+$/.test(text)),
  isupper: method([], (text) => text === text.toUpperCase() && text !== text.toLowerCase()),
  islower: method([], (text) => text === text.toLowerCase() && text !== text.toUpperCase()),
  zfill: method(['width'], (text, width) => text.padStart(guardSize(width), '0')),
  ljust: method(['width', 'fillchar'], (text, width, fill = ' ') => text.padEnd(guardSize(width), fill)),
  rjust: method(['width', 'fillchar'], (text, width, fill = ' ') => text.padStart(guardSize(width), fill)),
};

/**
 * @param {unknown[]} list
 * @param {unknown} item
 */
function positionIn(list, item) {
  const index = list.findIndex((other) => isEqual(other, item));
  if (index < 0) throw failure(`${toText(item).slice(0, 50)} is not in the list`);
  return index;
}

/** @type {MethodTable} */
const LIST = {
  append: method(['item'], (list, item) => void list.push(item)),
  extend: method(['items'], (list, items) => void list.push(...toItems(items))),
  insert: method(['index', 'item'], (list, index, item) => void list.splice(index, 0, item)),
  pop: method(['index'], (list, index = -1) => list.splice(index, 1)[0]),
  remove: method(['item'], (list, item) => void list.splice(positionIn(list, item), 1)),
  index: method(['item'], positionIn),
  count: method(
    ['item'],
    (list, item) => list.filter((/** @type {unknown} */ other) => isEqual(other, item)).length,
  ),
  reverse: method([], (list) => void list.reverse()),
  clear: method([], (list) => void list.splice(0)),
  copy: method([], (list) => list.slice()),
};

/**
 * @param {Record<string, unknown>} dict
 * @param {unknown} key
 * @param {unknown} value
 */
function put(dict, key, value) {
  const name = toText(key);
  if (RESERVED.includes(name)) throw failure(`"${name}" cannot be a key`);
  dict[name] = value;
}

/**
 * @param {Record<string, unknown>} dict
 * @param {unknown} key
 * @param {unknown} [fallback]
 */
function takeOut(dict, key, fallback) {
  const name = toText(key);
  if (!Object.hasOwn(dict, name)) {
    if (fallback === undefined) throw failure(`there is no key "${name.slice(0, 50)}"`);
    return fallback;
  }
  const value = dict[name];
  delete dict[name];
  return value;
}

/** @type {MethodTable} */
const DICT = {
  items: method([], toPairs),
  keys: method([], (dict) => Object.keys(dict)),
  values: method([], (dict) => Object.values(dict)),
  get: method(['key', 'default'], (dict, key, fallback = null) =>
    Object.hasOwn(dict, toText(key)) ? dict[toText(key)] : fallback,
  ),
  has_key: method(['key'], (dict, key) => Object.hasOwn(dict, toText(key))),
  pop: method(['key', 'default'], takeOut),
  setdefault: method(['key', 'default'], (dict, key, fallback = null) => {
    if (!Object.hasOwn(dict, toText(key))) put(dict, key, fallback);
    return dict[toText(key)];
  }),
  update: method(['other'], (dict, other) => {
    for (const [key, value] of toPairs(other)) put(dict, key, value);
  }),
  copy: method([], (dict) => ({ ...dict })),
};

/**
 * @param {unknown} value
 * @returns {MethodTable | null}
 */
function methodsOf(value) {
  if (typeof value === 'string') return TEXT;
  if (Array.isArray(value)) return LIST;
  return isDict(value) ? DICT : null;
}

module.exports = { capitalize, methodsOf, put, replace, strip, title };
