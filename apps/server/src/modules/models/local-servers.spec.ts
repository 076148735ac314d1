import type { ProviderPreset } from '@heddle/contracts';
import type { ModelTarget } from '../../adapters/models/model-target';
import { findLocalServers } from './local-servers';

const preset = (id: string, base_url: string, is_local = true): ProviderPreset => ({
  id,
  name: id,
  protocol: 'openai',
  base_url,
  needs_key: false,
  key_url: null,
  is_local,
  types: ['llm'],
});

const PRESETS = [
  preset('ollama', 'http://localhost:11434/v1'),
  preset('silent', 'http://127.0.0.1:1234/v1'),
  preset('same_port', 'http://localhost:11434/v1'),
  preset('unknown', ''),
  preset('cloud', 'https://api.example.com/v1', false),
  preset('elsewhere', 'https://local.example.com/v1'),
];

describe('findLocalServers', () => {
  it('offers what answers on this machine, knocks nowhere else, and sends no key', async () => {
    const asked: ModelTarget[] = [];
    const found = await findLocalServers(PRESETS, {
      detect: (target) => {
        asked.push(target);
        if (target.providerType === 'silent') return Promise.reject(new Error('nobody is there'));
        return Promise.resolve(['b', 'a'].map((name) => ({ name, type: 'llm' as const, capabilities: {} })));
      },
    });
    expect(found).toEqual([
      { provider_type: 'ollama', base_url: 'http://localhost:11434/v1', models: ['a', 'b'] },
    ]);
    expect(asked.map(({ providerType, apiKeys }) => [providerType, apiKeys])).toEqual([
      ['ollama', []],
      ['silent', []],
    ]);
  });
});
