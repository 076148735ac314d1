import type {
  ModelCapabilities,
  ModelInstance,
  ModelProvider,
  ModelType,
  UpdateModelInstanceBody,
} from '@heddle/contracts';
import type { NewModel } from './api/models-api';

/** What a model can do, besides its sizes. */
export const ABILITIES = ['vision', 'tools', 'json_schema', 'reasoning'] as const;
/** One of {@link ABILITIES}. */
export type Ability = (typeof ABILITIES)[number];

/** The sizes of a model that are worth knowing. */
export const SIZES = ['context_length', 'max_output', 'dimensions'] as const;
/** One of {@link SIZES}. */
export type Size = (typeof SIZES)[number];

/** The limits that a model can be given. */
export const LIMITS = ['requests_per_minute', 'tokens_per_minute', 'concurrency'] as const;
/** One of {@link LIMITS}. */
export type Limit = (typeof LIMITS)[number];

/** Default parameters that have a field of their own; the rest is JSON. */
export const NUMBER_PARAMS = ['temperature', 'top_p', 'max_tokens'] as const;
/** One of {@link NUMBER_PARAMS}. */
export type NumberParam = (typeof NUMBER_PARAMS)[number];

type Numbers<Key extends string> = Partial<Record<Key, number | undefined>>;
type Params = NonNullable<UpdateModelInstanceBody['default_params']>;

/** What is typed into the form of a model; an empty number is undefined. */
export interface ModelDraft {
  modelName: string;
  modelType: ModelType;
  displayName: string;
  abilities: readonly Ability[];
  sizes: Numbers<Size>;
  params: Numbers<NumberParam>;
  /** One a line. */
  stop: string;
  /** JSON of further parameters. */
  furtherParams: string;
  price: Numbers<'input' | 'output'>;
  limits: Numbers<Limit>;
  fallbackIds: readonly string[];
}

/** What the form is opened for: a model to change, or a provider and a type to add one to. */
export interface ModelEditing {
  readonly model: ModelInstance | undefined;
  readonly provider: ModelProvider | undefined;
  readonly type: ModelType;
}

/** What the form begins with for a model that is added by hand. */
export const emptyModelDraft = (modelType: ModelType): ModelDraft => ({
  modelName: '',
  modelType,
  displayName: '',
  abilities: [],
  sizes: {},
  params: {},
  stop: '',
  furtherParams: '',
  price: {},
  limits: {},
  fallbackIds: [],
});

const isNumberParam = (key: string): key is NumberParam => NUMBER_PARAMS.some((name) => name === key);
const isTextList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string' && !item.includes('\n'));

function readParams(all: Params): Pick<ModelDraft, 'params' | 'stop' | 'furtherParams'> {
  const params: Numbers<NumberParam> = {};
  const further: Params = {};
  let stop = '';
  for (const [key, value] of Object.entries(all)) {
    if (isNumberParam(key) && typeof value === 'number') params[key] = value;
    else if (key === 'stop' && isTextList(value)) stop = value.join('\n');
    else further[key] = value;
  }
  const furtherParams = Object.keys(further).length === 0 ? '' : JSON.stringify(further, null, 2);
  return { params, stop, furtherParams };
}

/** What the form begins with for a model that is there. */
export function draftOfModel(model: ModelInstance): ModelDraft {
  const { capabilities, limits, price } = model;
  return {
    modelName: model.model_name,
    modelType: model.model_type,
    displayName: model.display_name,
    abilities: ABILITIES.filter((ability) => capabilities[ability] === true),
    sizes: Object.fromEntries(SIZES.map((size) => [size, capabilities[size]])),
    ...readParams(model.default_params),
    price: price ? { ...price } : {},
    limits: Object.fromEntries(LIMITS.map((limit) => [limit, limits[limit] ?? undefined])),
    fallbackIds: model.fallback_ids,
  };
}

/** The JSON of further parameters as an object; undefined when it is none. */
export function parseFurtherParams(text: string): Params | undefined {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Params) : undefined;
  } catch {
    return undefined;
  }
}

const given = <Key extends string>(numbers: Numbers<Key>): Partial<Record<Key, number>> =>
  Object.fromEntries(Object.entries(numbers).filter(([, value]) => value !== undefined)) as Partial<
    Record<Key, number>
  >;

function paramsOf(draft: ModelDraft): Params {
  const stop = draft.stop.split('\n').filter((line) => line !== '');
  return {
    ...parseFurtherParams(draft.furtherParams),
    ...given(draft.params),
    ...(stop.length === 0 ? {} : { stop }),
  };
}

function capabilitiesOf(draft: ModelDraft): ModelCapabilities {
  return {
    ...Object.fromEntries(draft.abilities.map((ability) => [ability, true])),
    ...given(draft.sizes),
  };
}

/** The price as it is stored: none when nothing is said, and what is left out costs nothing. */
function priceOf({ price: { input, output } }: ModelDraft): { input: number; output: number } | null {
  return input === undefined && output === undefined ? null : { input: input ?? 0, output: output ?? 0 };
}

/** What both requests hold that store a model. */
function bodyOf(draft: ModelDraft) {
  return {
    model_name: draft.modelName.trim(),
    capabilities: capabilitiesOf(draft),
    default_params: paramsOf(draft),
    price: priceOf(draft),
    limits: {
      requests_per_minute: draft.limits.requests_per_minute ?? null,
      tokens_per_minute: draft.limits.tokens_per_minute ?? null,
      concurrency: draft.limits.concurrency ?? null,
    },
    fallback_ids: [...draft.fallbackIds],
  };
}

/** The request that adds what was typed. */
export function createModelBodyOf(draft: ModelDraft): NewModel {
  const displayName = draft.displayName.trim();
  return {
    ...bodyOf(draft),
    model_type: draft.modelType,
    ...(displayName === '' ? {} : { display_name: displayName }),
  };
}

/** The request that changes a model to what was typed; without a name for people it bears the provider's. */
export const updateModelBodyOf = (draft: ModelDraft): UpdateModelInstanceBody => ({
  ...bodyOf(draft),
  display_name: draft.displayName.trim() || draft.modelName.trim(),
});
