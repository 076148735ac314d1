import type { ChatRequest, EmbeddingRequest, RerankRequest } from '@heddle/engine';
import type { JsonObject } from '@heddle/model';
import type { Fetch } from '../../http/guarded-fetch';
import type { AnswerPart } from '../answer/answer-part';
import type { ModelTarget } from '../model-target';
import type { Traits } from '../presets/preset';

/** One request to a provider: to whom, with which key, and how long it may last. */
export interface ProviderCall {
  readonly target: ModelTarget;
  readonly traits: Traits;
  /** What the model's settings add to a request in the provider's own words. */
  readonly params: JsonObject;
  /** Empty where none is asked for. */
  readonly apiKey: string;
  /** Reaches providers; a guarded fetch in the product. */
  readonly fetch: Fetch;
  readonly signal: AbortSignal;
}

/** Vectors of one batch, in the order of its texts; undefined tokens were not reported. */
export interface EmbeddingBatch {
  readonly vectors: readonly (readonly number[])[];
  readonly tokens: number | undefined;
}

/** Texts in the provider's order, best first; undefined tokens were not reported. */
export interface RankedTexts {
  readonly items: readonly { readonly index: number; readonly score: number }[];
  readonly tokens: number | undefined;
}

/**
 * A language in which providers are spoken to. It only translates: time limits, retries, keys and counting belong to
 * the runtime, which is the same for all.
 */
export interface ModelProtocol {
  /** What is usual; presets say what differs. */
  readonly usual: Traits;
  /** Resolves once the provider has taken the request, to the parts of its answer. @throws UpstreamRefusal */
  chat(request: ChatRequest, call: ProviderCall): Promise<AsyncIterable<AnswerPart>>;
  /** Absent where the protocol has no embeddings; gets at most as many texts as the provider takes. */
  embed?(request: EmbeddingRequest, call: ProviderCall): Promise<EmbeddingBatch>;
  /** Absent where the protocol has no ordering of texts. */
  rerank?(request: RerankRequest, call: ProviderCall): Promise<RankedTexts>;
}
