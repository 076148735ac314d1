'use strict';

/** A template that is refused or has failed, with a code of the product. */
class TemplateProblem extends Error {
  /**
   * @param {'TEMPLATE_SYNTAX' | 'TEMPLATE_RUNTIME' | 'TEMPLATE_NOT_ALLOWED' | 'TEMPLATE_TOO_LARGE'} code
   * @param {string} reason
   * @param {{ line?: number | undefined, column?: number | undefined, member?: string }} [place]
   */
  constructor(code, reason, place = {}) {
    super(reason);
    this.code = code;
    this.place = place;
  }
}

/** @param {string} reason */
const failure = (reason) => new TemplateProblem('TEMPLATE_RUNTIME', reason);

/**
 * @param {string} member
 * @param {number} [line]
 */
const forbiddenMember = (member, line) =>
  new TemplateProblem('TEMPLATE_NOT_ALLOWED', `the member "${member}" is not available in templates`, { line, member });

module.exports = { TemplateProblem, failure, forbiddenMember };
