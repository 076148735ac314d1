const CJK = '\\u3040-\\u30ff\\u3400-\\u9fff\\uac00-\\ud7af';
const PIECES = new RegExp(`\\s*[${CJK}]{1,2}|\\s*[^\\s${CJK}]+|\\s+$`, 'g');

/** The pieces in which a text is streamed: words with the space before them, or up to two Chinese characters. */
export const textPieces = (text: string): readonly string[] =>
  text.match(PIECES) ?? (text === '' ? [] : [text]);

/** A stand-in for a tokenizer's count; the same text always counts the same. */
export const countTokens = (text: string): number =>
  textPieces(text).reduce((sum, piece) => sum + Math.max(1, Math.ceil(piece.trim().length / 4)), 0);

const WORDS =
  'the loom takes one thread after another and the cloth grows row by row until the pattern shows'.split(' ');

/** Plain words of a given number, for answers that nobody scripted. */
export const fillerText = (words: number): string =>
  Array.from({ length: words }, (_, index) => WORDS[index % WORDS.length]).join(' ');
