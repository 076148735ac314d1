'use strict';
// nunjucks, hardened and taught Jinja; one per isolate.
const nunjucks = require('nunjucks/browser/nunjucks.js');
const { installCompiler } = require('./compiler.cjs');
const { GLOBALS } = require('./globals.cjs');
const { LIST_FILTERS } = require('./list-filters.cjs');
const { TemplateProblem } = require('./problem.cjs');
const { capture, installRuntime } = require('./runtime.cjs');
const { installSyntax } = require('./syntax.cjs');
const { TESTS } = require('./tests.cjs');
const { TEXT_FILTERS } = require('./text-filters.cjs');
const { VALUE_FILTERS } = require('./value-filters.cjs');
const { vet } = require('./vet.cjs');

/** @typedef {Record<string, unknown>} Variables */

nunjucks.installJinjaCompat();
const withTag = installSyntax(nunjucks);
installCompiler(nunjucks);
installRuntime(nunjucks);

const environment = new nunjucks.Environment([], { autoescape: false, dev: true });
environment.addExtension('with', withTag);
environment.filters = Object.assign(Object.create(null), TEXT_FILTERS, LIST_FILTERS, VALUE_FILTERS);
environment.tests = TESTS;
environment.globals = GLOBALS;

/** @param {string} source */
const lineCount = (source) => source.split('\n').length;

/**
 * Gives an error of nunjucks a code and a line of the user's text.
 * @param {any} error
 * @param {'TEMPLATE_SYNTAX' | 'TEMPLATE_RUNTIME'} code
 * @param {string} source
 */
function toProblem(error, code, source) {
  const line = error?.lineno > 0 ? error.lineno : undefined;
  for (let cause = error; cause instanceof Error; cause = /** @type {any} */ (cause.cause)) {
    if (!(cause instanceof TemplateProblem)) continue;
    return new TemplateProblem(cause.code, cause.message, { ...cause.place, line: cause.place.line ?? line });
  }
  const reason = String(error?.message ?? error)
    .replace(/^(?:\(unknown path\)[^\n]*\n\s*|Template render error: |Error: )+/, '')
    .replace(/^parse[A-Z]\w*: /, '');
  const column = error?.colno > 0 ? error.colno : undefined;
  const atEnd = code === 'TEMPLATE_SYNTAX' ? lineCount(source) : undefined;
  return new TemplateProblem(code, reason.slice(0, 500), { line: line ?? atEnd, column });
}

/**
 * @param {string} source
 * @param {(root: any) => void} inspect
 */
function compile(source, inspect) {
  const { parse } = nunjucks.parser;
  try {
    nunjucks.parser.parse = (/** @type {[string, unknown, unknown]} */ ...args) => {
      const root = parse(...args);
      inspect(root);
      vet(root, environment);
      return root;
    };
    return new nunjucks.Template(source, environment, undefined, true);
  } catch (error) {
    throw toProblem(error, 'TEMPLATE_SYNTAX', source);
  } finally {
    nunjucks.parser.parse = parse;
  }
}

/**
 * @param {string} source
 */
const compileTemplate = (source) => compile(source.replace(/\r?\n$/, ''), () => {});

/** What stands before an expression when it is made a template. */
const OPENING = '{{ ';

/**
 * Moves a problem's place from the template that an expression was made to the expression.
 * @param {unknown} error
 * @param {string} source
 */
function placeInExpression(error, source) {
  if (!(error instanceof TemplateProblem)) return error;
  const { line, column, ...place } = error.place;
  const atLine = line === undefined ? {} : { line: Math.min(line, lineCount(source)) };
  const atColumn =
    column === undefined ? {} : { column: line === 1 ? Math.max(1, column - OPENING.length) : column };
  return new TemplateProblem(error.code, error.message, { ...place, ...atLine, ...atColumn });
}

/**
 * A template that prints the expression and nothing else.
 * @param {string} source
 */
function compileExpression(source) {
  const trimmed = source.trim();
  const isBraced = trimmed.startsWith('{{') && trimmed.endsWith('}}');
  try {
    return compile(isBraced ? trimmed : `${OPENING}${source}\n}}`, (root) => {
      const [output, ...others] = root.children;
      const isOne = others.length === 0 && output?.typename === 'Output' && output.children.length === 1;
      if (isOne && output.children[0].typename !== 'TemplateData') return;
      throw new TemplateProblem('TEMPLATE_SYNTAX', 'expected one expression');
    });
  } catch (error) {
    throw isBraced ? error : placeInExpression(error, source);
  }
}

/**
 * @param {any} template
 * @param {string} source
 * @param {Variables} variables
 * @returns {string}
 */
function print(template, source, variables) {
  try {
    return template.render(variables);
  } catch (error) {
    throw toProblem(error, 'TEMPLATE_RUNTIME', source);
  }
}

/**
 * @param {string} source
 * @param {Variables} variables
 */
const render = (source, variables) => print(compileTemplate(source), source, variables);

/**
 * The value of an expression, with its type.
 * @param {string} source
 * @param {Variables} variables
 * @returns {unknown}
 */
function evaluate(source, variables) {
  const template = compileExpression(source);
  let value;
  capture.onValue = (captured) => {
    value = captured;
  };
  try {
    print(template, source, variables);
  } finally {
    capture.onValue = null;
  }
  return value ?? null;
}

module.exports = { compileExpression, compileTemplate, evaluate, render };
