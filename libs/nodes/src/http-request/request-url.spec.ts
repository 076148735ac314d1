import type { Json, JsonObject } from '@heddle/model';
import { fakeVariables } from '@heddle/testing';
import { requestUrl } from './request-url';

const urlOf = (url: string, v: JsonObject = {}, params: { name: string; value: Json }[] = []): string =>
  requestUrl({ url, params }, { variables: fakeVariables({ v }) });

describe('requestUrl', () => {
  it.each<[string, JsonObject, string]>([
    ['https://a.com/items/{{ v.id }}', { id: '../admin' }, 'https://a.com/items/..%2Fadmin'],
    ['https://a.com/items/{{ v.id }}', { id: '@evil.com' }, 'https://a.com/items/%40evil.com'],
    ['https://a.com/items/{{ v.id }}/x', { id: '?x#' }, 'https://a.com/items/%3Fx%23/x'],
    ['https://a.com/?q={{ v.id }}', { id: 'a&b=c #1' }, 'https://a.com/?q=a%26b%3Dc%20%231'],
    ['https://a.com/{{ v.id }}', { id: '%2e%2e' }, 'https://a.com/%252e%252e'],
    ['https://{{ v.id }}/x', { id: 'a.com:8080' }, 'https://a.com:8080/x'],
    ['https://{{ v.id }}.a.com/x', { id: 'eu-1' }, 'https://eu-1.a.com/x'],
    ['{{ v.id }}', { id: 'https://a.com/b?c=d' }, 'https://a.com/b?c=d'],
    ['{{ v.id }}/items/{{ v.n }}', { id: 'https://a.com', n: 'a/b' }, 'https://a.com/items/a%2Fb'],
    ['https://a.com/{{ v.id }}', { id: 7 }, 'https://a.com/7'],
    ['https://a.com/../b', {}, 'https://a.com/../b'],
  ])('fills %s with %j', (url, values, expected) => {
    expect(urlOf(url, values)).toBe(expected);
  });

  it.each<[string, JsonObject]>([
    ['https://a.com/items/{{ v.id }}/x', { id: '..' }],
    ['https://a.com/{{ v.id }}.', { id: '.' }],
    ['https://a.com/{{ v.id }}', { id: '.' }],
    ['https://{{ v.id }}.a.com/', { id: 'evil.com/' }],
    ['https://{{ v.id }}.a.com/', { id: 'user@evil.com' }],
    ['https://{{ v.id }}.a.com/', { id: 'evil.com#' }],
    ['https://{{ v.id }}.a.com/', { id: 'evil.com:80' }],
    ['https://a.com/{{ v.id }}', { id: '\ud800' }],
    ['https://a.com:99999/', {}],
    ['{{ v.id }}', { id: 'not an address' }],
    ['{{ v.id }}', { id: '' }],
  ])('refuses %s with %j', (url, values) => {
    expect(() => urlOf(url, values)).toThrow(expect.objectContaining({ code: 'URL_INVALID' }) as Error);
  });

  it('appends parameters, a list as several and null not at all', () => {
    const params = [
      { name: 'q', value: '{{ v.q }}' },
      { name: 'tag', value: ['a', 'b'] },
      { name: 'none', value: null },
      { name: '', value: 'x' },
    ];
    expect(urlOf('https://a.com/x?y=1#top', { q: 'a&b' }, params)).toBe(
      'https://a.com/x?y=1&q=a%26b&tag=a&tag=b#top',
    );
    expect(urlOf('https://a.com/x', { q: '' }, params.slice(0, 1))).toBe('https://a.com/x?q=');
  });

  it('pastes values as they are in the Dify mode', () => {
    const variables = fakeVariables({ v: { path: 'a/b?c=d' } });
    const config = { url: 'https://a.com/{{ v.path }}', params: [] };
    expect(requestUrl(config, { variables, isDifyCompatible: true })).toBe('https://a.com/a/b?c=d');
  });
});
