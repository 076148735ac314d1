import type { ToolAuth } from '@heddle/contracts';
import { describe, expect, it } from 'vitest';
import { authBodyOf, draftOfAuth, isAuthChanged, isKeyNameBad, isUrlBad, NO_AUTH } from './auth-form';

const stored: ToolAuth = { type: 'api_key', in: 'query', name: 'key', username: '', has_credential: true };

describe('the form of who calls', () => {
  it('keeps the stored credential unless another one is typed', () => {
    const draft = draftOfAuth(stored);
    expect(authBodyOf(draft)).toEqual({ type: 'api_key', in: 'query', name: 'key', username: '' });
    expect(isAuthChanged(draft, stored)).toBe(false);
    const retyped = { ...draft, credential: ' k-1\n' };
    expect(isAuthChanged(retyped, stored)).toBe(true);
    expect(authBodyOf(retyped)).toMatchObject({ credential: 'k-1' });
  });

  it('sends nothing that was typed for another way', () => {
    const draft = { ...NO_AUTH, name: 'not a name!', username: 'ada', credential: 'left over' };
    expect(authBodyOf(draft)).toEqual({ type: 'none', in: 'header', name: 'X-API-Key', username: '' });
    expect(authBodyOf({ ...draft, type: 'bearer' })).toMatchObject({ name: 'X-API-Key', username: '' });
  });

  it('leaves a password as it was typed', () => {
    const draft = { ...NO_AUTH, type: 'basic', username: ' ada ', credential: ' open sesame ' } as const;
    expect(authBodyOf(draft)).toMatchObject({ username: 'ada', credential: ' open sesame ' });
  });

  it('refuses what is no header and what is no address', () => {
    expect(isKeyNameBad({ ...NO_AUTH, type: 'api_key', name: 'X Key' })).toBe(true);
    expect(isKeyNameBad({ ...NO_AUTH, type: 'bearer', name: 'X Key' })).toBe(false);
    expect(['pets.test', 'ftp://pets.test', 'http://', ''].map(isUrlBad)).toEqual([true, true, true, true]);
    expect(isUrlBad(' https://pets.test/v1 ')).toBe(false);
  });
});
