import type { ChatPort, EmbeddingPort, RerankPort } from '@heddle/engine';
import { createChatPort } from './chat-port';
import { createEmbeddingPort } from './embedding-port';
import { createMeans, type ModelRuntimeOptions } from './model-means';
import { createRerankPort } from './rerank-port';

/** The ports behind which models are; also the token by which the server hands them out. */
export abstract class ModelPorts {
  abstract readonly chat: ChatPort;
  abstract readonly embedding: EmbeddingPort;
  abstract readonly rerank: RerankPort;
}

/** Makes the ports; they share keys, limits and connections. */
export function createModelPorts(options: ModelRuntimeOptions): ModelPorts {
  const means = createMeans(options);
  return {
    chat: createChatPort(means),
    embedding: createEmbeddingPort(means, options.localEmbedding),
    rerank: createRerankPort(means),
  };
}
