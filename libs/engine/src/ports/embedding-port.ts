import type { Usage } from '@heddle/model';
import type { ModelChoice } from './chat-port';

/** Texts to turn into vectors. */
export interface EmbeddingRequest extends ModelChoice {
  readonly workspaceId: string;
  readonly texts: readonly string[];
  /** Some models embed what is looked for otherwise than what is looked in. */
  readonly purpose?: 'query' | 'document';
  /** Numbers of one vector, where the model can be asked for fewer. */
  readonly dimensions?: number;
}

/** Vectors of the texts, in their order. */
export interface Embeddings {
  /** [texts × dimensions]; null for a text that this model must not embed, see the local model. */
  readonly vectors: readonly (readonly number[] | null)[];
  /** Names the model: vectors of two models must never be compared. */
  readonly model: string;
  readonly dimensions: number;
  readonly usage: Usage;
}

/** Turns texts into vectors. */
export interface EmbeddingPort {
  /** @throws MODEL_NOT_CONFIGURED, PROVIDER_AUTH_FAILED, UPSTREAM_ERROR, UPSTREAM_TIMEOUT, RATE_LIMITED */
  embed(request: EmbeddingRequest, signal: AbortSignal): Promise<Embeddings>;
}
