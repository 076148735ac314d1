'use strict';

/** Why a document cannot be read, in words for whoever has it. */
class DocumentProblem extends Error {
  /**
   * @param {'DOC_CORRUPT' | 'DOC_LIMIT'} code
   * @param {object} details
   */
  constructor(code, details) {
    super(code);
    this.code = code;
    this.details = details;
  }
}

module.exports = { DocumentProblem };
