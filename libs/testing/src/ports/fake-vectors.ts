import type { EmbeddingPort, EmbeddingRequest, RerankPort, RerankRequest } from '@heddle/engine';
import { embedText } from '../model-server/embedding';

const DIMENSIONS = 64;
const NO_USAGE = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0, cost: 0 };

/** An embedding port that remembers what it was asked. */
export interface FakeEmbedding extends EmbeddingPort {
  readonly requests: readonly EmbeddingRequest[];
}

/** Makes an embedding port of hashed words: texts that share words lie close. */
export function fakeEmbedding(): FakeEmbedding {
  const requests: EmbeddingRequest[] = [];
  return {
    requests,
    embed(request, signal) {
      signal.throwIfAborted();
      requests.push(request);
      const dimensions = request.dimensions ?? DIMENSIONS;
      const vectors = request.texts.map((text) => [...embedText(text, dimensions)]);
      return Promise.resolve({ vectors, dimensions, model: request.model ?? 'scripted', usage: NO_USAGE });
    },
  };
}

/** A rerank port that remembers what it was asked. */
export interface FakeRerank extends RerankPort {
  readonly requests: readonly RerankRequest[];
}

/** Makes a rerank port that goes by shared words. */
export function fakeRerank(): FakeRerank {
  const requests: RerankRequest[] = [];
  return {
    requests,
    rerank(request, signal) {
      signal.throwIfAborted();
      requests.push(request);
      const wanted = embedText(request.query, DIMENSIONS);
      const scoreOf = (text: string): number =>
        embedText(text, DIMENSIONS).reduce((sum, value, at) => sum + value * (wanted[at] ?? 0), 0);
      const items = request.texts
        .map((text, index) => ({ index, score: Math.min(1, Math.max(0, scoreOf(text))) }))
        .sort((a, b) => b.score - a.score)
        .slice(0, request.topN ?? request.texts.length);
      return Promise.resolve({ items, model: request.model ?? 'scripted', usage: NO_USAGE });
    },
  };
}
