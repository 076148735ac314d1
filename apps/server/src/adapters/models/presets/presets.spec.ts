import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { targetAt } from '../../../../test/support/models/model-harness';
import { providerUrl } from '../wire/provider-url';
import { presetSchema } from './preset';
import { findPreset, listPresets } from './presets';
import { waysOf } from './provider-traits';

const FOLDER = path.join(__dirname, 'data');
const files = readdirSync(FOLDER);

describe.each(files)('the preset %s', (file) => {
  const preset = presetSchema.parse(JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8')));
  const baseURL = preset.base_url || 'https://models.example.com/base';
  const ways = waysOf(preset.id);
  const urlOf = (given: string): URL =>
    providerUrl(
      {
        ...{ target: targetAt(baseURL, { providerType: preset.id, model: 'a/b' }), traits: ways.traits },
        ...{ params: {}, apiKey: '', fetch, signal: new AbortController().signal },
      },
      given,
    );

  it('is named like its file and found', () => {
    expect(file).toBe(`${preset.id}.json`);
    expect(findPreset(preset.id)).toMatchObject({ name: preset.name });
    expect(listPresets().some(({ id }) => id === preset.id)).toBe(true);
  });

  it('says where everything is that it offers, on its own host', () => {
    const { paths } = ways.traits;
    const needed = { llm: paths.chat, embedding: paths.embed, rerank: paths.rerank };
    const asked = preset.types.map((type) => needed[type as keyof typeof needed]);
    for (const given of [...asked, paths.models]) {
      expect(given).toBeTruthy();
      expect(urlOf(given ?? '')).toMatchObject({ host: new URL(baseURL).host });
      expect(urlOf(given ?? '').href).not.toMatch(/[{}]/);
    }
  });

  it('offers only what its protocol can', () => {
    const { protocol } = ways;
    expect(preset.types.includes('embedding') && protocol.embed === undefined).toBe(false);
    expect(preset.types.includes('rerank') && protocol.rerank === undefined).toBe(false);
  });

  it('knows where keys are made, unless none is needed', () => {
    expect(preset.needs_key).toBe(preset.key_url !== null);
    expect(preset.is_local).toBe(/\/\/127\.0\.0\.1[:/]/.test(preset.base_url));
  });
});

describe('presets', () => {
  const addressOf = (type: string, extraConfig = {}): string => {
    const { traits } = waysOf(type);
    const base = findPreset(type)?.base_url || 'https://name.example.com';
    const target = targetAt(base, { model: 'some/model', extraConfig });
    const call = { target, traits, params: {}, apiKey: '', fetch, signal: new AbortController().signal };
    return providerUrl(call, traits.paths.chat ?? '').href;
  };

  it.each([
    ['openai', {}, 'https://api.openai.com/v1/chat/completions'],
    [
      'azure_openai',
      {},
      'https://name.example.com/openai/deployments/some%2Fmodel/chat/completions?api-version=2024-10-21',
    ],
    [
      'azure_openai',
      { api_version: '2025-01-01-preview' },
      'https://name.example.com/openai/deployments/some%2Fmodel/chat/completions?api-version=2025-01-01-preview',
    ],
    [
      'gemini',
      {},
      'https://generativelanguage.googleapis.com/v1beta/models/some%2Fmodel:streamGenerateContent?alt=sse',
    ],
  ])('lead to the address of a chat: %s %j', (type, extraConfig, expected) => {
    expect(addressOf(type, extraConfig)).toBe(expected);
  });

  it('are offered in the order that most people want', () => {
    const [first, ...others] = listPresets().map(({ id }) => id);
    expect(first).toBe('openai');
    expect(others).toContain('openai_compatible');
  });

  it('that are gone leave their providers to the protocol of most', () => {
    expect(waysOf('gone').traits).toEqual(waysOf('openai_compatible').traits);
  });
});
