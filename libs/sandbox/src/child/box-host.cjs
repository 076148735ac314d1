'use strict';
const { Boxes } = require('./boxes.cjs');
const { checkCode, runCode } = require('./code-job.cjs');
const { runDocument } = require('./document-job.cjs');
const { loadEngine } = require('./load-engine.cjs');
const { checkRegex, runRegex } = require('./regex-job.cjs');
const { checkTemplate, runTemplate } = require('./template-job.cjs');

/**
 * What jobs in boxes need.
 * @typedef {object} BoxHost
 * @property {Boxes} boxes
 * @property {'isolated-vm' | 'quickjs'} engine
 */

/** @type {Readonly<Record<string, (host: BoxHost, job: any, input: string) => Promise<import('./run-job.cjs').Ending>>>} */
const JOBS = {
  code: runCode,
  template: runTemplate,
  expression: runTemplate,
  regex: runRegex,
  document: runDocument,
  'check-javascript': checkCode,
  'check-template': checkTemplate,
  'check-expression': checkTemplate,
  'check-regex': checkRegex,
};

/**
 * Makes this process one that runs JavaScript, templates, expressions and patterns, and reads documents.
 * @param {string} choice
 * @param {number} memoryMb Heap of the boxes that are made ahead.
 * @returns {Promise<import('./run-job.cjs').Host>}
 */
async function openBoxHost(choice, memoryMb) {
  const { maker, reason } = await loadEngine(choice);
  const host = { boxes: new Boxes(maker, memoryMb), engine: maker.name };
  const jobs = Object.entries(JOBS).map(([kind, run]) => [
    kind,
    (/** @type {any} */ job, /** @type {string} */ input) => run(host, job, input),
  ]);
  return {
    engine: maker.name,
    reason,
    jobs: Object.fromEntries(jobs),
    replenish: () => host.boxes.replenish(),
  };
}

module.exports = { openBoxHost };
