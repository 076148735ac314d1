import type { ModelCapabilities, ModelType } from '@heddle/contracts';
import type {
  ChatChunk,
  ChatRequest,
  EmbeddingRequest,
  Embeddings,
  RerankRequest,
  Reranking,
} from '@heddle/engine';
import type { ModelTarget } from './model-target';

/** A model that a provider offers. */
export interface OfferedModel {
  readonly name: string;
  readonly type: ModelType;
  readonly capabilities: ModelCapabilities;
}

/**
 * Asks a certain provider or model once, for tests and set-up: no second try, no other key or model, no limits, no
 * statistics. Errors are the same as in runs, with every key masked. The target's `model` may be empty for the first two.
 */
export abstract class ModelProbe {
  /** Resolves when the provider answers and takes the key. @throws PROVIDER_AUTH_FAILED, UPSTREAM_ERROR, … */
  abstract ping(target: ModelTarget, signal: AbortSignal): Promise<void>;
  /** The models that the provider lists, each with what it seems to be for. */
  abstract detect(target: ModelTarget, signal: AbortSignal): Promise<readonly OfferedModel[]>;
  abstract chat(target: ModelTarget, request: ChatRequest, signal: AbortSignal): AsyncIterable<ChatChunk>;
  abstract embed(target: ModelTarget, request: EmbeddingRequest, signal: AbortSignal): Promise<Embeddings>;
  abstract rerank(target: ModelTarget, request: RerankRequest, signal: AbortSignal): Promise<Reranking>;
}
