import { z } from 'zod';
import { listQuery } from './paging';
import { dayText } from './dates';
import { nameText, plainText } from './text';
import { serviceUrl } from './tool-auth';

/** What a model is for. */
export const MODEL_TYPES = ['llm', 'embedding', 'rerank', 'speech_to_text', 'text_to_speech'] as const;
/** See {@link MODEL_TYPES}. */
export type ModelType = (typeof MODEL_TYPES)[number];

/** The languages in which providers are spoken to. */
export const MODEL_PROTOCOLS = ['openai', 'anthropic', 'gemini'] as const;

const id = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,49}$/);
const json = z.record(z.string(), z.json());

const MAX_SETTINGS = 20_000;
/** Settings that are read for each call, so they are kept small. */
const smallJson = json.refine(
  (value) => JSON.stringify(value).length <= MAX_SETTINGS,
  'must have at most 20,000 characters as JSON',
);

/** What a model can do; what is left out is unknown and treated as absent. */
export const modelCapabilitiesSchema = z.strictObject({
  /** Reads images. */
  vision: z.boolean().optional(),
  /** Calls tools. */
  tools: z.boolean().optional(),
  /** Keeps to a JSON schema by itself. */
  json_schema: z.boolean().optional(),
  /** Thinks before it answers, and says so apart. */
  reasoning: z.boolean().optional(),
  /** Tokens of prompt and answer together. */
  context_length: z.int().min(1).max(100_000_000).optional(),
  /** Tokens of one answer. */
  max_output: z.int().min(1).max(100_000_000).optional(),
  /** Of an embedding: numbers of one vector. */
  dimensions: z.int().min(1).max(16_000).optional(),
});
/** See {@link modelCapabilitiesSchema}. */
export type ModelCapabilities = z.output<typeof modelCapabilitiesSchema>;

/** What a million tokens cost, in the workspace's currency. */
export const modelPriceSchema = z.strictObject({
  input: z.number().min(0).max(1_000_000),
  output: z.number().min(0).max(1_000_000),
});
/** See {@link modelPriceSchema}. */
export type ModelPrice = z.output<typeof modelPriceSchema>;

/** How much of a model may be used at once; null is no limit of ours. */
export const modelLimitsSchema = z.strictObject({
  requests_per_minute: z.int().min(1).max(1_000_000).nullable().default(null),
  tokens_per_minute: z.int().min(1).max(1_000_000_000).nullable().default(null),
  concurrency: z.int().min(1).max(10_000).nullable().default(null),
});
/** See {@link modelLimitsSchema}. */
export type ModelLimits = z.output<typeof modelLimitsSchema>;

/** A kind of provider that the form offers: `GET /api/model-providers/presets`. */
export const providerPresetSchema = z.object({
  /** What `provider_type` holds. */
  id,
  name: z.string(),
  protocol: z.enum(MODEL_PROTOCOLS),
  /** Filled into the form; empty where only the user can know it. */
  base_url: z.string(),
  needs_key: z.boolean(),
  /** The address of a page where keys are made. */
  key_url: z.string().nullable(),
  /** Runs on the user's own machine or network. */
  is_local: z.boolean(),
  types: z.array(z.enum(MODEL_TYPES)),
});
/** See {@link providerPresetSchema}. */
export type ProviderPreset = z.output<typeof providerPresetSchema>;

/** How a provider was when it was last asked, by a test or by a run. */
export const providerHealthSchema = z.object({
  status: z.enum(['unknown', 'ok', 'failing']),
  /** Of the last answer. */
  latency_ms: z.number().nullable(),
  checked_at: z.iso.datetime().nullable(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
});
/** See {@link providerHealthSchema}. */
export type ProviderHealth = z.output<typeof providerHealthSchema>;

/** A provider of a workspace. Its keys are never part of an answer. */
export const modelProviderSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  provider_type: z.string(),
  base_url: z.string(),
  /** Settings that only this kind of provider has, such as Azure's API version. */
  extra_config: json,
  is_active: z.boolean(),
  has_key: z.boolean(),
  /** The last four characters of the first key; null without a key, and for keys so short that it would tell. */
  key_hint: z.string().nullable(),
  /** Keys that share the load. */
  key_count: z.int(),
  model_count: z.int(),
  health: providerHealthSchema,
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});
/** See {@link modelProviderSchema}. */
export type ModelProvider = z.output<typeof modelProviderSchema>;

const keyText = z.string().trim().min(1).max(8_000);
const written = {
  name: nameText(100),
  base_url: serviceUrl,
  /** One key; empty takes the keys away. */
  api_key: z.union([z.literal(''), keyText]).optional(),
  /** Several keys that share the load, instead of `api_key`. */
  api_keys: z.array(keyText).max(20).optional(),
  extra_config: smallJson.default({}),
  is_active: z.boolean().default(true),
};

