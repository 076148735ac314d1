'use strict';
const { DocumentProblem } = require('./document/document-problem.cjs');

/** @typedef {import('./box-host.cjs').BoxHost} Host */
/** @typedef {import('./run-job.cjs').Ending} Ending */
/**
 * @typedef {object} DocumentJob
 * @property {'json' | 'yaml' | 'csv' | 'html'} format What the text is.
 * @property {'data' | 'json' | 'yaml' | 'csv'} to
 * @property {string} [url]
 * @property {boolean} [hasHeader]
 */

const MAX_RESULT_BYTES = 5 * 1024 * 1024;

/** @param {string} text */
function readJson(text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new DocumentProblem('DOC_CORRUPT', {
      format: 'JSON',
      reason: /** @type {Error} */ (error).message,
    });
  }
}

/**
 * Parsers are read when they are first needed: most children never are.
 * @type {Record<DocumentJob['format'], (text: string, job: DocumentJob) => unknown>}
 */
const READERS = {
  json: readJson,
  yaml: (text) => require('./document/yaml.cjs').readYaml(text),
  csv: (text, job) => require('./document/csv.cjs').readCsv(text, job.hasHeader !== false),
  html: (text, job) => require('./document/read-html.cjs').readHtml(text, job.url),
};

/** @type {Record<DocumentJob['to'], (data: unknown) => unknown>} */
const WRITERS = {
  data: (data) => data,
  json: (data) => JSON.stringify(data, null, 2),
  yaml: (data) => require('./document/yaml.cjs').writeYaml(data),
  csv: (data) => require('./document/csv.cjs').writeCsv(data),
};

/** @param {unknown} error */
function problemOf(error) {
  if (error instanceof DocumentProblem) return error;
  // Parsers follow the nesting of what they read.
  if (error instanceof RangeError) return new DocumentProblem('DOC_LIMIT', { what: 'nested levels' });
  const reason = error instanceof Error ? error.message : 'it cannot be read';
  return new DocumentProblem('DOC_CORRUPT', { format: 'document', reason: String(reason).slice(0, 300) });
}

/**
 * Reads a document with a parser of ours. It runs no code of the document, so it needs no interpreter of its own; what
 * takes too long or too much ends with the process.
 * @param {Host} _host
 * @param {DocumentJob} job
 * @param {string} text
 * @returns {Promise<Ending>}
 */
async function runDocument(_host, job, text) {
  try {
    const payload = JSON.stringify(WRITERS[job.to](READERS[job.format](text, job)) ?? null);
    if (Buffer.byteLength(payload) > MAX_RESULT_BYTES)
      throw new DocumentProblem('DOC_LIMIT', { what: 'bytes of the result', limit: MAX_RESULT_BYTES });
    return { outcome: { ok: true }, payload, isSpent: false };
  } catch (error) {
    const { code, details } = problemOf(error);
    return { outcome: { ok: false, code, details }, payload: '', isSpent: false };
  }
}

module.exports = { runDocument };
