import type { HttpResponse } from '@heddle/engine';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { parseAllowList } from './allow-list';
import { createHttpPort } from './http-port';
import { flowTargetPolicy } from './target-policy';

/** Signed by nobody, for `secure.test`, valid for a hundred years; it protects nothing. */
const TEST_KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgIlya7tk6DBvNF868
wbEhn8fYxI3I8WhrHHf7wl9V1sqhRANCAASljL9rmrg4emVxY1fXnUI4rJrR8vVS
OR3+FxTSyKvjWrjAxAv5XriMJe0lAyvTaK2lb2Iv7bbw+5gq9K6w1a9O
-----END PRIVATE KEY-----`;
const TEST_CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBmjCCAUGgAwIBAgIUL3j5fu8R0GswuephVSsU2aDcnXcwCgYIKoZIzj0EAwIw
FjEUMBIGA1UEAwwLc2VjdXJlLnRlc3QwIBcNMjYxMjAxMDQyOTQ1WhgPMjEyNjEx
MDcwNDI5NDVaMBYxFDASBgNVBAMMC3NlY3VyZS50ZXN0MFkwEwYHKoZIzj0CAQYI
KoZIzj0DAQcDQgAEpYy/a5q4OHplcWNX151COKya0fL1Ujkd/hcU0sir41q4wMQL
+V64jCXtJQMr02itpW9iL+228PuYKvSusNWvTqNrMGkwHQYDVR0OBBYEFJOh/VmO
+Q6dCfEicbAMOa+vMzOwMB8GA1UdIwQYMBaAFJOh/VmO+Q6dCfEicbAMOa+vMzOw
MA8GA1UdEwEB/wQFMAMBAf8wFgYDVR0RBA8wDYILc2VjdXJlLnRlc3QwCgYIKoZI
zj0EAwIDRwAwRAIgFvlRprovnrNiMg6h1yEP7J8ZQKQbfOCpsn3opNu55N4CIBDG
22+lbTjqtKtERdnpMXvQJJR55sQT66VVnZdYseui
-----END CERTIFICATE-----`;

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
