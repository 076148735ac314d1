'use strict';
const { readFileSync } = require('node:fs');
const path = require('node:path');

const GUEST_DIR = path.join(__dirname, '..', 'guest');

const JINJA = [
  'problem',
  'values',
  'calls',
  'format',
  'methods',
  'members',
  'operators',
  'runtime',
  'syntax',
  'vet',
  'compiler',
  'globals',
  'tests',
  'text-filters',
  'list-filters',
  'value-filters',
  'environment',
].map((name) => `jinja/${name}.cjs`);

const PYTHON = ['text-codecs', 'random-bytes', 'memory-cap', 'printed-lines', 'shell', 'python'].map(
  (name) => `python/${name}.cjs`,
);

/** The files of each entry; in the isolate they find each other by their last name. */
const BUNDLES = {
  code: ['close-doors.cjs', 'json-text.cjs', 'describe-thrown.cjs', 'console.cjs', 'code.cjs'],
  template: ['close-doors.cjs', 'json-text.cjs', 'nunjucks/browser/nunjucks.js', ...JINJA, 'template.cjs'],
  python: PYTHON,
};

/** @typedef {keyof typeof BUNDLES} GuestKind */
/** @typedef {Exclude<GuestKind, 'python'>} BoxKind */

/** @param {string} file */
const locate = (file) => (file.startsWith('nunjucks/') ? require.resolve(file) : path.join(GUEST_DIR, file));

/**
 * One script that holds an entry and its modules and evaluates to what the entry exports.
 * @param {GuestKind} kind
 */
function buildGuestSource(kind) {
  const modules = BUNDLES[kind].map((file) => {
    const text = readFileSync(locate(file), 'utf8');
    return `${JSON.stringify(path.basename(file))}: function (module, exports, require) {${text}\n}`;
  });
  return `(function () {
    const sources = { ${modules.join(',\n')} };
    const loaded = Object.create(null);
    function require(name) {
      const file = name.slice(name.lastIndexOf('/') + 1);
      if (loaded[file] === undefined) {
        const module = { exports: {} };
        loaded[file] = module;
        sources[file].call(globalThis, module, module.exports, require);
      }
      return loaded[file].exports;
    }
    return require('${kind}.cjs');
  })()`;
}

/** @type {Map<GuestKind, string>} */
const built = new Map();

/** @param {GuestKind} kind */
function guestSource(kind) {
  const known = built.get(kind);
  if (known !== undefined) return known;
  const source = buildGuestSource(kind);
  built.set(kind, source);
  return source;
}

module.exports = { guestSource };
