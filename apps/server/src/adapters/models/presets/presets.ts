import type { ProviderPreset } from '@heddle/contracts';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { presetSchema, type Preset } from './preset';

const FOLDER = path.join(__dirname, 'data');

function readPreset(file: string): Preset {
  try {
    return presetSchema.parse(JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8')));
  } catch (cause) {
    throw new Error(`The preset ${file} cannot be read.`, { cause });
  }
}

let known: ReadonlyMap<string, Preset> | undefined;

function presets(): ReadonlyMap<string, Preset> {
  if (known) return known;
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.json'));
  const sorted = files
    .map(readPreset)
    .sort((a, b) => a.order - b.order || a.name.localeCompare(b.name, 'en'));
  known = new Map(sorted.map((preset) => [preset.id, preset]));
  return known;
}

/** Finds a kind of provider by its id, which is what `provider_type` holds. */
export const findPreset = (id: string): Preset | undefined => presets().get(id);

/** All kinds of providers as the form offers them, those that most people want first. */
export const listPresets = (): readonly ProviderPreset[] =>
  [...presets().values()].map(({ id, name, protocol, base_url, needs_key, key_url, is_local, types }) => ({
    id,
    name,
    protocol,
    base_url,
    needs_key,
    key_url,
    is_local,
    types,
  }));
