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
  new TemplateProblem('TEMPLATE_NOT_ALLOWED', `the member "${member}" is not available in templates`, {
    line,
    member,
  });

/** Longest text or list that one operation may make. */
const MAX_SIZE = 10_000_000;

/**
 * `1,234,567`, also where the interpreter has no Intl.
 * @param {number} value
 */
const grouped = (value) => String(value).replace(/\B(?=(?:\d{3})+$)/g, ',');

/**
 * Lets a size through that an operation can be allowed.
 * @param {number} size
 */
function guardSize(size) {
  if (!(size > MAX_SIZE)) return size;
  throw new TemplateProblem(
    'TEMPLATE_TOO_LARGE',
    `${grouped(size)} is too large; at most 10,000,000 is possible`,
  );
}

module.exports = { TemplateProblem, failure, forbiddenMember, grouped, guardSize };
