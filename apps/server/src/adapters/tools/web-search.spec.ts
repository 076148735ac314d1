import { fakeHttp, type HttpScript } from '@heddle/testing';
import type { SearchProvider } from '@heddle/contracts';
import { searchService, searchWeb } from './web-search';

async function search(
  provider: SearchProvider,
  script: HttpScript,
  serverUrl = searchService(provider).serverUrl,
) {
  const http = fakeHttp(script);
  const access = { serverUrl: serverUrl ?? '', auth: searchService(provider).auth, credential: 'key-12345' };
  const means = { http, signal: new AbortController().signal };
  const answer = await searchWeb(
    { tool: 'web_search', provider, access },
    { query: ' looms ', count: 1 },
    means,
  );
  return { answer, request: http.requests[0] };
}

const page = { title: 'Looms', url: 'https://looms.test/', content: 'Weaving.', description: 'Weaving.' };
const found = { query: 'looms', results: [{ title: 'Looms', url: 'https://looms.test/', text: 'Weaving.' }] };

describe('searching the web', () => {
  it('asks SearXNG where it runs', async () => {
    const script = { json: { results: [page, { ...page, url: 'https://b.test/' }] } };
    const { answer, request } = await search('searxng', script, 'https://search.test/x/');
    expect(request?.url).toBe('https://search.test/x/search?q=looms&format=json');
    expect(answer).toEqual({ json: found, text: '[1] Looms\nhttps://looms.test/\nWeaving.' });
  });

  it('asks Tavily with a token', async () => {
    const { answer, request } = await search('tavily', { json: { results: [page] } });
    expect(request).toMatchObject({ method: 'POST', url: 'https://api.tavily.com/search' });
    expect(request?.headers).toEqual([['Authorization', 'Bearer key-12345']]);
    expect(answer.json).toEqual(found);
  });

  it('asks Brave with a key', async () => {
    const { answer, request } = await search('brave', { json: { web: { results: [page] } } });
    expect(request?.headers).toEqual([['X-Subscription-Token', 'key-12345']]);
    expect(answer.json).toEqual(found);
  });

  it('says when nothing was found, or the service fails', async () => {
    expect((await search('brave', { json: {} })).answer.text).toBe('Nothing was found.');
    await expect(search('tavily', { status: 401, text: 'no' })).rejects.toMatchObject({
      code: 'TOOL_FAILED',
    });
    await expect(search('tavily', { text: '<html>' })).rejects.toThrow('did not answer in JSON');
  });
});
