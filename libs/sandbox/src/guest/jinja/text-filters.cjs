'use strict';
const { named } = require('./calls.cjs');
const { formatText } = require('./format.cjs');
const { capitalize, replace, strip, title } = require('./methods.cjs');
const { guardSize } = require('./problem.cjs');
const { isDict, isMissing, toPairs, toText } = require('./values.cjs');

const ENTITIES = /** @type {Record<string, string>} */ ({
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&#34;',
  "'": '&#39;',
});

/** @param {unknown} value */
const escape = (value) => toText(value).replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);

/**
 * @param {unknown} value
 * @param {number} width
 */
function center(value, width = 80) {
  const text = toText(value);
  const missing = Math.max(0, guardSize(width) - text.length);
  const left = Math.floor(missing / 2);
  return ' '.repeat(left) + text + ' '.repeat(missing - left);
}

/**
 * @param {unknown} value
 * @param {unknown} width
 * @param {boolean} first
 * @param {boolean} blank
 */
function indent(value, width = 4, first = false, blank = false) {
  const prefix = typeof width === 'string' ? width : ' '.repeat(Math.min(1000, Number(width)));
  const lines = toText(value).split('\n');
  return lines
    .map((line, i) => ((i === 0 && !first) || (line === '' && !blank) ? line : prefix + line))
    .join('\n');
}

/**
 * @param {unknown} value
 * @param {number} length
 * @param {boolean} killwords
 * @param {string} end
 * @param {number} leeway
 */
function truncate(value, length = 255, killwords = false, end = '...', leeway = 5) {
  const text = toText(value);
  if (text.length <= length + leeway) return text;
  const cut = text.slice(0, Math.max(0, length - end.length));
  if (killwords) return cut + end;
  const space = cut.lastIndexOf(' ');
  return (space < 0 ? cut : cut.slice(0, space)) + end;
}

/**
 * @param {string} line
 * @param {number} width
 */
function wrapLine(line, width) {
  const lines = [];
  let current = '';
  for (const word of line.split(' ')) {
    let rest = word;
    if (current !== '' && current.length + 1 + rest.length > width) {
      lines.push(current);
      current = '';
    }
    for (; rest.length > width; rest = rest.slice(width)) lines.push(rest.slice(0, width));
    current = current === '' ? rest : `${current} ${rest}`;
  }
  lines.push(current);
  return lines;
}

/**
 * @param {unknown} value
 * @param {number} width
 */
const wordwrap = (value, width = 79) =>
  toText(value)
    .split('\n')
    .flatMap((line) => wrapLine(line, Math.max(1, width)))
    .join('\n');

/** @param {unknown} value */
function urlencode(value) {
  if (!isDict(value) && !Array.isArray(value)) return encodeURIComponent(toText(value)).replace(/%2F/g, '/');
  const pairs = /** @type {unknown[][]} */ (isDict(value) ? toPairs(value) : value);
  return pairs.map((pair) => pair.map((part) => encodeURIComponent(toText(part))).join('=')).join('&');
}

/** @param {unknown} value */
const striptags = (value) =>
  toText(value)
    .replace(/<!--[^]*?-->|<[^>]*>/g, '')
    .replace(/\s+/g, ' ')
    .trim();

/**
 * @param {number} bytes
 * @param {boolean} binary
 */
function filesizeformat(bytes, binary = false) {
  const base = binary ? 1024 : 1000;
  const units = binary ? ['KiB', 'MiB', 'GiB', 'TiB', 'PiB'] : ['kB', 'MB', 'GB', 'TB', 'PB'];
  const size = Number(bytes);
  if (size === 1) return '1 Byte';
  if (size < base) return `${size} Bytes`;
  const power = Math.min(units.length, Math.floor(Math.log(size) / Math.log(base)));
  return `${(size / base ** power).toFixed(1)} ${units[power - 1]}`;
}

/** @param {Record<string, unknown>} attributes */
const xmlattr = (attributes) =>
  toPairs(attributes)
    .filter(([, value]) => !isMissing(value))
    .map(([name, value]) => ` ${name}="${escape(value)}"`)
    .join('');

/** @param {unknown} value */
const urlize = (value) =>
  toText(value).replace(
    /https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)]/g,
    (url) => `<a href="${url}" rel="noopener">${url}</a>`,
  );

/**
 * Plain JSON; unlike Jinja's, `<` and letters beyond ASCII are left as they are.
 * @param {unknown} value
 * @param {number} [spaces]
 */
const tojson = (value, spaces) => JSON.stringify(value ?? null, null, spaces);

/** @type {Record<string, import('./calls.cjs').Callable>} */
const TEXT_FILTERS = {
  capitalize: named([], (value) => capitalize(toText(value))),
  center: named(['width'], center),
  e: named([], escape),
  escape: named([], escape),
  forceescape: named([], escape),
  filesizeformat: named(['binary'], filesizeformat),
  format: (value, ...args) => formatText(toText(value), args),
  fromjson: named([], (value) => JSON.parse(toText(value))),
  indent: named(['value', 'width', 'first', 'blank'], indent),
  lower: named([], (value) => toText(value).toLowerCase()),
  nl2br: named([], (value) => toText(value).replace(/\r?\n/g, '<br />\n')),
  pprint: named([], (value) => (typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? ''))),
  replace: named(['value', 'old', 'new', 'count'], (value, from, to, count) =>
    replace(toText(value), from, to, count ?? -1),
  ),
  safe: named([], toText),
  string: named([], toText),
  striptags: named([], striptags),
  title: named([], (value) => title(toText(value).toLowerCase())),
  tojson: named(['value', 'indent'], tojson),
  dump: named(['value', 'spaces'], tojson),
  trim: named(['value', 'chars'], (value, chars) => strip(toText(value), chars, 'both')),
  truncate: named(['value', 'length', 'killwords', 'end', 'leeway'], truncate),
  upper: named([], (value) => toText(value).toUpperCase()),
  urlencode: named([], urlencode),
  urlize: named([], urlize),
  wordcount: named([], (value) => (toText(value).match(/[\p{L}\p{N}_]+/gu) ?? []).length),
  wordwrap: named(['value', 'width'], wordwrap),
  xmlattr: named([], xmlattr),
};

module.exports = { TEXT_FILTERS };
