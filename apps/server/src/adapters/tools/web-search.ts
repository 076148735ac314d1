import type { SearchProvider } from '@heddle/contracts';
import type { HttpRequest } from '@heddle/engine';
import { isJsonObject, type Json, type JsonObject } from '@heddle/model';
import { z } from 'zod';
import { argumentProblem, parametersOf, type ToolAnswer, type ToolMeans } from './builtin/builtin-tool';
import { askJson } from './http-text';
import { withoutCredential, type ServiceAccess } from './service-access';
import { toolErrors } from './tool-errors';

/** A page that a search found. */
interface Hit {
  readonly title: string;
  readonly url: string;
  readonly text: string;
}

/** How a search service is asked, and where in its answer the pages are. */
interface Service {
  /** Its own address; only services that people run themselves have none. */
  readonly serverUrl: string | undefined;
  readonly auth: ServiceAccess['auth'];
  request(
    query: SearchQuery,
    access: ServiceAccess,
  ): Pick<HttpRequest, 'method' | 'url'> & Partial<HttpRequest>;
  readonly results: readonly string[];
  readonly textKey: string;
}

const argumentsSchema = z.strictObject({
  query: z.string().trim().min(1).max(400).describe('What to search for, as typed into a search box'),
  count: z.int().min(1).max(20).default(5).describe('How many results'),
});

type SearchQuery = z.output<typeof argumentsSchema>;

function address(
  { serverUrl }: ServiceAccess,
  path: string,
  query: Readonly<Record<string, string>>,
): string {
  const url = new URL(`${serverUrl.replace(/\/+$/, '')}${path}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

const NO_AUTH = { type: 'none', in: 'header', name: 'X-API-Key', username: '' } as const;

const SERVICES: Readonly<Record<SearchProvider, Service>> = {
  searxng: {
    serverUrl: undefined,
    auth: NO_AUTH,
    request: ({ query }, access) => ({
      method: 'GET',
      url: address(access, '/search', { q: query, format: 'json' }),
    }),
    results: ['results'],
    textKey: 'content',
  },
  tavily: {
    serverUrl: 'https://api.tavily.com',
    auth: { ...NO_AUTH, type: 'bearer' },
    request: ({ query, count }, access) => ({
      method: 'POST',
      url: address(access, '/search', {}),
      headers: [['Authorization', `Bearer ${access.credential}`]],
      body: {
        kind: 'text',
        text: JSON.stringify({ query, max_results: count }),
        contentType: 'application/json',
      },
    }),
    results: ['results'],
    textKey: 'content',
  },
  brave: {
    serverUrl: 'https://api.search.brave.com/res/v1',
    auth: { ...NO_AUTH, type: 'api_key', name: 'X-Subscription-Token' },
    request: ({ query, count }, access) => ({
      method: 'GET',
      url: address(access, '/web/search', { q: query, count: String(count) }),
      headers: [['X-Subscription-Token', access.credential]],
    }),
    results: ['web', 'results'],
    textKey: 'description',
  },
};

/** What is known of a search service before anybody sets it up. */
export const searchService = (provider: SearchProvider): Pick<Service, 'serverUrl' | 'auth'> =>
  SERVICES[provider];

/** JSON Schema of a search's arguments. */
export const SEARCH_PARAMETERS: JsonObject = parametersOf(argumentsSchema);

/** What models are told of a search that its owner does not describe. */
export const SEARCH_DESCRIPTION = {
  en: 'Searches the web and gives titles, addresses and short texts of pages.',
  zh: '搜索网络，返回网页的标题、地址与摘要。',
} as const;

const textAt = (item: JsonObject, key: string): string => {
  const value = item[key];
  return typeof value === 'string' ? value.trim() : '';
};

function hitsOf(answer: Json, { results, textKey }: Service): Hit[] {
  const list = results.reduce<Json | undefined>(
    (value, key) => (isJsonObject(value) ? value[key] : undefined),
    answer,
  );
  const items = Array.isArray(list) ? list.filter(isJsonObject) : [];
  return items
    .map((item) => ({ title: textAt(item, 'title'), url: textAt(item, 'url'), text: textAt(item, textKey) }))
    .filter(({ url }) => url !== '');
}

/** Searches the web with a service of the workspace. @throws TOOL_ARGUMENTS_INVALID, TOOL_FAILED */
export async function searchWeb(
  search: { readonly tool: string; readonly provider: SearchProvider; readonly access: ServiceAccess },
  given: JsonObject,
  means: Pick<ToolMeans, 'http' | 'signal'>,
): Promise<ToolAnswer> {
  const { tool, provider, access } = search;
  const parsed = argumentsSchema.safeParse(given);
  if (!parsed.success) {
    throw toolErrors.TOOL_ARGUMENTS_INVALID({ tool, reason: argumentProblem(parsed.error) });
  }
  const service = SERVICES[provider];
  const hide = (text: string): string => withoutCredential(text, access);
  const answer = await askJson(tool, service.request(parsed.data, access), { ...means, hide });
  const hits = hitsOf(answer, service).slice(0, parsed.data.count);
  const lines = hits.map(({ title, url, text }, index) => `[${index + 1}] ${title}\n${url}\n${text}`);
  return {
    json: { query: parsed.data.query, results: hits.map((hit) => ({ ...hit })) },
    text: lines.length === 0 ? 'Nothing was found.' : lines.join('\n\n'),
  };
}
