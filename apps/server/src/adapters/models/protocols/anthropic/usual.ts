import type { Traits } from '../../presets/preset';
import { USUAL as OPENAI } from '../openai/usual';

/** What is usual among servers that speak Anthropic's protocol. */
export const USUAL: Traits = {
  auth: { header: 'x-api-key', prefix: '' },
  headers: { 'anthropic-version': '2023-06-01' },
  query: {},
  settings: {},
  paths: { chat: 'messages', models: 'models?limit=1000' },
  chat: {
    ...OPENAI.chat,
    // The protocol refuses requests without a limit.
    max_tokens: 8_192,
  },
  embedding: OPENAI.embedding,
  rerank: OPENAI.rerank,
  models: {
    list: 'data',
    name: 'id',
    prefix: '',
    context_length: ['max_input_tokens'],
    max_output: ['max_tokens'],
    rules: [],
  },
};
