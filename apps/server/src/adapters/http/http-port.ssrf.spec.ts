import type { HttpResponse } from '@heddle/engine';
import { createRecordingServer } from '@heddle/testing';
import { parseAllowList } from './allow-list';
import type { ResolveHost } from './guarded-agent';
import { createHttpPort, type GuardedHttp } from './http-port';
import { flowTargetPolicy } from './target-policy';

/** The one that may be reached, and one that nobody may get to. */
const server = createRecordingServer();
const secret = createRecordingServer();
const open: GuardedHttp[] = [];

beforeAll(() => Promise.all([server.listen(), secret.listen()]));
beforeEach(() => {
  server.reset();
  secret.reset();
});
afterEach(() => Promise.all(open.splice(0).map((http) => http.close())));
afterAll(() => Promise.all([server.close(), secret.close()]));

const withPorts = (text: string): string =>
  text.replaceAll('PORT', String(server.port)).replaceAll('SECRET', String(secret.port));

const resolveTo = (...answers: string[][]): ResolveHost & { calls: number } =>
  Object.assign(
    function resolve() {
      const answer = answers[Math.min(resolver.calls, answers.length - 1)] ?? [];
      resolver.calls += 1;
      return Promise.resolve(answer.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));
    } as ResolveHost,
    { calls: 0 },
  );
let resolver = resolveTo([]);

function get(url: string, allow = '', resolve?: ResolveHost): Promise<HttpResponse> {
  const policy = flowTargetPolicy(parseAllowList(withPorts(allow)));
  const http = createHttpPort({ policy, ...(resolve ? { resolve } : {}) });
  open.push(http);
  const request = {
    method: 'GET',
    timeoutMs: 5_000,
    maxBytes: 1_000,
    followRedirects: true,
    verifyTls: true,
  };
  return http.request({ url: withPorts(url), ...request }, new AbortController().signal);
}

