import { expect, it } from 'vitest';
import { isEmailLike, passwordStrength } from './credentials';

it('judges a password by length and variety', () => {
  expect(passwordStrength('short')).toBe('short');
  expect(passwordStrength('allsmall')).toBe('fair');
  expect(passwordStrength('Mixed-Up-9')).toBe('good');
  expect(passwordStrength('a long sentence of words')).toBe('good');
});

it('tells addresses from other text', () => {
  expect(['a@b.co', 'ada@localhost', ' a@b.co '].every(isEmailLike)).toBe(true);
  expect(['a@b', 'a b@c.de', '@x.de', 'a@b.'].some(isEmailLike)).toBe(false);
});
