'use strict';
const { BoxStopped } = require('./box.cjs');
const { checkCode, runCode } = require('./code-job.cjs');
const { runDocument } = require('./document-job.cjs');
const { checkRegex, runRegex } = require('./regex-job.cjs');
const { checkTemplate, runTemplate } = require('./template-job.cjs');

/**
 * What a job ended in; `payload` is the JSON text of its value.
 * @typedef {object} Ending
 * @property {{ ok: boolean, code?: string, details?: object, logs?: string }} outcome
 * @property {string} payload
 * @property {boolean} isSpent Whether this process has had a blow that it should not go on after.
 */

/**
 * @typedef {object} Host
 * @property {import('./boxes.cjs').Boxes} boxes
 * @property {'isolated-vm' | 'quickjs'} engine
 */

const MAX_SOURCE_CHARS = 1_000_000;
const TOO_LONG = 'longer than 1,000,000 characters';

/** @type {Record<string, (host: Host, job: any, input: string) => Promise<Ending>>} */
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
 * Runs one job to its ending; throws only when this process is of no more use.
 * @param {Host} host
 * @param {any} job
 * @param {string} input
 * @returns {Promise<Ending>}
 */
async function runJob(host, job, input) {
  const run = JOBS[job.kind];
  if (run === undefined) throw new Error(`unknown kind of job ${job.kind}`);
  const source = String(job.source ?? '');
  if (source.length > MAX_SOURCE_CHARS) {
    const code = /template|expression/.test(job.kind) ? 'TEMPLATE_SYNTAX' : 'CODE_SYNTAX';
    return { outcome: { ok: false, code, details: { reason: TOO_LONG } }, payload: '', isSpent: false };
  }
  try {
    return await run(host, job, input);
  } catch (error) {
    if (!(error instanceof BoxStopped)) throw error;
    return { outcome: { ok: false, code: error.limit }, payload: '', isSpent: true };
  }
}

module.exports = { runJob };
