'use strict';
// Looks through a parsed template before it becomes JavaScript. nunjucks pastes names into its output unchecked
// (`{{ a"^b`c`^" }}` is code), so every name is checked here; what may not be used at all is refused here too.
const { TemplateProblem, forbiddenMember } = require('./problem.cjs');

/** @typedef {any} Node */
/** @typedef {{ filters: Record<string, unknown>, tests: Record<string, unknown> }} Known */

const NAME = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;
const FILTER_NAME = /^[\p{L}_][\p{L}\p{N}_.]*$/u;

const REFUSED = /** @type {Record<string, string>} */ ({
  Include: 'include',
  Extends: 'extends',
  Import: 'import',
  FromImport: 'import',
  AsyncEach: 'asyncEach',
  AsyncAll: 'asyncAll',
  IfAsync: 'ifAsync',
  CallExtension: 'extension',
  CallExtensionAsync: 'extension',
});

/** @param {Node} node */
const placeOf = (node) =>
  typeof node.lineno === 'number' ? { line: node.lineno + 1, column: (node.colno ?? 0) + 1 } : {};

/**
 * @param {Node} node
 * @param {string} reason
 */
const syntax = (node, reason) => new TemplateProblem('TEMPLATE_SYNTAX', reason, placeOf(node));

/** @param {Node} node */
function checkName(node) {
  if (node?.typename !== 'Symbol' || !NAME.test(node.value)) throw syntax(node ?? {}, 'expected a name');
}

/** @param {Node} node */
function checkMember(node) {
  const name = node.val?.typename === 'Literal' ? node.val.value : null;
  if (typeof name === 'string' && name.startsWith('__')) throw forbiddenMember(name, node.lineno + 1);
}

/** @param {Node} node */
function checkCall(node) {
  const callee = node.name;
  const name =
    callee?.typename === 'LookupVal' && callee.val?.typename === 'Literal' ? callee.val.value : null;
  if (name === 'constructor') throw forbiddenMember(name, callee.lineno + 1);
}

/** @param {Node} node */
function checkMacro(node) {
  if (node.typename === 'Macro') checkName(node.name);
  for (const arg of node.args.children) {
    if (arg.typename === 'KeywordArgs' || arg.typename === 'Dict')
      for (const pair of arg.children) checkName(pair.key);
    else checkName(arg);
  }
}

/** @param {Node} node */
function checkTargets(node) {
  for (const target of node.targets.children ?? node.targets) {
    const isMember = node.typename === 'Set' && target.typename === 'LookupVal' && node.targets.length === 1;
    if (!isMember) checkName(target);
  }
}

/** @param {Node} node */
function checkLoop(node) {
  const names = node.name.typename === 'Array' ? node.name.children : [node.name];
  for (const name of names) checkName(name);
}

/** @type {Record<string, (node: Node, known: Known) => void>} */
const CHECKS = {
  Symbol: (node) => {
    if (!NAME.test(node.value)) throw syntax(node, `"${String(node.value).slice(0, 40)}" is not a name`);
  },
  Literal: (node) => {
    if (!(node.value instanceof RegExp)) return;
    throw new TemplateProblem(
      'TEMPLATE_NOT_ALLOWED',
      'patterns are not available in templates',
      placeOf(node),
    );
  },
  LookupVal: checkMember,
  FunCall: checkCall,
  Macro: checkMacro,
  Caller: checkMacro,
  For: checkLoop,
  Set: checkTargets,
  JinjaWith: checkTargets,
  Block: (node) => checkName(node.name),
  Filter: (node, known) => {
    const name = String(node.name.value);
    if (!FILTER_NAME.test(name) || !Object.hasOwn(known.filters, name))
      throw syntax(node, `there is no filter "${name}"`);
  },
  JinjaTest: (node, known) => {
    const name = String(node.name.value);
    if (!Object.hasOwn(known.tests, name)) throw syntax(node, `there is no test "${name}"`);
  },
  Is: (node) => {
    throw syntax(node, 'expected the name of a test after "is"');
  },
};

/** @param {Node} node */
function childrenOf(node) {
  const fields = node.fields.map((/** @type {string} */ field) => node[field]);
  return [...(node.children ?? []), ...fields].flat().filter((child) => typeof child?.typename === 'string');
}

/**
 * Refuses what a template may not hold.
 * @param {Node} root
 * @param {Known} known
 */
function vet(root, known) {
  const pending = [root];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const refused = REFUSED[node.typename];
    if (refused !== undefined) {
      throw new TemplateProblem(
        'TEMPLATE_NOT_ALLOWED',
        `the tag "${refused}" is not available in templates`,
        placeOf(node),
      );
    }
    CHECKS[node.typename]?.(node, known);
    for (const child of childrenOf(node).reverse()) pending.push(child);
  }
}

module.exports = { vet };
