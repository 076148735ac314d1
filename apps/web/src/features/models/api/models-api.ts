import type {
  CreateModelInstanceBody,
  CreateModelProviderBody,
  DetectedModels,
  LocalProviders,
  ModelDefaults,
  ModelInstance,
  ModelProvider,
  ModelType,
  ModelUsage,
  ModelUse,
  ProviderPreset,
  ProviderPresets,
  ProviderTest,
  UpdateModelDefaultsBody,
  UpdateModelInstanceBody,
  UpdateModelProviderBody,
} from '@heddle/contracts';
import { request } from '@/app/api/api-client';
import { isApiError } from '@/app/api/api-error';
import { readAll } from '@/app/api/read-all';

const PROVIDERS = '/api/model-providers';
const INSTANCES = '/api/model-instances';
const DEFAULTS = '/api/model-defaults';

/** What a new provider is made of; what is left out gets the server's default. */
export type NewProvider = Pick<CreateModelProviderBody, 'name' | 'provider_type'> &
  Partial<CreateModelProviderBody>;

/** What a new model is made of; what is left out gets the server's default. */
export type NewModel = Pick<CreateModelInstanceBody, 'model_name' | 'model_type'> &
  Partial<CreateModelInstanceBody>;

/** The kinds of providers that the form offers. */
export async function listPresets(signal?: AbortSignal): Promise<readonly ProviderPreset[]> {
  return (await request<ProviderPresets>(`${PROVIDERS}/presets`, { signal })).items;
}

/** Model servers that run on the server's own machine. */
export async function findLocalProviders(signal?: AbortSignal): Promise<LocalProviders['items']> {
  return (await request<LocalProviders>(`${PROVIDERS}/local`, { signal })).items;
}

/** The providers of the workspace, without their keys. */
export const listProviders = (signal?: AbortSignal): Promise<readonly ModelProvider[]> =>
  readAll(PROVIDERS, { signal });

/** Adds a provider; its keys never come back. */
export const createProvider = (body: NewProvider): Promise<ModelProvider> =>
  request(PROVIDERS, { method: 'POST', body });

/** Changes a provider; another address takes its keys away. */
export const updateProvider = (id: string, body: UpdateModelProviderBody): Promise<ModelProvider> =>
  request(`${PROVIDERS}/${id}`, { method: 'PUT', body });

interface DeleteOptions {
  /** Whatever uses it is left without. */
  readonly isForced?: boolean;
}

const deletion = ({ isForced = false }: DeleteOptions) =>
  ({ method: 'DELETE', query: { force: isForced ? true : undefined } }) as const;

/** Deletes a provider with its models. @throws {ApiError} 409 MODEL_IN_USE, see {@link usesOf} */
export const deleteProvider = (id: string, options: DeleteOptions = {}): Promise<void> =>
  request(`${PROVIDERS}/${id}`, deletion(options));

/** Asks a provider whether it answers. */
export const testProvider = (id: string): Promise<ProviderTest> =>
  request(`${PROVIDERS}/${id}/test`, { method: 'POST' });

/** Asks a provider which models it has. */
export async function detectModels(id: string): Promise<DetectedModels['models']> {
  return (await request<DetectedModels>(`${PROVIDERS}/${id}/detect`, { method: 'POST' })).models;
}

/** The models of the workspace, of one type or all. */
export const listModels = (type?: ModelType, signal?: AbortSignal): Promise<readonly ModelInstance[]> =>
  readAll(INSTANCES, { query: { type }, signal });

/** Adds a model to a provider. */
export const createModel = (providerId: string, body: NewModel): Promise<ModelInstance> =>
  request(`${PROVIDERS}/${providerId}/models`, { method: 'POST', body });

/** Changes a model; what is left out stays. */
export const updateModel = (id: string, body: UpdateModelInstanceBody): Promise<ModelInstance> =>
  request(`${INSTANCES}/${id}`, { method: 'PUT', body });

/** Deletes a model. @throws {ApiError} 409 MODEL_IN_USE, see {@link usesOf} */
export const deleteModel = (id: string, options: DeleteOptions = {}): Promise<void> =>
  request(`${INSTANCES}/${id}`, deletion(options));

/** Which model stands where none is chosen. */
export const readDefaults = (signal?: AbortSignal): Promise<ModelDefaults> => request(DEFAULTS, { signal });

/** Chooses defaults; types that are left out keep theirs. */
export const updateDefaults = (body: UpdateModelDefaultsBody): Promise<ModelDefaults> =>
  request(DEFAULTS, { method: 'PUT', body });

/** What the models were asked, a day and model each; the last thirty days. */
export async function readUsage(signal?: AbortSignal): Promise<ModelUsage['items']> {
  return (await request<ModelUsage>('/api/model-usage', { signal })).items;
}

/** What stands in the way of a deletion, when that is why it was refused. */
export function usesOf(error: unknown): readonly ModelUse[] | undefined {
  if (!isApiError(error, 'MODEL_IN_USE')) return undefined;
  const { uses } = error.details;
  return Array.isArray(uses) ? (uses as ModelUse[]) : [];
}
