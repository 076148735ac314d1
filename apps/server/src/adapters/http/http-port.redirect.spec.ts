import type { HttpRequest } from '@heddle/engine';
import { createRecordingServer, type RequestHandler } from '@heddle/testing';
import { parseAllowList } from './allow-list';
import { createHttpPort } from './http-port';
import { flowTargetPolicy } from './target-policy';

const server = createRecordingServer();
const other = createRecordingServer();
const http = createHttpPort({ policy: flowTargetPolicy(parseAllowList('127.0.0.1')) });
beforeAll(() => Promise.all([server.listen(), other.listen()]));
beforeEach(() => {
  server.reset();
  other.reset();
});
afterAll(() => Promise.all([server.close(), other.close(), http.close()]));

const request = (more: Partial<HttpRequest>, signal = new AbortController().signal) =>
  http.request(
    {
      method: 'GET',
      url: `${server.origin}/`,
      timeoutMs: 5_000,
      maxBytes: 10_000,
      followRedirects: true,
      verifyTls: true,
      ...more,
    },
    signal,
  );

const text = (response: { body: Uint8Array }): string => Buffer.from(response.body).toString();

describe('redirects', () => {
  const redirect = (status: number, location: string): RequestHandler => {
    return ({ url }, response) =>
      void (url === '/' ? response.writeHead(status, { location }).end('moved') : response.end('there'));
  };
  const secretHeaders: [string, string][] = [
    ['Authorization', 'Bearer t'],
    ['Cookie', 'a=b'],
    ['X-Api-Key', 'k'],
    ['Custom-Credential', 'k'],
    ['Accept', 'text/plain'],
  ];
  const post = {
    method: 'POST',
    headers: secretHeaders,
    body: { kind: 'text', text: 'body', contentType: 'text/plain' },
  } as const;

  it('are followed to the end, which the answer names', async () => {
    server.answer(redirect(302, '/there'));
    expect(await request({})).toMatchObject({ status: 200, url: `${server.origin}/there` });
  });

  it('are answers themselves when they are not to be followed', async () => {
    server.answer(redirect(302, '/there'));
    expect(await request({ followRedirects: false })).toMatchObject({
      status: 302,
      headers: { location: '/there' },
    });
  });

  it('may be five', async () => {
    server.answer(({ url }, response) => {
      const count = Number(url?.slice(1));
      if (count === 0) response.end('there');
      else response.writeHead(302, { location: `/${count - 1}` }).end();
    });
    expect((await request({ url: `${server.origin}/5` })).status).toBe(200);
    await expect(request({ url: `${server.origin}/6` })).rejects.toMatchObject({
      code: 'TOO_MANY_REDIRECTS',
    });
  });

  it('in a circle end with an error', async () => {
    server.answer((_seen, response) => void response.writeHead(301, { location: '/' }).end());
    await expect(request({})).rejects.toMatchObject({ code: 'TOO_MANY_REDIRECTS', details: { limit: 5 } });
    expect(server.seen).toHaveLength(6);
  });

  it.each([
    [301, 'GET', ''],
    [302, 'GET', ''],
    [303, 'GET', ''],
    [307, 'POST', 'body'],
    [308, 'POST', 'body'],
  ])('by %i within an origin keep credentials and go on as %s', async (status, method, body) => {
    server.answer(redirect(status, '/there'));
    await request(post);
    expect(server.seen[1]).toMatchObject({
      method,
      body,
      headers: { authorization: 'Bearer t', 'x-api-key': 'k' },
    });
    expect(server.seen[1]?.headers['content-type']).toBe(body === '' ? undefined : 'text/plain');
  });

  it.each([302, 303, 307, 308])(
    'by %i to another origin take neither credentials nor body along',
    async (status) => {
      server.answer(redirect(status, `${other.origin}/there`));
      await request(post);
      const [arrived] = other.seen;
      expect(arrived?.body).toBe('');
      const names = Object.keys(arrived?.headers ?? {}).filter((name) => name !== 'content-length');
      expect(names.sort()).toEqual(['accept', 'accept-encoding', 'connection', 'host', 'user-agent']);
      expect(arrived?.headers.accept).toBe('text/plain');
    },
  );

  it('do not get credentials back on the way home', async () => {
    other.answer((_seen, response) => response.writeHead(307, { location: `${server.origin}/home` }).end());
    server.answer(({ headers, url }, response) => {
      if (url === '/home') response.end(JSON.stringify(headers));
      else response.writeHead(307, { location: `${other.origin}/back` }).end();
    });
    const answer = text(await request(post));
    expect(answer).toContain('"accept":"text/plain"');
    expect(answer).not.toContain('Bearer t');
  });
});
