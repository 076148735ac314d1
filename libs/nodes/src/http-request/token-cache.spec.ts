import { TokenCache } from './token-cache';

describe('TokenCache', () => {
  it('keeps a token until shortly before it expires', () => {
    let now = 0;
    const cache = new TokenCache(() => now);
    cache.set('a', 'token', 60);
    now = 29_999;
    expect(cache.get('a')).toBe('token');
    now = 30_000;
    expect(cache.get('a')).toBeUndefined();
  });

  it('does not keep what expires at once, and forgets when told to', () => {
    const cache = new TokenCache(() => 0);
    cache.set('short', 'token', 30);
    cache.set('a', 'token', 60);
    cache.delete('a');
    expect([cache.get('short'), cache.get('a')]).toEqual([undefined, undefined]);
  });

  it('stays bounded', () => {
    const cache = new TokenCache(() => 0);
    for (let index = 0; index <= 500; index++) cache.set(String(index), 'token', 60);
    expect([cache.get('0'), cache.get('1'), cache.get('500')]).toEqual([undefined, 'token', 'token']);
  });
});
