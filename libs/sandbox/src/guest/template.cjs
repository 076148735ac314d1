'use strict';
// Runs inside the isolate: the entry for templates and expressions.

require('./close-doors.cjs');
const { toJsonText } = require('./json-text.cjs');
const { TemplateProblem } = require('./jinja/problem.cjs');
const { compileExpression, compileTemplate, evaluate, render } = require('./jinja/environment.cjs');

const LIMITS = { maxDepth: 100, maxChars: 5 * 1024 * 1024 };

/** `P` while it runs; then `R` and the result's JSON, or `E` and the JSON of what went wrong. */
let state = 'P';

/** @type {Record<string, (source: string, input: string) => unknown>} */
const OPERATIONS = {
  template: (source, input) => render(source, JSON.parse(input)),
  expression: (source, input) => evaluate(source, JSON.parse(input)),
  'check-template': (source) => void compileTemplate(source),
  'check-expression': (source) => void compileExpression(source),
};

/** @param {unknown} error */
function failureOf(error) {
  if (error instanceof TemplateProblem) return { code: error.code, reason: error.message, ...error.place };
  const reason = error instanceof Error ? `${error.name}: ${error.message}` : 'unknown failure';
  return { code: 'TEMPLATE_RUNTIME', reason: reason.slice(0, 500) };
}

/**
 * @param {string} operation
 * @param {string} [source]
 * @param {string} [input]
 */
module.exports = (operation, source = '', input = '') => {
  if (operation === 'state') return state;
  if (operation === 'logs') return '[]';
  state = 'P';
  try {
    const { text, problem } = toJsonText(OPERATIONS[operation]?.(source, input) ?? null, LIMITS);
    state = problem === null ? `R${text}` : `E${JSON.stringify(problem)}`;
  } catch (error) {
    state = `E${JSON.stringify(failureOf(error))}`;
  }
  return '';
};
