// @ts-check
'use strict';
// Which texts the model must not embed: it knows English, and what it does not know all looks the same to it.

const MOST_FOREIGN = 0.2;

const LETTER = /\p{L}/gu;
const LATIN = /(?=\p{L})\p{Script=Latin}/gu;

/**
 * @param {string} text
 * @param {RegExp} pattern
 */
const count = (text, pattern) => text.match(pattern)?.length ?? 0;

/**
 * Whether more than a fifth of a text's letters are not Latin. Of ideographs the vocabulary lacks most; Cyrillic or
 * Arabic words fall into single letters, which makes any two texts alike.
 * @param {string} text
 */
function isForeign(text) {
  const letters = count(text, LETTER);
  return letters - count(text, LATIN) > MOST_FOREIGN * letters;
}

/**
 * Whether there is nothing in a text, or more than a fifth of its pieces are unknown to the model.
 * @param {import('./wordpiece.cjs').Tokens} tokens
 */
const isUnknown = ({ ids, unknown }) => ids.length <= 2 || unknown > MOST_FOREIGN * (ids.length - 2);

module.exports = { isForeign, isUnknown };