/** Body of `POST /api/model-providers/`; without `base_url` the preset's is taken. */
export const createModelProviderBodySchema = z.strictObject({
  ...written,
  provider_type: id,
  base_url: written.base_url.optional(),
});
/** See {@link createModelProviderBodySchema}. */
export type CreateModelProviderBody = z.output<typeof createModelProviderBodySchema>;

/** Body of `PUT /api/model-providers/:id`; what is left out stays, another address takes the keys away. */
export const updateModelProviderBodySchema = z.strictObject({
  name: written.name.optional(),
  base_url: written.base_url.optional(),
  api_key: written.api_key,
  api_keys: written.api_keys,
  extra_config: smallJson.optional(),
  is_active: z.boolean().optional(),
});
/** See {@link updateModelProviderBodySchema}. */
export type UpdateModelProviderBody = z.output<typeof updateModelProviderBodySchema>;

/** Answer of `POST /api/model-providers/:id/test`. */
export const providerTestSchema = z.object({
  ok: z.boolean(),
  latency_ms: z.number(),
  error: z.object({ code: z.string(), message: z.string() }).optional(),
});
/** See {@link providerTestSchema}. */
export type ProviderTest = z.output<typeof providerTestSchema>;

/** Answer of `POST /api/model-providers/:id/detect`. */
export const detectedModelsSchema = z.object({
  models: z.array(
    z.object({
      model_name: z.string(),
      model_type: z.enum(MODEL_TYPES),
      capabilities: modelCapabilitiesSchema,
      /** Already among the workspace's models. */
      is_added: z.boolean(),
    }),
  ),
});
/** See {@link detectedModelsSchema}. */
export type DetectedModels = z.output<typeof detectedModelsSchema>;

