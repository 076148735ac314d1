import { modelLimitsSchema, type ModelCapabilities } from '@heddle/contracts';
import type { JsonObject } from '@heddle/model';
import type { ModelTarget } from '../../adapters/models/model-target';
import type { SecretBox } from '../../platform/crypto/secret-box';
import type { ModelProviderEntity } from './model-provider.entity';
import type { ModelRow } from './models.repository';
import { openKeys } from './provider-keys';

const NO_CAPABILITIES: ModelCapabilities = {};

/** Where a provider is, for questions that are about no certain model. @throws SECRET_UNREADABLE */
export const providerTarget = (provider: ModelProviderEntity, box: SecretBox): ModelTarget => ({
  providerId: provider.id,
  provider: provider.name,
  providerType: provider.provider_type,
  baseURL: provider.base_url,
  apiKeys: openKeys(provider, box),
  extraConfig: provider.extra_config as JsonObject,
  model: '',
  capabilities: NO_CAPABILITIES,
  defaultParams: {},
  price: null,
  limits: modelLimitsSchema.parse({}),
});

/** A model, where it is, and the keys to it. @throws SECRET_UNREADABLE */
export const targetOf = ({ model, provider }: ModelRow, box: SecretBox): ModelTarget => ({
  ...providerTarget(provider, box),
  instanceId: model.id,
  model: model.model_name,
  capabilities: model.capabilities,
  defaultParams: model.default_params as JsonObject,
  price: model.price,
  limits: modelLimitsSchema.parse(model.limits),
});
