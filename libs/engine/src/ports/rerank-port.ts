import type { Usage } from '@heddle/model';
import type { ModelChoice } from './chat-port';

/** Texts to put in order by how well they answer a query. */
export interface RerankRequest extends ModelChoice {
  readonly workspaceId: string;
  readonly query: string;
  readonly texts: readonly string[];
  /** How many to return; all when absent. */
  readonly topN?: number;
}

/** The best texts first. */
export interface Reranking {
  readonly items: readonly {
    /** Position in the request. */
    readonly index: number;
    /** 0 to 1. */
    readonly score: number;
  }[];
  readonly model: string;
  readonly usage: Usage;
}

/** Orders texts by relevance. */
export interface RerankPort {
  /** @throws MODEL_NOT_CONFIGURED, PROVIDER_AUTH_FAILED, UPSTREAM_ERROR, UPSTREAM_TIMEOUT, RATE_LIMITED */
  rerank(request: RerankRequest, signal: AbortSignal): Promise<Reranking>;
}
