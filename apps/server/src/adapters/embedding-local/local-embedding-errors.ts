import { defineErrors } from '@heddle/model';

/** What can go wrong with the local model. */
export const localEmbeddingErrors = defineErrors({
  EMBEDDING_UNAVAILABLE: {
    category: 'operational',
    status: 503,
    message: ({ reason }: { reason: string }) => `The local embedding model is not available: ${reason}.`,
  },
});
