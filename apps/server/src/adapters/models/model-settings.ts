import { modelLimitsSchema } from '@heddle/contracts';
import { Injectable } from '@nestjs/common';
import { ServerConfig } from '../../platform/config/server-config';
import type { ModelTarget } from './model-target';
import { findPreset, listPresets } from './presets/presets';

const OPENAI_URL = 'https://api.openai.com/v1';
const OTHERWISE = 'openai_compatible';

const withoutSlash = (url: string): string => url.replace(/\/+$/, '');

/** The provider that the settings of the server (`OPENAI_*`) name. */
export interface SettingsProvider {
  /** The id of a preset. */
  readonly type: string;
  readonly name: string;
  readonly baseURL: string;
  readonly apiKey: string | undefined;
  readonly model: string | undefined;
}

/** Finds models in the settings of the server (`OPENAI_*`). */
@Injectable()
export class ModelSettings {
  /** Undefined when neither key nor address is set. */
  readonly provider: SettingsProvider | undefined;

  constructor({ openai }: ServerConfig) {
    const { apiKey, baseUrl, model } = openai;
    if (apiKey === undefined && baseUrl === undefined) return;
    const baseURL = withoutSlash(baseUrl ?? OPENAI_URL);
    const preset = listPresets().find((one) => one.protocol === 'openai' && one.base_url === baseURL);
    const type = preset?.id ?? OTHERWISE;
    const name = preset?.name ?? (new URL(baseURL).host || findPreset(OTHERWISE)?.name || OTHERWISE);
    this.provider = { type, name, baseURL, apiKey, model };
  }

  /** A model of the settings' provider; undefined without one. */
  target(model: string): ModelTarget | undefined {
    const { provider } = this;
    return (
      provider && {
        provider: provider.name,
        providerType: provider.type,
        baseURL: provider.baseURL,
        apiKeys: provider.apiKey === undefined ? [] : [provider.apiKey],
        extraConfig: {},
        model,
        capabilities: {},
        defaultParams: {},
        price: null,
        limits: modelLimitsSchema.parse({}),
      }
    );
  }
}
