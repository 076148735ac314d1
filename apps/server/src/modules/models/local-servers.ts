import { modelLimitsSchema, type LocalProviders, type ProviderPreset } from '@heddle/contracts';
import { classifyAddress } from '../../adapters/http/address-class';
import type { ModelProbe } from '../../adapters/models/model-probe';
import type { ModelTarget } from '../../adapters/models/model-target';
import { withinTime } from './within-time';

const LOOK_MS = 1_500;

type LocalProvider = LocalProviders['items'][number];

function isOnThisMachine({ base_url, is_local }: ProviderPreset): boolean {
  if (!is_local || !URL.canParse(base_url)) return false;
  const host = new URL(base_url).hostname;
  return host === 'localhost' || classifyAddress(host) === 'private';
}

const targetAt = ({ base_url, id, name }: ProviderPreset): ModelTarget => ({
  provider: name,
  providerType: id,
  baseURL: base_url,
  apiKeys: [],
  extraConfig: {},
  model: '',
  capabilities: {},
  defaultParams: {},
  price: null,
  limits: modelLimitsSchema.parse({}),
});

async function look(preset: ProviderPreset, probe: Pick<ModelProbe, 'detect'>): Promise<LocalProvider[]> {
  try {
    const models = await withinTime(LOOK_MS, (signal) => probe.detect(targetAt(preset), signal));
    return [
      { provider_type: preset.id, base_url: preset.base_url, models: models.map(({ name }) => name).sort() },
    ];
  } catch {
    // Nobody is there, or somebody else: either way no model server to offer.
    return [];
  }
}

/** Looks for model servers at the addresses that presets name on this machine, all at once and briefly. */
export async function findLocalServers(
  presets: readonly ProviderPreset[],
  probe: Pick<ModelProbe, 'detect'>,
): Promise<LocalProvider[]> {
  const local = presets.filter(isOnThisMachine);
  const first = local.filter(
    ({ base_url }, index) => local.findIndex((other) => other.base_url === base_url) === index,
  );
  return (await Promise.all(first.map((preset) => look(preset, probe)))).flat();
}
