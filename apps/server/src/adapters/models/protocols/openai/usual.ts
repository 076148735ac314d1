import type { Traits } from '../../presets/preset';

/** What is usual among servers that speak OpenAI's protocol; texts are ordered as Cohere and Jina do. */
export const USUAL: Traits = {
  auth: { header: 'authorization', prefix: 'Bearer ' },
  headers: {},
  query: {},
  settings: {},
  paths: { chat: 'chat/completions', embed: 'embeddings', rerank: 'rerank', models: 'models' },
  chat: {
    body: {},
    json_schema: true,
    json_object: true,
    stream_usage: true,
    reasoning: ['reasoning_content', 'reasoning'],
    reasoning_back: null,
    max_tokens: null,
    per_model: [],
  },
  embedding: { max_batch: 32, dimensions: 'dimensions', purpose: null, body: {} },
  rerank: {
    query: 'query',
    documents: 'documents',
    top_n: 'top_n',
    body: { return_documents: false },
    results: 'results',
    index: 'index',
    score: 'relevance_score',
    tokens: ['usage.total_tokens', 'meta.tokens.input_tokens'],
  },
  models: {
    list: 'data',
    name: 'id',
    prefix: '',
    context_length: ['max_model_len', 'context_length', 'context_window', 'max_context_length'],
    max_output: ['max_output_tokens', 'max_completion_tokens'],
    rules: [],
  },
};
