import type { ModelProvider, ProviderPreset, UpdateModelProviderBody } from '@heddle/contracts';
import type { NewProvider } from './api/models-api';

/** What is typed into the form of a provider. */
export interface ProviderDraft {
  readonly name: string;
  readonly baseUrl: string;
  /** One field each; empty ones do not count. */
  readonly keys: readonly string[];
  /** JSON of the settings that only this kind of provider has. */
  readonly extra: string;
}

/** A field of the form that can be wrong. */
export type ProviderField = 'name' | 'baseUrl' | 'keys' | 'extra';

/** What a field lacks. */
export type ProviderProblem =
  'name_needed' | 'url_needed' | 'url_bad' | 'key_needed' | 'key_again' | 'extra_bad';

type Problems = Partial<Record<ProviderField, ProviderProblem>>;

/** A name that no provider has yet: "Ollama", then "Ollama 2". */
export function freeName(name: string, taken: readonly string[]): string {
  if (!taken.includes(name)) return name;
  let count = 2;
  while (taken.includes(`${name} ${count}`)) count += 1;
  return `${name} ${count}`;
}

/** What the form begins with for a new provider of a kind. */
export const draftOfPreset = (
  preset: ProviderPreset,
  taken: readonly string[],
  baseUrl = preset.base_url,
): ProviderDraft => ({
  name: freeName(preset.name, taken),
  baseUrl,
  keys: [''],
  extra: '',
});

/** What the form begins with for a provider that is there. */
export const draftOfProvider = (provider: ModelProvider): ProviderDraft => ({
  name: provider.name,
  baseUrl: provider.base_url,
  keys: [''],
  extra:
    Object.keys(provider.extra_config).length === 0 ? '' : JSON.stringify(provider.extra_config, null, 2),
});

/** Whether an address was given that the stored keys do not belong to. */
export const isElsewhere = (draft: ProviderDraft, provider: ModelProvider | undefined): boolean =>
  provider !== undefined &&
  draft.baseUrl.trim().replace(/\/+$/, '') !== provider.base_url.replace(/\/+$/, '');

const keysOf = ({ keys }: ProviderDraft): string[] =>
  keys.map((key) => key.trim()).filter((key) => key !== '');

function parseExtra(text: string): NewProvider['extra_config'] | undefined {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as NonNullable<NewProvider['extra_config']>) : undefined;
  } catch {
    return undefined;
  }
}

function urlProblem(baseUrl: string): ProviderProblem | undefined {
  if (baseUrl.trim() === '') return 'url_needed';
  return /^https?:\/\/[^\s/]+/i.test(baseUrl.trim()) && URL.canParse(baseUrl.trim()) ? undefined : 'url_bad';
}

function keyProblem(draft: ProviderDraft, { needsKey, provider }: FormContext): ProviderProblem | undefined {
  if (keysOf(draft).length > 0) return undefined;
  if (provider?.has_key === true) return needsKey && isElsewhere(draft, provider) ? 'key_again' : undefined;
  return needsKey ? 'key_needed' : undefined;
}

interface FormContext {
  readonly needsKey: boolean;
  /** The provider as it is stored; none while it is new. */
  readonly provider: ModelProvider | undefined;
}

/** What has to be put right before the form can be sent. */
export function problemsOf(draft: ProviderDraft, context: FormContext): Problems {
  const found: Record<ProviderField, ProviderProblem | undefined> = {
    name: draft.name.trim() === '' ? 'name_needed' : undefined,
    baseUrl: urlProblem(draft.baseUrl),
    keys: keyProblem(draft, context),
    extra: parseExtra(draft.extra) === undefined ? 'extra_bad' : undefined,
  };
  return Object.fromEntries(Object.entries(found).filter(([, problem]) => problem !== undefined));
}

function keyPart(draft: ProviderDraft): Pick<NewProvider, 'api_key' | 'api_keys'> {
  const keys = keysOf(draft);
  const [first] = keys;
  if (first === undefined) return {};
  return keys.length === 1 ? { api_key: first } : { api_keys: keys };
}

/** The request that adds what was typed. */
export const createBodyOf = (draft: ProviderDraft, providerType: string): NewProvider => ({
  provider_type: providerType,
  name: draft.name.trim(),
  base_url: draft.baseUrl.trim(),
  ...keyPart(draft),
  extra_config: parseExtra(draft.extra) ?? {},
});

/** The request that changes a provider to what was typed; without a key the stored ones stay. */
export const updateBodyOf = (draft: ProviderDraft): UpdateModelProviderBody => ({
  name: draft.name.trim(),
  base_url: draft.baseUrl.trim(),
  ...keyPart(draft),
  extra_config: parseExtra(draft.extra) ?? {},
});

const FIELDS: Readonly<Record<string, ProviderField>> = {
  PROVIDER_AUTH_FAILED: 'keys',
  PROVIDER_URL_NOT_ALLOWED: 'baseUrl',
  UPSTREAM_ERROR: 'baseUrl',
  UPSTREAM_TIMEOUT: 'baseUrl',
  UPSTREAM_NOT_A_MODEL_API: 'baseUrl',
  URL_INVALID: 'baseUrl',
};

const FIELDS_OF_PATHS: Readonly<Record<string, ProviderField>> = {
  name: 'name',
  base_url: 'baseUrl',
  api_key: 'keys',
  api_keys: 'keys',
  extra_config: 'extra',
};

/** The field that an error of the server is about, if it is about one. */
export function fieldOfError(code: string, path?: string): ProviderField | undefined {
  return FIELDS[code] ?? FIELDS_OF_PATHS[(path ?? '').split(/[.[]/, 1)[0] ?? ''];
}
