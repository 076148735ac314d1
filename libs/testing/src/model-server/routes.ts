import type { JsonObject } from '@heddle/model';
import type { IncomingHttpHeaders } from 'node:http';
import { anthropicDialect } from './dialects/anthropic';
import type { Dialect } from './dialects/dialect';
import { geminiDialect } from './dialects/gemini';
import { openAiDialect } from './dialects/openai';
import { anthropicList, geminiList, ollamaTags, openAiList, type ListedModels } from './model-lists';
import { VECTOR_READERS } from './serve-vectors';

/** What a path asks for, and in which protocol. */
export type Route = { readonly dialect: Dialect } & (
  | { readonly kind: 'chat'; readonly model?: string; readonly isStreamed?: boolean }
  | { readonly kind: 'vectors'; readonly read: (typeof VECTOR_READERS)['openai'] }
  | { readonly kind: 'list'; readonly list: (models: ListedModels) => JsonObject }
  | { readonly kind: 'none' }
);

const FIXED: Readonly<Record<string, Route>> = {
  'POST /v1/chat/completions': { dialect: openAiDialect, kind: 'chat' },
  'POST /v1/embeddings': { dialect: openAiDialect, kind: 'vectors', read: VECTOR_READERS.openai },
  'POST /v1/rerank': { dialect: openAiDialect, kind: 'vectors', read: VECTOR_READERS.jina },
  'POST /v2/rerank': { dialect: openAiDialect, kind: 'vectors', read: VECTOR_READERS.cohere },
  'GET /v1/models': { dialect: openAiDialect, kind: 'list', list: openAiList },
  'GET /api/tags': { dialect: openAiDialect, kind: 'list', list: ollamaTags },
  'POST /v1/messages': { dialect: anthropicDialect, kind: 'chat' },
  'GET /v1beta/models': { dialect: geminiDialect, kind: 'list', list: geminiList },
};

const GEMINI = /^POST \/v1beta\/models\/([^/:]+):(\w+)$/;

function geminiRoute(model: string, method: string): Route {
  const dialect = geminiDialect;
  switch (method) {
    case 'generateContent':
      return { dialect, kind: 'chat', model, isStreamed: false };
    case 'streamGenerateContent':
      return { dialect, kind: 'chat', model, isStreamed: true };
    case 'embedContent':
    case 'batchEmbedContents':
      return { dialect, kind: 'vectors', read: VECTOR_READERS.gemini };
    default:
      return { dialect, kind: 'none' };
  }
}

/** Finds out what a request asks for. */
export function routeOf(method: string, path: string, headers: IncomingHttpHeaders): Route {
  const line = `${method} ${path}`;
  if (line === 'GET /v1/models' && headers['anthropic-version'] !== undefined) {
    return { dialect: anthropicDialect, kind: 'list', list: anthropicList };
  }
  const [, model, asked] = GEMINI.exec(line) ?? [];
  if (model !== undefined && asked !== undefined) return geminiRoute(decodeURIComponent(model), asked);
  return FIXED[line] ?? { dialect: openAiDialect, kind: 'none' };
}
