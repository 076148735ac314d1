// @ts-check
'use strict';
// Splits text into the pieces that an uncased BERT has vectors for.
// See Devlin et al. 2019 and https://github.com/google-research/bert#tokenization

const MAX_WORD_LENGTH = 100;

const CONTROL = /[\p{C}\uFFFD]/gu;
const SPACE = /[\t\n\r]/g;
const ACCENT = /\p{Mn}/gu;
/** Punctuation, the signs of ASCII, and ideographs: each is a word of its own. */
const ALONE =
  /[\p{P}$+<=>^`|~\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF\u{20000}-\u{2EBEF}\u{2F800}-\u{2FA1F}]/gu;

/**
 * The words of a text as the vocabulary spells them. Halves of surrogate pairs, NUL and the like disappear.
 * @param {string} text
 */
function wordsOf(text) {
  const clean = text.replace(SPACE, ' ').replace(CONTROL, '');
  const plain = clean.normalize('NFD').replace(ACCENT, '').toLowerCase();
  return plain.replace(ALONE, ' $& ').split(/\s+/u).filter(Boolean);
}

/** @typedef {{ ids: number[], unknown: number }} Tokens */

/**
 * @param {ReadonlyMap<string, number>} vocabulary
 * @param {number} maxTokens With the two that frame a text.
 */
function createWordPiece(vocabulary, maxTokens) {
  /** @param {string} piece */
  const special = (piece) => {
    const id = vocabulary.get(piece);
    if (id === undefined) throw new Error(`the vocabulary has no ${piece}`);
    return id;
  };
  const unknownId = special('[UNK]');
  const firstId = special('[CLS]');
  const lastId = special('[SEP]');

  /**
   * The longest piece that a word begins with from some letter on.
   * @param {string[]} letters
   * @param {number} from
   */
  const longestPiece = (letters, from) => {
    for (let to = letters.length; to > from; to -= 1) {
      const piece = (from === 0 ? '' : '##') + letters.slice(from, to).join('');
      const id = vocabulary.get(piece);
      if (id !== undefined) return { id, to };
    }
    return undefined;
  };

  /** @param {string} word */
  const piecesOf = (word) => {
    const letters = Array.from(word);
    if (letters.length > MAX_WORD_LENGTH) return [unknownId];
    const ids = [];
    for (let from = 0; from < letters.length;) {
      const piece = longestPiece(letters, from);
      if (piece === undefined) return [unknownId];
      ids.push(piece.id);
      from = piece.to;
    }
    return ids;
  };

  /**
   * @param {string} text
   * @returns {Tokens} The pieces within their frame, cut at the limit, and how many of them the vocabulary lacks.
   */
  return (text) => {
    const ids = [];
    for (const word of wordsOf(text)) {
      if (ids.length >= maxTokens - 2) break;
      ids.push(...piecesOf(word));
    }
    const kept = ids.slice(0, maxTokens - 2);
    return {
      ids: [firstId, ...kept, lastId],
      unknown: kept.filter((id) => id === unknownId).length,
    };
  };
}

module.exports = { createWordPiece };
