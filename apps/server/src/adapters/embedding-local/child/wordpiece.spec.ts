import { createWordPiece } from './wordpiece.cjs';

const PIECES = [
  ...[
    '[UNK]',
    '[CLS]',
    '[SEP]',
    'em',
    '##bed',
    '##ding',
    '##s',
    'hello',
    'world',
    '!',
    ',',
    'cafe',
    '$',
    '##s',
  ],
  ...['中', '5', '##0', 'you', "'", 're', 'un', '##aff', '##able', 'una', '##ffa', '##ble'],
];
const vocabulary = new Map(PIECES.map((piece, id) => [piece, id]));
const tokenize = createWordPiece(vocabulary, 16);
const piecesOf = (text: string): string[] =>
  tokenize(text)
    .ids.map((id: number) => PIECES[id] ?? '?')
    .slice(1, -1);

describe('wordpiece', () => {
  it('frames every text, also one with nothing in it', () => {
    expect(tokenize('hello').ids).toEqual(['[CLS]', 'hello', '[SEP]'].map((piece) => vocabulary.get(piece)));
    expect(piecesOf('')).toEqual([]);
    expect(piecesOf(' \n\t ')).toEqual([]);
  });

  it.each([
    ['takes the longest pieces first', 'Embeddings unaffable', 'em ##bed ##ding ##s una ##ffa ##ble'],
    ['knows neither case nor accents', 'HELLO Café CAFÉ', 'hello cafe cafe'],
    ['makes signs words of their own', "hello,world! $50 you're", "hello , world ! $ 5 ##0 you ' re"],
    ['makes ideographs words of their own', 'hello中world', 'hello 中 world'],
    ['calls a word unknown when one part is', 'hello embedx world', 'hello [UNK] world'],
    ['calls a word of more than 100 letters unknown', `hello ${'em'.repeat(51)}`, 'hello [UNK]'],
    [
      'leaves NUL, marks of order and half characters out',
      'he\0l\u200Flo\uD83D wor\uDC00ld\uFFFD',
      'hello world',
    ],
    ['takes every kind of space', 'hello\u00A0world\r\nhello\u3000world', 'hello world hello world'],
  ])('%s', (_what, text, pieces) => {
    expect(piecesOf(text).join(' ')).toBe(pieces);
  });

  it('cuts at the limit and still closes the frame', () => {
    const { ids } = tokenize('hello '.repeat(100));
    expect(ids).toHaveLength(16);
    expect(ids.at(-1)).toBe(vocabulary.get('[SEP]'));
  });

  it('counts what the vocabulary lacks', () => {
    expect(tokenize('hello qqq 🎉 world')).toMatchObject({ unknown: 2 });
  });
});
