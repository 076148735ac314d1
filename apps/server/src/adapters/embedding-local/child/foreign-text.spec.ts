import { isForeign, isUnknown } from './foreign-text.cjs';

describe('a text that the model must not embed', () => {
  it.each([
    '用户喜欢篮球运动',
    '我们用 TypeScript 写后端服务',
    'ユーザーは猫が好きです',
    '사용자는 고양이를 좋아합니다',
    'Привет, как дела?',
    'مرحبا كيف حالك',
  ])('is one in another script: %s', (text) => {
    expect(isForeign(text)).toBe(true);
  });

  it.each([
    'The user prefers dark mode.',
    'Elle préfère le thé à la menthe.',
    'The word 猫 means cat, and the user writes it often.',
    'π is about 3.14159',
    '42',
    '',
  ])('is none that is mostly Latin, or has no letters: %s', (text) => {
    expect(isForeign(text)).toBe(false);
  });

  it('is one with nothing in it, or with more than a fifth unknown', () => {
    const tokens = (known: number, unknown: number): { ids: number[]; unknown: number } => ({
      ids: Array.from({ length: 2 + known + unknown }, () => 7),
      unknown,
    });
    expect(isUnknown(tokens(0, 0))).toBe(true);
    expect(isUnknown(tokens(4, 1))).toBe(false);
    expect(isUnknown(tokens(7, 2))).toBe(true);
  });
});
