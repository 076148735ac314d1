'use strict';
const { BoxStopped } = require('./box.cjs');

/**
 * What a job ended in; `payload` is the JSON text of its value.
 * @typedef {object} Ending
 * @property {{ ok: boolean, code?: string, details?: object, logs?: string }} outcome
 * @property {string} payload
 * @property {boolean} isSpent Whether this process has had a blow that it should not go on after.
 */

/** @typedef {(job: any, input: string) => Promise<Ending>} JobRunner */

/**
 * What this process can do.
 * @typedef {object} Host
 * @property {string} engine
 * @property {string} reason Why it is not the best engine, if so.
 * @property {Readonly<Record<string, JobRunner>>} jobs By kind.
 * @property {() => void | Promise<void>} replenish Prepares for the next job, when this one has been answered.
 */

const MAX_SOURCE_CHARS = 1_000_000;
const TOO_LONG = 'longer than 1,000,000 characters';

/**
 * Runs one job to its ending; throws only when this process is of no more use.
 * @param {Host} host
 * @param {any} job
 * @param {string} input
 * @returns {Promise<Ending>}
 */
async function runJob(host, job, input) {
  const run = host.jobs[job.kind];
  if (run === undefined) throw new Error(`unknown kind of job ${job.kind}`);
  const source = String(job.source ?? '');
  if (source.length > MAX_SOURCE_CHARS) {
    const code = /template|expression/.test(job.kind) ? 'TEMPLATE_SYNTAX' : 'CODE_SYNTAX';
    return { outcome: { ok: false, code, details: { reason: TOO_LONG } }, payload: '', isSpent: false };
  }
  try {
    return await run(job, input);
  } catch (error) {
    if (!(error instanceof BoxStopped)) throw error;
    return { outcome: { ok: false, code: error.limit }, payload: '', isSpent: true };
  }
}

module.exports = { runJob };
