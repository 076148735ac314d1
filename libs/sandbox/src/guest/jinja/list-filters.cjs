'use strict';
const { named, inOrder } = require('./calls.cjs');
const { lookup } = require('./members.cjs');
const { failure } = require('./problem.cjs');
const { compare, isDict, isEqual, isMissing, isTrue, toItems, toPairs, toText } = require('./values.cjs');

/** @typedef {(item: unknown) => unknown} Getter */

/**
 * Reads `a.b.0` of an item; none names the item itself.
 * @param {unknown} path
 * @returns {Getter}
 */
function attribute(path) {
  if (isMissing(path)) return (item) => item;
  const parts = toText(path)
    .split('.')
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));
  return (item) => parts.reduce(lookup, item);
}

/** @param {unknown} value */
const folded = (value) => (typeof value === 'string' ? value.toLowerCase() : value);

/**
 * @param {unknown} path
 * @param {unknown} caseSensitive
 * @returns {Getter}
 */
function sortKey(path, caseSensitive) {
  const get = attribute(path);
  return caseSensitive === true ? get : (item) => folded(get(item));
}

/**
 * @param {unknown} value
 * @param {boolean} reverse
 * @param {boolean} caseSensitive
 * @param {unknown} path
 */
function sort(value, reverse = false, caseSensitive = false, path = undefined) {
  const paths = isMissing(path) ? [undefined] : toText(path).split(',');
  const keys = paths.map((one) => sortKey(one, caseSensitive));
  return [...toItems(value)].sort((a, b) => {
    for (const key of keys) {
      const order = compare(key(a), key(b));
      if (order !== 0) return reverse ? -order : order;
    }
    return 0;
  });
}

/**
 * @param {unknown} value
 * @param {boolean} caseSensitive
 * @param {unknown} path
 */
function unique(value, caseSensitive = false, path = undefined) {
  const key = sortKey(path, caseSensitive);
  /** @type {unknown[]} */
  const seen = [];
  return toItems(value).filter((item) => {
    const mine = key(item);
    if (seen.some((other) => isEqual(other, mine))) return false;
    seen.push(mine);
    return true;
  });
}

/**
 * @param {1 | -1} sign
 * @returns {import('./calls.cjs').Callable}
 */
const extreme = (sign) =>
  named(['value', 'case_sensitive', 'attribute'], (value, caseSensitive, path) => {
    const key = sortKey(path, caseSensitive);
    const items = toItems(value);
    if (items.length === 0) return undefined;
    return items.reduce((best, item) => (sign * compare(key(item), key(best)) < 0 ? item : best));
  });

/**
 * Pairs of what the items have in common and the items, sorted, which can also be read by name.
 * @param {unknown} value
 * @param {unknown} path
 * @param {unknown} fallback
 */
function groupby(value, path, fallback = undefined) {
  const get = attribute(path);
  const key = (/** @type {unknown} */ item) => get(item) ?? fallback;
  /** @type {any[]} */
  const groups = [];
  for (const item of [...toItems(value)].sort((a, b) => compare(folded(key(a)), folded(key(b))))) {
    const last = groups[groups.length - 1];
    if (last !== undefined && isEqual(last[0], key(item))) last[1].push(item);
    else groups.push(Object.assign([key(item), [item]], { grouper: key(item) }));
  }
  return groups.map((group) => Object.assign(group, { list: group[1] }));
}

/**
 * `select`, `reject` and their cousins for an attribute of the items.
 * @param {boolean} wanted
 * @param {boolean} byAttribute
 * @returns {import('./calls.cjs').Callable}
 */
const selecting = (wanted, byAttribute) =>
  /** @this {any} */
  function (value, ...args) {
    const get = byAttribute ? attribute(args.shift()) : attribute(null);
    const [name, ...rest] = args;
    const test =
      name === undefined
        ? isTrue
        : (/** @type {unknown} */ item) => this.env.getTest(String(name)).call(this, item, ...rest);
    return toItems(value).filter((item) => test(get(item)) === wanted);
  };

