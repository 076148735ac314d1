import { maskSecrets } from './mask-secret';

describe('maskSecrets', () => {
  const key = 'sk-a+b/c=123';

  it.each([
    [`Incorrect key: ${key}.`, 'Incorrect key: ***.'],
    [`${key} and ${key}`, '*** and ***'],
    [`?key=${encodeURIComponent(key)}`, '?key=***'],
    [Buffer.from(key).toString('base64'), '***'],
    ['Authorization: Bearer other-token-9', 'Authorization: Bearer ***'],
    ['nothing to hide', 'nothing to hide'],
  ])('%s', (text, expected) => {
    expect(maskSecrets(text, ['other-key', key])).toBe(expected);
  });

  it('does not mask words for a key that is hardly one', () => {
    expect(maskSecrets('none of it', ['none'])).toBe('none of it');
  });
});
