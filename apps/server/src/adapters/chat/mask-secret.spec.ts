import { maskSecret } from './mask-secret';

describe('maskSecret', () => {
  const key = 'sk-a+b/c=123';

  it.each([
    [`Incorrect key: ${key}.`, 'Incorrect key: ***.'],
    [`${key} and ${key}`, '*** and ***'],
    [`?key=${encodeURIComponent(key)}`, '?key=***'],
    [Buffer.from(key).toString('base64'), '***'],
    ['Authorization: Bearer other-token-9', 'Authorization: Bearer ***'],
    ['nothing to hide', 'nothing to hide'],
  ])('%s', (text, expected) => {
    expect(maskSecret(text, key)).toBe(expected);
  });

  it('does not mask words for a key that is hardly one', () => {
    expect(maskSecret('none of it', 'none')).toBe('none of it');
  });
});
