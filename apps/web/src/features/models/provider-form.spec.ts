import type { ModelProvider, ProviderPreset } from '@heddle/contracts';
import { describe, expect, it } from 'vitest';
import {
  createBodyOf,
  draftOfPreset,
  draftOfProvider,
  fieldOfError,
  problemsOf,
  updateBodyOf,
} from './provider-form';

const preset: ProviderPreset = {
  id: 'acme',
  name: 'Acme',
  protocol: 'openai',
  base_url: 'https://api.acme.test/v1',
  needs_key: true,
  key_url: null,
  is_local: false,
  types: ['llm'],
};
const provider = {
  name: 'Acme',
  base_url: 'https://api.acme.test/v1',
  extra_config: { api_version: '2' },
  has_key: true,
} as unknown as ModelProvider;
const needsKey = { needsKey: true, provider: undefined };

describe('the form of a provider', () => {
  it('begins with a name that no other provider has', () => {
    expect(draftOfPreset(preset, ['Acme', 'Acme 2']).name).toBe('Acme 3');
  });

  it('asks for a key where the provider needs one, and only there', () => {
    const draft = draftOfPreset(preset, []);
    expect(problemsOf(draft, needsKey)).toEqual({ keys: 'key_needed' });
    expect(problemsOf(draft, { ...needsKey, needsKey: false })).toEqual({});
  });

  it('keeps the stored key at the same address and asks again for another', () => {
    const draft = draftOfProvider(provider);
    const stored = { needsKey: true, provider };
    expect(problemsOf({ ...draft, baseUrl: 'https://api.acme.test/v1/' }, stored)).toEqual({});
    expect(problemsOf({ ...draft, baseUrl: 'https://elsewhere.test' }, stored)).toEqual({
      keys: 'key_again',
    });
    expect(updateBodyOf(draft)).not.toHaveProperty('api_key');
  });

  it('refuses what is no web address and settings that are no object', () => {
    const draft = { ...draftOfPreset(preset, []), keys: ['k'] };
    expect(problemsOf({ ...draft, baseUrl: 'api.acme.test', extra: '[1]' }, needsKey)).toEqual({
      baseUrl: 'url_bad',
      extra: 'extra_bad',
    });
  });

  it('sends one key as one and several as a list, without the empty fields', () => {
    const draft = { ...draftOfPreset(preset, []), extra: '{"api_version": "2"}' };
    expect(createBodyOf({ ...draft, keys: [' one ', ''] }, 'acme')).toEqual({
      provider_type: 'acme',
      name: 'Acme',
      base_url: 'https://api.acme.test/v1',
      api_key: 'one',
      extra_config: { api_version: '2' },
    });
    expect(createBodyOf({ ...draft, keys: ['one', '', 'two'] }, 'acme')).toMatchObject({
      api_keys: ['one', 'two'],
    });
  });

  it('shows an error at the field that it is about', () => {
    expect(fieldOfError('PROVIDER_AUTH_FAILED')).toBe('keys');
    expect(fieldOfError('UPSTREAM_TIMEOUT')).toBe('baseUrl');
    expect(fieldOfError('INPUT_INVALID', 'api_keys[1]')).toBe('keys');
    expect(fieldOfError('RATE_LIMITED')).toBeUndefined();
  });
});
