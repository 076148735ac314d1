import type { Traits } from '../../presets/preset';
import { USUAL as OPENAI } from '../openai/usual';

/** What is usual among servers that speak Gemini's protocol. */
export const USUAL: Traits = {
  auth: { header: 'x-goog-api-key', prefix: '' },
  headers: {},
  query: {},
  settings: {},
  paths: {
    chat: 'models/{model}:streamGenerateContent?alt=sse',
    embed: 'models/{model}:batchEmbedContents',
    models: 'models?pageSize=1000',
  },
  chat: OPENAI.chat,
  embedding: {
    max_batch: 100,
    dimensions: 'outputDimensionality',
    purpose: { param: 'taskType', query: 'RETRIEVAL_QUERY', document: 'RETRIEVAL_DOCUMENT' },
    body: {},
  },
  rerank: OPENAI.rerank,
  models: {
    list: 'models',
    name: 'name',
    prefix: 'models/',
    context_length: ['inputTokenLimit'],
    max_output: ['outputTokenLimit'],
    rules: [],
  },
};
