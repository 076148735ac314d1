import type { HttpRequest } from '@heddle/engine';
import { createRecordingServer, type RequestHandler } from '@heddle/testing';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseAllowList } from './allow-list';
import { createHttpPort } from './http-port';
import { flowTargetPolicy } from './target-policy';

const server = createRecordingServer();
const http = createHttpPort({ policy: flowTargetPolicy(parseAllowList('127.0.0.1')) });
beforeAll(() => Promise.all([server.listen()]));
beforeEach(() => server.reset());
afterAll(() => Promise.all([server.close(), http.close()]));

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

describe('a request', () => {
  it('sends method, headers and body and returns status, headers and bytes', async () => {
    server.answer((_seen, response) => void response.writeHead(418, { 'x-a': ['1', '2'] }).end('tea'));
    const response = await request({
      method: 'post',
      url: `${server.origin}/a?b=c`,
      headers: [
        ['X-Twice', 'one'],
        ['X-Twice', 'two'],
        ['Accept', 'text/plain'],
      ],
      body: { kind: 'text', text: '{"a":"ü"}', contentType: 'application/json' },
    });
    expect(response).toMatchObject({
      status: 418,
      url: `${server.origin}/a?b=c`,
      headers: { 'x-a': '1, 2' },
    });
    expect(text(response)).toBe('tea');
    expect(server.seen[0]).toMatchObject({
      method: 'POST',
      url: '/a?b=c',
      headers: {
        'x-twice': 'one, two',
        accept: 'text/plain',
        'content-type': 'application/json',
        'content-length': '10',
      },
    });
  });

  it('keeps the content type of the headers over that of the body', async () => {
    const headers: [string, string][] = [['content-type', 'application/vnd.api+json']];
    await request({
      method: 'PUT',
      headers,
      body: { kind: 'bytes', bytes: Buffer.from([1, 2]), contentType: 'x/y' },
    });
    expect(server.seen[0]).toMatchObject({
      headers: { 'content-type': 'application/vnd.api+json' },
      body: '\u0001\u0002',
    });
  });

  it('sends forms with files, whatever their names hold', async () => {
    await request({
      method: 'POST',
      body: {
        kind: 'multipart',
        parts: [
          { name: 'a"\r\nb', value: 'text' },
          {
            name: 'f',
            value: { bytes: Buffer.from('bytes'), filename: 'x"y.png', contentType: 'image/png\r\nX: 1' },
          },
        ],
      },
    });
    const boundary = /boundary=(.+)$/.exec(server.seen[0]?.headers['content-type'] ?? '')?.[1];
    expect(server.seen[0]?.body.split(`--${boundary}`)).toEqual([
      '',
      '\r\nContent-Disposition: form-data; name="a%22%0D%0Ab"\r\n\r\ntext\r\n',
      '\r\nContent-Disposition: form-data; name="f"; filename="x%22y.png"\r\n' +
        'Content-Type: application/octet-stream\r\n\r\nbytes\r\n',
      '--\r\n',
    ]);
  });

  it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'])('may be %s', async (method) => {
    expect((await request({ method })).status).toBe(200);
    expect(server.seen[0]?.method).toBe(method);
  });

  it.each(['TRACE', 'CONNECT', 'FOO', '', 'GET /x HTTP/1.1\r\n'])('may not be %j', async (method) => {
    await expect(request({ method })).rejects.toMatchObject({
      code: 'METHOD_NOT_ALLOWED',
      message: expect.stringContaining('GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS'),
    });
    expect(server.seen).toEqual([]);
  });

  it.each([
    ['X-A', 'a\r\nX-B: b'],
    ['X-A', 'a\nb'],
    ['X-A', 'a\0b'],
    ['X-A', '中文'],
    ['X-A', 'a\u0007b'],
    ['X A', 'a'],
    ['X-A\r\nX-B', 'b'],
    ['', 'a'],
    ['标头', 'a'],
    ['Host', 'internal'],
    ['Connection', 'upgrade'],
    ['transfer-encoding', 'chunked'],
    ['Content-Length', '5'],
    ['TE', 'trailers'],
    ['Upgrade', 'websocket'],
    ['Keep-Alive', 'timeout=5'],
    ['Proxy-Authorization', 'Basic x'],
  ])('may not carry the header %j: %j', async (name, value) => {
    await expect(request({ headers: [[name, value]] })).rejects.toMatchObject({
      code: 'HEADER_NOT_ALLOWED',
      message: expect.stringContaining(JSON.stringify(name).slice(1, -1)),
    });
    expect(server.seen).toEqual([]);
  });
});

describe('a URL', () => {
  it.each([
    '',
    'example.com',
    '/path',
    'http://',
    'http://x:99999/',
    'http://x:-1/',
    'http://exa mple.com',
    'http://exam\nple.com/',
    'http://[::1/',
    'http://256.256.256.256.256/',
    'http://1.2.3.4.5/',
    'http://a%00b/',
    'http://user:pw@example.com/',
    'http://api.example.com@evil.example/',
    `http://example.com/${'a'.repeat(20_000)}`,
  ])('is refused when it is none: %j', async (url) => {
    await expect(request({ url })).rejects.toMatchObject({ code: 'URL_INVALID' });
  });

  it('does not repeat a password in the message', async () => {
    await expect(request({ url: 'http://user:hunter2@example.com/' })).rejects.toMatchObject({
      message: expect.not.stringContaining('hunter2'),
    });
  });

  it.each([
    'file:///etc/passwd',
    'gopher://x/',
    'data:text/plain,hi',
    'unix:/run/x.sock',
    'ftp://x/',
    'javascript:1',
    'ws://x/',
  ])('is refused for its scheme: %s', async (url) => {
    await expect(request({ url })).rejects.toMatchObject({
      code: 'URL_SCHEME_NOT_ALLOWED',
      message: `'${url}' must begin with http:// or https://.`,
    });
  });
});

describe('failures', () => {
  it.each<[string, RequestHandler, string]>([
    ['a cut connection', (_seen, response) => void response.destroy(), 'it closed the connection'],
    [
      'an incomplete answer',
      (_seen, response) => {
        response.writeHead(200, { 'content-length': '100' });
        response.write('part', () => void response.destroy());
      },
      'it closed the connection',
    ],
    [
      'something that is not HTTP',
      (_seen, _response, { socket }) => void socket.end('SSH-2.0-x\r\n\r\n'),
      'its answer is not HTTP',
    ],
  ])('say what happened: %s', async (_case, failing, reason) => {
    server.answer(failing);
    await expect(request({})).rejects.toMatchObject({
      code: 'HTTP_FAILED',
      isRetryable: true,
      message: expect.stringContaining(reason),
    });
  });

  it('say that nobody listens', async () => {
    const unused = createServer();
    await new Promise<void>((done) => void unused.listen(0, '127.0.0.1', () => done()));
    const { port } = unused.address() as AddressInfo;
    await new Promise((done) => void unused.close(done));
    await expect(request({ url: `http://127.0.0.1:${port}/` })).rejects.toMatchObject({
      code: 'HTTP_FAILED',
      message: `'127.0.0.1:${port}' could not be used: it refused the connection.`,
    });
  });
});