/**
 * `map('upper')` or `map(attribute='name', default='')`.
 * @this {any}
 * @param {unknown} value
 * @param {...unknown} args
 */
function map(value, ...args) {
  const [name, path, fallback] =
    typeof args[0] === 'string' ? [args[0]] : inOrder(['name', 'attribute', 'default'], args);
  if (typeof name !== 'string') {
    const get = attribute(path);
    return toItems(value).map((item) => get(item) ?? fallback);
  }
  const filter = this.env.getFilter(name);
  return toItems(value).map((item) => filter.call(this, item, ...args.slice(1)));
}

/**
 * @param {unknown} value
 * @param {number} size
 * @param {unknown} fill
 */
function batch(value, size, fill = undefined) {
  const items = toItems(value);
  const width = Math.max(1, Math.floor(Number(size)));
  const rows = [];
  for (let i = 0; i < items.length; i += width) rows.push(items.slice(i, i + width));
  const last = rows[rows.length - 1];
  if (last !== undefined && fill !== undefined)
    while (last.length < width && width <= 10_000) last.push(fill);
  return rows;
}

/**
 * @param {unknown} value
 * @param {number} count
 * @param {unknown} fill
 */
function slice(value, count, fill = undefined) {
  const items = toItems(value);
  if (!(count >= 1 && count <= 10_000)) throw failure('slice needs a number from 1 to 10,000');
  const small = Math.floor(items.length / count);
  const extra = items.length % count;
  return Array.from({ length: count }, (_, i) => {
    const start = i * small + Math.min(i, extra);
    const column = items.slice(start, start + small + (i < extra ? 1 : 0));
    return fill !== undefined && extra > 0 && i >= extra ? [...column, fill] : column;
  });
}

/**
 * @param {unknown} value
 * @param {boolean} caseSensitive
 * @param {string} by
 * @param {boolean} reverse
 */
function dictsort(value, caseSensitive = false, by = 'key', reverse = false) {
  return sort(toPairs(value), reverse, caseSensitive, by === 'value' ? '1' : '0');
}

/**
 * @param {unknown} value
 * @param {unknown} path
 * @param {number} start
 */
const sum = (value, path = undefined, start = 0) =>
  toItems(value)
    .map(attribute(path))
    .reduce((total, item) => Number(total) + Number(item), start);

/** @param {unknown} value */
const length = (value) =>
  typeof value === 'string'
    ? value.length
    : isDict(value)
      ? Object.keys(value).length
      : toItems(value).length;

/** @type {Record<string, import('./calls.cjs').Callable>} */
const LIST_FILTERS = {
  attr: named(['value', 'name'], (value, name) => lookup(value, toText(name))),
  batch: named(['value', 'linecount', 'fill_with'], batch),
  count: named([], length),
  dictsort: named(['value', 'case_sensitive', 'by', 'reverse'], dictsort),
  first: named([], (value) => toItems(value)[0]),
  groupby: named(['value', 'attribute', 'default'], groupby),
  items: named([], toPairs),
  join: named(['value', 'd', 'attribute'], (value, glue = '', path) =>
    toItems(value).map(attribute(path)).map(toText).join(toText(glue)),
  ),
  last: named([], (value) => toItems(value).at(-1)),
  length: named([], length),
  list: named([], (value) => [...toItems(value)]),
  map,
  max: extreme(-1),
  min: extreme(1),
  random: named([], (value) => toItems(value)[Math.floor(Math.random() * toItems(value).length)]),
  reject: selecting(false, false),
  rejectattr: selecting(false, true),
  reverse: named([], (value) => {
    const reversed = [...toItems(value)].reverse();
    return typeof value === 'string' ? reversed.join('') : reversed;
  }),
  select: selecting(true, false),
  selectattr: selecting(true, true),
  slice: named(['value', 'slices', 'fill_with'], slice),
  sort: named(['value', 'reverse', 'case_sensitive', 'attribute'], sort),
  sum: named(['value', 'attribute', 'start'], sum),
  unique: named(['value', 'case_sensitive', 'attribute'], unique),
};

module.exports = { LIST_FILTERS };
