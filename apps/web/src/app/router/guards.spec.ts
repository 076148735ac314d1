import { describe, expect, it } from 'vitest';
import { redirectFor, safeTarget } from './guards';

const page = (name: string, fullPath: string, extra: object = {}) => ({
  name,
  fullPath,
  meta: { isPublic: name === 'login' || name === 'setup' },
  query: {},
  ...extra,
});

describe('redirectFor', () => {
  it('sends everybody to the setup while there is no account', () => {
    expect(redirectFor(page('flows', '/flows'), 'setup_needed')).toEqual({ name: 'setup' });
    expect(redirectFor(page('setup', '/setup'), 'setup_needed')).toBeUndefined();
  });

  it('sends the signed out to the sign-in page and remembers where they wanted to go', () => {
    expect(redirectFor(page('runs', '/runs/1?tab=x'), 'signed_out')).toEqual({
      name: 'login',
      query: { next: '/runs/1?tab=x' },
    });
    expect(redirectFor(page('setup', '/setup'), 'signed_out')).toEqual({ name: 'login' });
    expect(redirectFor(page('login', '/login'), 'signed_out')).toBeUndefined();
  });

  it('takes the signed in past the sign-in page', () => {
    expect(redirectFor(page('login', '/login', { query: { next: '/secrets' } }), 'signed_in')).toBe(
      '/secrets',
    );
    expect(redirectFor(page('flows', '/flows'), 'signed_in')).toBeUndefined();
  });
});

describe('safeTarget', () => {
  it('stays within the app', () => {
    expect(safeTarget('/runs/1')).toBe('/runs/1');
    for (const foreign of [
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      'javascript:alert(1)',
      undefined,
    ]) {
      expect(safeTarget(foreign)).toBe('/flows');
    }
  });
});
