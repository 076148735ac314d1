import { MODEL_TYPES, providerPresetSchema } from '@heddle/contracts';
import { z } from 'zod';

/**
 * A path below a provider's base URL, read as a link would be (`chat/completions`, `../api/tags`, `/rerank`).
 * `{model}` stands for the model, other names in braces for the provider's `extra_config`.
 */
const path = z.string().regex(/^(?![a-z][a-z0-9+.-]*:\/\/|\/\/)\S+$/i);
/** Where a value stands in a JSON object: names joined by dots. */
const place = z.string().regex(/^[\w-]+(?:\.[\w-]+)*$/);
const names = z.record(z.string(), z.string());
const params = z.record(z.string(), z.json());
/** A regular expression, case-insensitive. */
const pattern = z.string().transform((text, context) => {
  try {
    // eslint-disable-next-line no-restricted-syntax -- presets are files of ours, not a user's text
    return new RegExp(text, 'i');
  } catch (error) {
    context.addIssue({ code: 'custom', message: (error as Error).message });
    return z.NEVER;
  }
});

const modelParamsSchema = z.strictObject({
  /** Parameters that are called otherwise: `{"max_tokens": "max_completion_tokens"}`. */
  rename: names.optional(),
  /** Parameters that are refused, and so never sent. */
  omit: z.array(z.string()).optional(),
});

/** How a provider wants to be asked for an answer. */
export const chatTraitsSchema = z.strictObject({
  ...modelParamsSchema.shape,
  /** Sent with every request, beneath everything else. */
  body: params,
  /** Whether an answer can be held to a JSON schema; else the schema is told in words. */
  json_schema: z.boolean(),
  /** Whether an answer can be asked to be any JSON object; else that is said in words. */
  json_object: z.boolean(),
  /** Whether usage has to be asked for in a stream, and may be. */
  stream_usage: z.boolean(),
  /** Where reasoning stands in a part of an answer. */
  reasoning: z.array(z.string()),
  /** What an assistant's message has to hold its reasoning in when it called tools; null where none is wanted. */
  reasoning_back: z.string().nullable(),
  /** Tokens of an answer where neither request nor model says; null where the provider needs no limit. */
  max_tokens: z.int().nullable(),
  /** What only some models want; all that match count. */
  per_model: z.array(z.strictObject({ match: pattern, ...modelParamsSchema.shape })),
});
/** See {@link chatTraitsSchema}. */
export type ChatTraits = z.output<typeof chatTraitsSchema>;

/** How a provider wants to be asked for vectors. */
export const embeddingTraitsSchema = z.strictObject({
  /** Texts of one request. */
  max_batch: z.int().min(1),
  /** The parameter for a vector's length; null where it cannot be chosen. */
  dimensions: z.string().nullable(),
  /** The parameter that tells what is looked for from what is looked in. */
  purpose: z.strictObject({ param: z.string(), query: z.string(), document: z.string() }).nullable(),
  body: params,
});
/** See {@link embeddingTraitsSchema}. */
export type EmbeddingTraits = z.output<typeof embeddingTraitsSchema>;

/** How a provider wants to be asked for an order of texts, and how it answers. */
export const rerankTraitsSchema = z.strictObject({
  query: place,
  documents: place,
  top_n: place.nullable(),
  body: params,
  /** The list in the answer; empty where the answer is the list. */
  results: z.union([place, z.literal('')]),
  index: place,
  score: place,
  /** Where the used tokens may stand. */
  tokens: z.array(place),
});
/** See {@link rerankTraitsSchema}. */
export type RerankTraits = z.output<typeof rerankTraitsSchema>;

/** Reads something about a model out of what its provider lists, or out of its name. */
export const modelRuleSchema = z.strictObject({
  /** The place that is read; the model's name when absent. */
  at: place.optional(),
  /** Lists are joined by commas. */
  match: pattern,
  /** What the model is for; the first rule that says so wins. `null` is a model of no use here. */
  type: z.enum(MODEL_TYPES).nullable().optional(),
  /** What it can do; all rules that match count. */
  can: z.array(z.enum(['vision', 'tools', 'json_schema', 'reasoning'])).optional(),
});
/** See {@link modelRuleSchema}. */
export type ModelRule = z.output<typeof modelRuleSchema>;

/** How a provider lists its models. */
export const listTraitsSchema = z.strictObject({
  /** The list in the answer; empty where the answer is the list. */
  list: z.union([place, z.literal('')]),
  name: place,
  /** Left out of names. */
  prefix: z.string(),
  context_length: z.array(place),
  max_output: z.array(place),
  rules: z.array(modelRuleSchema),
});
/** See {@link listTraitsSchema}. */
export type ListTraits = z.output<typeof listTraitsSchema>;

/** Where a provider offers what. */
export const pathsSchema = z.strictObject({
  chat: path,
  embed: path,
  rerank: path,
  models: path,
  /** Asked to see whether the key is right, where the list of models is open to everybody. */
  ping: path,
});

/** Everything that is peculiar about a provider; what a preset leaves out is as usual in its protocol. */
export const traitsSchema = z.strictObject({
  /** How the key is sent. */
  auth: z.strictObject({ header: z.string(), prefix: z.string() }),
  headers: names,
  /** May hold names of the provider's `extra_config` in braces. */
  query: names,
  /** What `extra_config` holds where the user has set nothing. */
  settings: names,
  paths: pathsSchema.partial(),
  chat: chatTraitsSchema,
  embedding: embeddingTraitsSchema,
  rerank: rerankTraitsSchema,
  models: listTraitsSchema,
});
/** See {@link traitsSchema}. */
export type Traits = z.output<typeof traitsSchema>;

/** A file in `data`: a kind of provider, and how it differs from what is usual in its protocol. */
export const presetSchema = z.strictObject({
  ...providerPresetSchema.shape,
  /** Where it stands in a list; the name decides between equals. */
  order: z.int().default(100),
  auth: traitsSchema.shape.auth.optional(),
  headers: names.optional(),
  query: names.optional(),
  settings: names.optional(),
  paths: traitsSchema.shape.paths.optional(),
  chat: chatTraitsSchema.partial().optional(),
  embedding: embeddingTraitsSchema.partial().optional(),
  rerank: rerankTraitsSchema.partial().optional(),
  models: listTraitsSchema.partial().optional(),
});
/** See {@link presetSchema}. */
export type Preset = z.output<typeof presetSchema>;
