import { PROTOCOLS } from '../protocols/registry';
import type { ModelProtocol } from '../protocols/model-protocol';
import type { Preset, Traits } from './preset';
import { findPreset } from './presets';

/** How a provider is spoken to: its protocol, and everything that is peculiar about it. */
export interface ProviderWays {
  readonly protocol: ModelProtocol;
  readonly traits: Traits;
}

/** For providers whose kind is not known any more: nothing is taken for granted but the protocol of most. */
const UNKNOWN = 'openai_compatible';

/** What is usual, with a preset's own on top; presets are JSON, in which nothing is undefined. */
const over = <Part extends object>(usual: Part, own: object | undefined): Part => ({ ...usual, ...own });

function traitsOf(preset: Preset | undefined, usual: Traits): Traits {
  if (preset === undefined) return usual;
  return {
    auth: preset.auth ?? usual.auth,
    headers: over(usual.headers, preset.headers),
    query: over(usual.query, preset.query),
    settings: over(usual.settings, preset.settings),
    paths: over(usual.paths, preset.paths),
    chat: over(usual.chat, preset.chat),
    embedding: over(usual.embedding, preset.embedding),
    rerank: over(usual.rerank, preset.rerank),
    models: over(usual.models, preset.models),
  };
}

const known = new Map<string, ProviderWays>();

/** Finds out how a kind of provider is spoken to. */
export function waysOf(providerType: string): ProviderWays {
  const found = known.get(providerType);
  if (found) return found;
  const preset = findPreset(providerType) ?? findPreset(UNKNOWN);
  const protocol = PROTOCOLS[preset?.protocol ?? 'openai'];
  const ways = { protocol, traits: traitsOf(preset, protocol.usual) };
  // Only known kinds are remembered, or anybody's text would stay.
  if (preset?.id === providerType) known.set(providerType, ways);
  return ways;
}