/** A model of a provider. */
export const modelInstanceSchema = z.object({
  id: z.uuid(),
  provider_id: z.uuid(),
  provider_name: z.string(),
  provider_type: z.string(),
  model_name: z.string(),
  model_type: z.enum(MODEL_TYPES),
  display_name: z.string(),
  capabilities: modelCapabilitiesSchema,
  /** What a request gets where the node sets nothing: temperature, top_p, max_tokens, … */
  default_params: json,
  price: modelPriceSchema.nullable(),
  limits: modelLimitsSchema,
  /** Models that are asked in this order when this one fails before its first token. */
  fallback_ids: z.array(z.uuid()),
  is_default: z.boolean(),
  /** False also counts where only the provider is switched off. */
  is_active: z.boolean(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});
/** See {@link modelInstanceSchema}. */
export type ModelInstance = z.output<typeof modelInstanceSchema>;

// Ids are compared with those of the database, which writes them small.
const fallbackIds = z.array(z.uuid().toLowerCase()).max(10);

/** The longest name of a model, in UTF-16 units. */
export const MAX_MODEL_NAME = 200;

const instance = {
  model_name: nameText(MAX_MODEL_NAME),
  model_type: z.enum(MODEL_TYPES),
  display_name: nameText(200),
  capabilities: modelCapabilitiesSchema.default({}),
  default_params: smallJson.default({}),
  price: modelPriceSchema.nullable().default(null),
  limits: modelLimitsSchema.prefault({}),
  fallback_ids: fallbackIds.default([]),
  is_active: z.boolean().default(true),
};

/** Body of `POST /api/model-providers/:id/models/`. */
export const createModelInstanceBodySchema = z.strictObject({
  ...instance,
  display_name: instance.display_name.optional(),
});
/** See {@link createModelInstanceBodySchema}. */
export type CreateModelInstanceBody = z.output<typeof createModelInstanceBodySchema>;

/** Body of `PUT /api/model-instances/:id`; what is left out stays. */
export const updateModelInstanceBodySchema = z.strictObject({
  model_name: instance.model_name.optional(),
  display_name: instance.display_name.optional(),
  capabilities: modelCapabilitiesSchema.optional(),
  default_params: smallJson.optional(),
  price: modelPriceSchema.nullable().optional(),
  limits: modelLimitsSchema.optional(),
  fallback_ids: fallbackIds.optional(),
  is_active: z.boolean().optional(),
});
/** See {@link updateModelInstanceBodySchema}. */
export type UpdateModelInstanceBody = z.output<typeof updateModelInstanceBodySchema>;

/** Orders of `GET /api/model-providers/`. */
export const MODEL_PROVIDER_SORTS = ['-created_at', 'created_at', 'name', '-name'] as const;
/** Orders of `GET /api/model-instances/`. */
export const MODEL_INSTANCE_SORTS = ['-created_at', 'created_at', 'display_name', '-display_name'] as const;

/** Query of `GET /api/model-providers/`. */
export const modelProvidersQuerySchema = listQuery(MODEL_PROVIDER_SORTS);
/** See {@link modelProvidersQuerySchema}. */
export type ModelProvidersQuery = z.output<typeof modelProvidersQuerySchema>;

/** Query of `GET /api/model-instances/`. */
export const modelInstancesQuerySchema = listQuery(MODEL_INSTANCE_SORTS).extend({
  type: z.enum(MODEL_TYPES).optional(),
  provider_id: z.uuid().optional(),
});
/** See {@link modelInstancesQuerySchema}. */
export type ModelInstancesQuery = z.output<typeof modelInstancesQuerySchema>;

/** Body of `POST /api/model-instances/:id/test`; `stream` answers as SSE `text`, `reasoning`, `done` and `error` events. */
export const testModelBodySchema = z.strictObject({
  prompt: plainText(10_000).optional(),
  params: json.optional(),
  stream: z.boolean().default(false),
});
/** See {@link testModelBodySchema}. */
export type TestModelBody = z.output<typeof testModelBodySchema>;

/** Answer of `POST /api/model-instances/:id/test`, and the data of the stream's `done`. */
export const modelTestSchema = z.object({
  ok: z.boolean(),
  latency_ms: z.number(),
  first_token_ms: z.number().nullable(),
  /** What the model said; of an embedding, its width. */
  text: z.string(),
  usage: z
    .object({
      prompt_tokens: z.int(),
      completion_tokens: z.int(),
      total_tokens: z.int(),
      cost: z.number(),
    })
    .nullable(),
  error: z.object({ code: z.string(), message: z.string() }).optional(),
});
/** See {@link modelTestSchema}. */
export type ModelTest = z.output<typeof modelTestSchema>;

/** Body and answer of `/api/model-defaults/`: which model stands where none is chosen. */
export const modelDefaultsSchema = z.strictObject({
  llm: z.uuid().nullable(),
  embedding: z.uuid().nullable(),
  rerank: z.uuid().nullable(),
  speech_to_text: z.uuid().nullable(),
  text_to_speech: z.uuid().nullable(),
});
/** See {@link modelDefaultsSchema}. */
export type ModelDefaults = z.output<typeof modelDefaultsSchema>;

/** Body of `PUT /api/model-defaults/`; what is left out stays. */
export const updateModelDefaultsBodySchema = modelDefaultsSchema.partial();
/** See {@link updateModelDefaultsBodySchema}. */
export type UpdateModelDefaultsBody = z.output<typeof updateModelDefaultsBodySchema>;

/** Query of `DELETE /api/model-providers/:id` and `DELETE /api/model-instances/:id`. */
export const deleteModelQuerySchema = z.strictObject({
  /** Deletes also what is in use; the flows that name it then fail with MODEL_NOT_CONFIGURED. */
  force: z.stringbool().default(false),
});
/** See {@link deleteModelQuerySchema}. */
export type DeleteModelQuery = z.output<typeof deleteModelQuerySchema>;

/** Answer of `GET /api/model-providers/presets`. */
export const providerPresetsSchema = z.object({ items: z.array(providerPresetSchema) });
/** See {@link providerPresetsSchema}. */
export type ProviderPresets = z.output<typeof providerPresetsSchema>;

/** A place that uses a model or provider and stands in the way of deleting it. */
export const modelUseSchema = z.object({
  kind: z.enum(['draft', 'published', 'default', 'fallback']),
  /** Of the flow; null for `default` and `fallback`. */
  flow_id: z.uuid().nullable(),
  /** Name of the flow or model, or the type of the default. */
  name: z.string(),
  model_id: z.uuid(),
});
/** See {@link modelUseSchema}. */
export type ModelUse = z.output<typeof modelUseSchema>;

/** Query of `GET /api/model-usage`; days by UTC, the last 30 when left out. */
export const modelUsageQuerySchema = z.strictObject({
  from: dayText().optional(),
  to: dayText().optional(),
  model_id: z.uuid().optional(),
});
/** See {@link modelUsageQuerySchema}. */
export type ModelUsageQuery = z.output<typeof modelUsageQuerySchema>;

/** Answer of `GET /api/model-usage`: one item a day and model. */
export const modelUsageSchema = z.object({
  items: z.array(
    z.object({
      day: z.iso.date(),
      /** Null for a model of the settings. */
      model_id: z.uuid().nullable(),
      model_name: z.string(),
      requests: z.int(),
      failures: z.int(),
      prompt_tokens: z.int(),
      completion_tokens: z.int(),
      cost: z.number(),
      /** Mean over requests that got a first token. */
      first_token_ms: z.number().nullable(),
    }),
  ),
});
/** See {@link modelUsageSchema}. */
export type ModelUsage = z.output<typeof modelUsageSchema>;

/** Answer of `GET /api/model-providers/local`: model servers found on this machine. */
export const localProvidersSchema = z.object({
  items: z.array(
    z.object({
      provider_type: z.string(),
      base_url: z.string(),
      models: z.array(z.string()),
    }),
  ),
});
/** See {@link localProvidersSchema}. */
export type LocalProviders = z.output<typeof localProvidersSchema>;
