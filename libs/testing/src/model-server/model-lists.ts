import type { JsonObject } from '@heddle/model';

const CREATED = 1_767_225_600;

/** What a scripted server lists. */
export interface ListedModels {
  readonly names: readonly string[];
  /** Tokens of a prompt; 0 is no limit. */
  readonly contextLimit: number;
}

/** OpenAI's list, with the length that vLLM adds. */
export const openAiList = ({ contextLimit, names }: ListedModels): JsonObject => ({
  object: 'list',
  data: names.map((id) => ({
    id,
    object: 'model',
    created: CREATED,
    owned_by: 'scripted',
    ...(contextLimit > 0 ? { max_model_len: contextLimit } : {}),
  })),
});

/** Anthropic's list. */
export const anthropicList = ({ names }: ListedModels): JsonObject => ({
  data: names.map((id) => ({
    type: 'model',
    id,
    display_name: id,
    created_at: new Date(CREATED * 1_000).toISOString(),
  })),
  has_more: false,
  first_id: names[0] ?? null,
  last_id: names.at(-1) ?? null,
});

/** Gemini's list: names with a prefix, and what each can be asked for. */
export const geminiList = ({ contextLimit, names }: ListedModels): JsonObject => ({
  models: names.map((name) => ({
    name: `models/${name}`,
    displayName: name,
    inputTokenLimit: contextLimit > 0 ? contextLimit : 1_048_576,
    outputTokenLimit: 8_192,
    supportedGenerationMethods: name.includes('embed')
      ? ['embedContent', 'batchEmbedContents']
      : ['generateContent', 'countTokens'],
  })),
});

/** Ollama's list of what is on the machine. */
export const ollamaTags = ({ names }: ListedModels): JsonObject => ({
  models: names.map((name) => ({
    name: `${name}:latest`,
    model: `${name}:latest`,
    modified_at: new Date(CREATED * 1_000).toISOString(),
    size: 2_019_393_189,
    details: {
      format: 'gguf',
      family: name.includes('embed') ? 'nomic-bert' : 'llama',
      families: name.includes('embed') ? ['nomic-bert'] : ['llama'],
      parameter_size: '3.2B',
      quantization_level: 'Q4_K_M',
    },
  })),
});
