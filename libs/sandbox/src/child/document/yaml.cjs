'use strict';
const yaml = require('yaml');
const { DocumentProblem } = require('./document-problem.cjs');

/** Aliases may repeat what they name; ten of ten of ten … would fill the memory. */
const MAX_ALIASES = 100;
const MAX_DOCUMENTS = 1_000;
const STACK_USED_UP = 'Maximum call stack size exceeded';

const tooDeep = () => new DocumentProblem('DOC_LIMIT', { what: 'levels' });

/** An alias inside of what it names would make data that contains itself. @param {import('yaml').Document.Parsed} document */
function refuseCircles(document) {
  yaml.visit(document, {
    Alias: (_key, alias, path) => {
      const named = alias.resolve(document);
      if (named === undefined || !path.includes(named)) return;
      throw new DocumentProblem('DOC_CORRUPT', {
        format: 'YAML',
        reason: `the alias *${alias.source} lies within what it stands for`,
      });
    },
  });
}

/** @param {import('yaml').Document.Parsed} document */
function dataOf(document) {
  const [error] = document.errors;
  if (error !== undefined) {
    // The parser puts what it ran out of among the mistakes of the text.
    if (error.message.startsWith(STACK_USED_UP)) throw tooDeep();
    const [place] = error.linePos ?? [];
    const reason = error.message.split('\n', 1)[0]?.replace(/ at line \d+, column \d+:?$/, '');
    throw new DocumentProblem('DOC_CORRUPT', {
      format: 'YAML',
      reason,
      line: place?.line,
      column: place?.col,
    });
  }
  try {
    refuseCircles(document);
    return document.toJS({ maxAliasCount: MAX_ALIASES });
  } catch (error) {
    if (error instanceof RangeError) throw tooDeep();
    if (!(error instanceof ReferenceError)) throw error;
    throw new DocumentProblem('DOC_LIMIT', { what: 'aliases', limit: MAX_ALIASES });
  }
}

/**
 * The data of a YAML text; a list when it holds several documents.
 * @param {string} text
 */
function readYaml(text) {
  const documents = yaml.parseAllDocuments(text, { prettyErrors: true, merge: true, logLevel: 'silent' });
  if (!Array.isArray(documents)) return null;
  if (documents.length > MAX_DOCUMENTS)
    throw new DocumentProblem('DOC_LIMIT', { what: 'documents', limit: MAX_DOCUMENTS });
  const values = documents.map(dataOf);
  return values.length === 1 ? values[0] : values;
}

/** @param {unknown} data */
const writeYaml = (data) => yaml.stringify(data, { lineWidth: 0, aliasDuplicateObjects: false });

module.exports = { readYaml, writeYaml };
