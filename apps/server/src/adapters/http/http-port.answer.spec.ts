import type { HttpRequest } from '@heddle/engine';
import { createRecordingServer } from '@heddle/testing';
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
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

describe('an answer', () => {
  const content = 'The same text, whatever it is packed in. '.repeat(5);

  it.each([
    ['gzip', gzipSync(content)],
    ['x-gzip', gzipSync(content)],
    ['deflate', deflateSync(content)],
    ['deflate', deflateRawSync(content)],
    ['br', brotliCompressSync(content)],
    ['gzip, br', brotliCompressSync(gzipSync(content))],
    ['identity', Buffer.from(content)],
  ])('is unpacked from %s', async (encoding, bytes) => {
    server.answer(
      (_seen, response) => void response.writeHead(200, { 'content-encoding': encoding }).end(bytes),
    );
    const response = await request({});
    expect(text(response)).toBe(content);
    if (encoding !== 'identity') expect(response.headers).not.toHaveProperty('content-encoding');
  });

  it('stays packed when its packing is unknown', async () => {
    server.answer(
      (_seen, response) => void response.writeHead(200, { 'content-encoding': 'zstd' }).end('raw'),
    );
    expect(await request({})).toMatchObject({
      headers: { 'content-encoding': 'zstd' },
      body: Buffer.from('raw'),
    });
  });

  it.each([
    ['HEAD', 200],
    ['GET', 204],
    ['GET', 200],
  ])('may be empty although it claims to be packed: %s %i', async (method, status) => {
    server.answer((_seen, response) => void response.writeHead(status, { 'content-encoding': 'gzip' }).end());
    expect((await request({ method })).body).toHaveLength(0);
  });

  it('that is broken inside its packing is an error', async () => {
    const bytes = gzipSync(content).subarray(0, 30);
    server.answer(
      (_seen, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(bytes),
    );
    await expect(request({})).rejects.toMatchObject({
      code: 'HTTP_FAILED',
      message: expect.stringContaining('could not be decompressed'),
    });
  });

  it('may be as large as allowed and no larger', async () => {
    server.answer((_seen, response) => void response.end('x'.repeat(10_000)));
    expect((await request({})).body).toHaveLength(10_000);
    await expect(request({ maxBytes: 9_999 })).rejects.toMatchObject({ code: 'RESPONSE_TOO_LARGE' });
  });

  it('is not read on when it never ends', async () => {
    const closed = new Promise<void>((done) => {
      server.answer((_seen, response) => {
        const fill = (): void => {
          while (response.write(Buffer.alloc(65_536)));
        };
        response.on('drain', fill).on('close', done);
        fill();
      });
    });
    await expect(request({ maxBytes: 1_000_000 })).rejects.toMatchObject({ code: 'RESPONSE_TOO_LARGE' });
    await closed;
  });

  it.each([
    ['gzip', gzipSync],
    ['br', (bytes: Buffer) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
    ['deflate', deflateSync],
  ])('that is a %s bomb is given up early', async (encoding, pack) => {
    const bomb = pack(Buffer.alloc(100 * 1024 * 1024));
    server.answer(
      (_seen, response) => void response.writeHead(200, { 'content-encoding': encoding }).end(bomb),
    );
    const before = process.memoryUsage().rss;
    await expect(request({ maxBytes: 2 * 1024 * 1024 })).rejects.toMatchObject({
      code: 'RESPONSE_TOO_LARGE',
      message: 'The answer is over 2 MiB after decompression.',
    });
    expect(process.memoryUsage().rss - before).toBeLessThan(80 * 1024 * 1024);
  });
});

describe('time', () => {
  const inTime = { limit: 300 };

  it('ends a request that is never answered', async () => {
    server.answer(() => undefined);
    await expect(request({ timeoutMs: inTime.limit })).rejects.toMatchObject({
      code: 'HTTP_TIMEOUT',
      details: { limit_ms: inTime.limit },
    });
  });

  it('ends an answer that drips', async () => {
    server.answer((_seen, response) => {
      const timer = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(timer));
    });
    await expect(request({ timeoutMs: inTime.limit })).rejects.toMatchObject({ code: 'HTTP_TIMEOUT' });
  });

  it('counts over redirects', async () => {
    server.answer(
      (_seen, response) => void setTimeout(() => response.writeHead(302, { location: '/' }).end(), 150),
    );
    await expect(request({ timeoutMs: inTime.limit })).rejects.toMatchObject({ code: 'HTTP_TIMEOUT' });
  });

  it('is not waited for when the caller stops', async () => {
    const closed = new Promise<void>((done) => {
      server.answer((_seen, response) => void response.on('close', done));
    });
    const controller = new AbortController();
    const reason = new Error('stopped');
    const call = request({}, controller.signal);
    await server.nextRequest();
    controller.abort(reason);
    await expect(call).rejects.toBe(reason);
    await closed;
    await expect(request({}, controller.signal)).rejects.toBe(reason);
    expect(server.seen).toHaveLength(1);
  });
});
