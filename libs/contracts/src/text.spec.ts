import { chatText, nameText, plainText, storableJson, storableText } from './text';

describe('storableText', () => {
  it('replaces what Postgres cannot store and nothing else', () => {
    expect(storableText('a\0b\uD800c\uDC00d😀\n')).toBe('a\uFFFDb\uFFFDc\uFFFDd😀\n');
  });
});

describe('storableJson', () => {
  it('cleans texts and keys at any depth', () => {
    expect(storableJson({ 'k\0': ['a\0', { b: '\uD800' }, 1, null, true] })).toEqual({
      'k\uFFFD': ['a\uFFFD', { b: '\uFFFD' }, 1, null, true],
    });
  });
});

describe('text schemas', () => {
  it('trims names and refuses line breaks in them', () => {
    expect(nameText(10).parse('  a b ')).toBe('a b');
    expect(nameText(10).safeParse('a\nb').success).toBe(false);
    expect(nameText(10).safeParse('   ').success).toBe(false);
  });

  it('says where a character is refused', () => {
    const result = plainText(10).safeParse('ab\0');
    expect(result.error?.issues[0]).toMatchObject({ params: { code: 'INPUT_BAD_CHARACTER', position: 2 } });
    expect(plainText(10).parse('a\nb')).toBe('a\nb');
  });

  it('takes anything that is said in a chat but silence', () => {
    expect(chatText().parse('a\0b')).toBe('a\uFFFDb');
    expect(chatText().safeParse(' \n').success).toBe(false);
    expect(chatText(3).safeParse('abcd').success).toBe(false);
  });
});
