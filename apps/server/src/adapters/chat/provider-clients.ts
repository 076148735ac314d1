import OpenAI from 'openai';
import type { Fetch } from '../http/guarded-fetch';
import type { ResolvedModel } from './resolved-model';

const MAX_CLIENTS = 100;

/** The SDK carries the request and reads the stream; retries, timeouts and logging are ours. */
const createClient = (fetch: Fetch, { apiKey, baseURL }: ResolvedModel, timeoutMs: number): OpenAI =>
  new OpenAI({
    baseURL,
    apiKey: apiKey === '' ? 'none' : apiKey,
    ...(apiKey === '' ? { defaultHeaders: { authorization: null } } : {}),
    organization: null,
    project: null,
    adminAPIKey: null,
    fetch,
    maxRetries: 0,
    timeout: timeoutMs,
    logLevel: 'off',
  });

/** Finds the SDK's client for a model; clients are kept, as making one costs more than a small request. */
export function rememberClients(fetch: Fetch, timeoutMs: number): (model: ResolvedModel) => OpenAI {
  const clients = new Map<string, OpenAI>();
  return (model) => {
    const key = JSON.stringify([model.baseURL, model.apiKey]);
    const known = clients.get(key);
    if (known) return known;
    const [oldest] = clients.keys();
    if (oldest !== undefined && clients.size >= MAX_CLIENTS) clients.delete(oldest);
    const client = createClient(fetch, model, timeoutMs);
    clients.set(key, client);
    return client;
  };
}
