import type { JsonObject } from '@heddle/model';
import { modelLimitsSchema, type ModelInstance, type ModelProvider } from '@heddle/contracts';
import type { ModelInstanceEntity } from './model-instance.entity';
import type { ModelProviderEntity } from './model-provider.entity';

/** A provider as it is shown: whether it has keys, but never the keys. */
export const providerOf = (row: ModelProviderEntity, modelCount: number): ModelProvider => ({
  id: row.id,
  name: row.name,
  provider_type: row.provider_type,
  base_url: row.base_url,
  extra_config: row.extra_config as JsonObject,
  is_active: row.is_active,
  has_key: row.api_key !== null,
  key_hint: row.key_hint,
  key_count: row.key_count,
  model_count: modelCount,
  health: {
    status: row.health_status,
    latency_ms: row.health_latency_ms,
    checked_at: row.health_checked_at?.toISOString() ?? null,
    error: row.health_error,
  },
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

/** A model as it is shown, with what matters of its provider. */
export const instanceOf = (row: ModelInstanceEntity, provider: ModelProviderEntity): ModelInstance => ({
  id: row.id,
  provider_id: row.provider_id,
  provider_name: provider.name,
  provider_type: provider.provider_type,
  model_name: row.model_name,
  model_type: row.model_type,
  display_name: row.display_name,
  capabilities: row.capabilities,
  default_params: row.default_params as JsonObject,
  price: row.price,
  limits: modelLimitsSchema.parse(row.limits),
  fallback_ids: [...row.fallback_ids],
  is_default: row.is_default,
  is_active: row.is_active && provider.is_active,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});
