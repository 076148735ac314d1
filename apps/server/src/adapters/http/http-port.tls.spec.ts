import type { HttpResponse } from '@heddle/engine';
import { TEST_CERTIFICATE, TEST_KEY } from '@heddle/testing';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { parseAllowList } from './allow-list';
import { createHttpPort } from './http-port';
import { flowTargetPolicy } from './target-policy';

let server: Server;
let port = 0;
beforeAll(async () => {
  server = createServer({ key: TEST_KEY, cert: TEST_CERTIFICATE }, (request, response) =>
    response.end(
      JSON.stringify([
        request.headers.host,
        (request.socket as TLSSocket & { servername?: string }).servername,
      ]),
    ),
  );
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', () => done()));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => new Promise<void>((done) => void server.close(() => done())));

const http = createHttpPort({
  policy: flowTargetPolicy(parseAllowList('127.0.0.1')),
  resolve: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
});
afterAll(() => http.close());

const get = (verifyTls: boolean): Promise<HttpResponse> =>
  http.request(
    {
      method: 'GET',
      url: `https://secure.test:${port}/`,
      timeoutMs: 5_000,
      maxBytes: 1_000,
      followRedirects: true,
      verifyTls,
    },
    new AbortController().signal,
  );

describe('a request over TLS', () => {
  it('names the host to the server although it dials the address', async () => {
    const response = await get(false);
    expect(JSON.parse(Buffer.from(response.body).toString())).toEqual([`secure.test:${port}`, 'secure.test']);
  });

  it('does not trust a certificate that nobody vouches for', async () => {
    await expect(get(true)).rejects.toMatchObject({
      code: 'HTTP_FAILED',
      message: expect.stringContaining('its certificate is not valid'),
    });
  });

  it('keeps the two kinds of connection apart', async () => {
    await get(false);
    await expect(get(true)).rejects.toMatchObject({ code: 'HTTP_FAILED' });
  });
});