describe('addresses that flows may not reach', () => {
  it.each([
    'http://127.0.0.1:PORT/',
    'http://127.0.0.1.:PORT/',
    'http://127.1:PORT/',
    'http://127.0.1:PORT/',
    'http://2130706433:PORT/',
    'http://017700000001:PORT/',
    'http://0x7f000001:PORT/',
    'http://0x7f.1:PORT/',
    'http://0x7f.0x0.0x0.0x1:PORT/',
    'http://0177.0.0.1:PORT/',
    'http://0177.0.0.01:PORT/',
    'http://127.0.0.1%2e:PORT/',
    'http://%31%32%37.0.0.1:PORT/',
    'http://①②⑦.⓪.⓪.①:PORT/',
    'http://127。0。0。1:PORT/',
    'http://127.127.127.127:PORT/',
    'http://localhost:PORT/',
    'http://LOCALHOST:PORT/',
    'http://localhost.:PORT/',
    'http://anything.localhost:PORT/',
    'http:\\\\localhost:PORT\\',
    'http:localhost:PORT/',
    'http:////localhost:PORT/',
    'http://0:PORT/',
    'http://0.0.0.0:PORT/',
    'http://[::]:PORT/',
    'http://[::1]:PORT/',
    'http://[0:0:0:0:0:0:0:1]:PORT/',
    'http://[0000:0000:0000:0000:0000:0000:0000:0001]:PORT/',
    'http://[::127.0.0.1]:PORT/',
    'http://[::7f00:1]:PORT/',
    'http://[::ffff:127.0.0.1]:PORT/',
    'http://[::ffff:7f00:1]:PORT/',
    'http://[0:0:0:0:0:ffff:127.0.0.1]:PORT/',
    'http://[::ffff:0:127.0.0.1]:PORT/',
    'http://[64:ff9b::127.0.0.1]:PORT/',
    'http://[64:ff9b:1::7f00:1]:PORT/',
    'http://[2002:7f00:0001::]:PORT/',
    'http://[2001:0:7f00:1::1]:PORT/',
    'http://[fe80::1]:PORT/',
    'http://[fc00::1]:PORT/',
    'http://[fd00:ec2::254]/',
    'http://[fec0::1]/',
    'http://[ff02::1]/',
    'http://10.0.0.1/',
    'http://172.16.0.1/',
    'http://192.168.0.1/',
    'http://100.64.0.1/',
    'http://100.100.100.200/',
    'http://169.254.169.254/latest/meta-data/',
    'http://2852039166/latest/meta-data/',
    'http://0xa9fea9fe/',
    'http://0251.0376.0251.0376/',
    'http://168.63.129.16/',
    'http://192.0.0.192/',
    'http://224.0.0.1/',
    'http://255.255.255.255/',
    'http://198.18.0.1/',
    'https://127.0.0.1:PORT/',
  ])('refuses %s and names the host as typed', async (url) => {
    const host = /^https?:[/\\]*([^/\\]*)/.exec(withPorts(url))?.[1] ?? '';
    await expect(get(url)).rejects.toMatchObject({
      code: 'SSRF_BLOCKED',
      category: 'forbidden',
      isRetryable: false,
      message: expect.stringContaining(`'${host}'`),
      details: { host },
    });
    expect(server.seen).toEqual([]);
  });

  it.each([
    ['one private answer', [['10.0.0.1']]],
    ['a private answer among public ones', [['93.184.216.34', '127.0.0.1']]],
    ['a private IPv6 answer', [['2606:4700::1111', 'fd00::1']]],
    ['no answer at all', [[]]],
  ])('refuses a name with %s', async (_case, answers) => {
    await expect(get('http://innocent.test:PORT/', '', resolveTo(...answers))).rejects.toMatchObject({
      code: 'SSRF_BLOCKED',
      details: { host: `innocent.test:${server.port}` },
    });
    expect(server.seen).toEqual([]);
  });

  it('dials the address that it checked, whatever the name stands for a moment later', async () => {
    resolver = resolveTo(['127.0.0.1'], ['10.0.0.1']);
    const answer = await get('http://rebind.test:PORT/', '127.0.0.1', resolver);
    expect(Buffer.from(answer.body).toString()).toBe('ok');
    expect(resolver.calls).toBe(1);
    await expect(get('http://rebind.test:PORT/', '127.0.0.1', resolver)).rejects.toMatchObject({
      code: 'SSRF_BLOCKED',
    });
    expect(server.seen.map(({ headers }) => headers.host)).toEqual([withPorts('rebind.test:PORT')]);
  });
});

describe('redirects', () => {
  it.each([
    ['http://127.0.0.1:SECRET/secret', '127.0.0.1:SECRET'],
    ['//127.0.0.1:SECRET/secret', '127.0.0.1:SECRET'],
    ['http://0x7f.1:SECRET/secret', '0x7f.1:SECRET'],
    ['http://localhost:SECRET/secret', 'localhost:SECRET'],
    ['http://[::ffff:7f00:1]:SECRET/secret', '[::ffff:7f00:1]:SECRET'],
    ['http://169.254.169.254/latest', '169.254.169.254'],
  ])('are checked like requests: %s', async (to, host) => {
    server.answer((_seen, response) => response.writeHead(302, { location: withPorts(to) }).end());
    await expect(get('http://127.0.0.1:PORT/', '127.0.0.1:PORT')).rejects.toMatchObject({
      code: 'SSRF_BLOCKED',
      details: { host: withPorts(host) },
    });
    expect([server.seen.length, secret.seen.length]).toEqual([1, 0]);
  });

  it('end where the scheme is another', async () => {
    server.answer((_seen, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end());
    await expect(get('http://127.0.0.1:PORT/', '127.0.0.1')).rejects.toMatchObject({
      code: 'URL_SCHEME_NOT_ALLOWED',
    });
  });
});

describe('the list of allowed targets', () => {
  it('lets through what it names', async () => {
    expect(await get('http://127.0.0.1:PORT/', '127.0.0.1:PORT')).toMatchObject({ status: 200 });
    expect(await get('http://localhost:PORT/', 'localhost')).toMatchObject({ status: 200 });
  });

  it('holds for its port only', async () => {
    await expect(get('http://127.0.0.1:PORT/', '127.0.0.1:SECRET')).rejects.toMatchObject({
      code: 'SSRF_BLOCKED',
    });
  });
});
