'use strict';

/** @typedef {import('./run-job.cjs').Ending} Ending */

/** Of the JSON text that code returns. */
const MAX_RESULT_BYTES = 5 * 1024 * 1024;

/**
 * @param {string} code
 * @param {object} [details]
 * @returns {Ending}
 */
const failed = (code, details = {}) => ({
  outcome: { ok: false, code, details },
  payload: '',
  isSpent: false,
});

/** @param {string} source */
const lineCount = (source) => source.split('\n').length;

module.exports = { failed, lineCount, MAX_RESULT_BYTES };
