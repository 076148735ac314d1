import type { EmbeddingPort } from '@heddle/engine';
import type { LocalEmbedding } from './local-embedding';

const NO_USAGE = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0, cost: 0 } as const;

/** The engine's embedding port on the local model, which has one width, one purpose, and costs nothing. */
export const createLocalEmbeddingPort = (embedding: LocalEmbedding): EmbeddingPort => ({
  async embed({ texts }, signal) {
    return { ...(await embedding.embed(texts, signal)), usage: NO_USAGE };
  },
});
