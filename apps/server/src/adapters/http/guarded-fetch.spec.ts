import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { createGuardedAgent } from './guarded-agent';
import { createGuardedFetch } from './guarded-fetch';
import { providerTargetPolicy } from './target-policy';

const agent = createGuardedAgent({ policy: providerTargetPolicy });
const fetch = createGuardedFetch(agent, 1_000_000);
let handler: (url: string, response: ServerResponse) => void = (_url, response) => void response.end();
let server: Server;
let base = '';
beforeAll(async () => {
  server = createServer((request, response) => handler(request.url ?? '', response));
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', () => done()));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await agent.close();
  await new Promise((done) => void server.close(done));
});

describe('the guarded fetch', () => {
  it('reaches this machine, which providers may live on', async () => {
    handler = (url, response) => void response.end(url);
    const response = await fetch(`${base}/v1/models`);
    expect([response.status, await response.text()]).toEqual([200, '/v1/models']);
  });

  it('streams', async () => {
    let answer: ServerResponse | undefined;
    handler = (_url, response) => {
      answer = response;
      response.write('one');
    };
    const reader = (await fetch(base)).body?.getReader();
    const read = async () => Buffer.from((await reader?.read())?.value ?? []).toString();
    expect(await read()).toBe('one');
    answer?.end('two');
    expect(await read()).toBe('two');
    expect((await reader?.read())?.done).toBe(true);
  });

  it.each([
    'http://169.254.169.254/',
    'http://[::ffff:169.254.169.254]/',
    'http://168.63.129.16/',
    'http://0.0.0.0/',
  ])('never reaches %s', async (url) => {
    await expect(fetch(url)).rejects.toMatchObject({ cause: { code: 'SSRF_BLOCKED' } });
  });

  it('does not follow redirects', async () => {
    const urls: string[] = [];
    handler = (url, response) => {
      urls.push(url);
      response.writeHead(302, { location: '/elsewhere' }).end();
    };
    expect((await fetch(base, { headers: { authorization: 'Bearer key' } })).status).toBe(302);
    expect(urls).toEqual(['/']);
  });

  it('ends an answer that grows beyond the limit, unpacked', async () => {
    handler = (_url, response) =>
      void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(20_000_000)));
    const response = await fetch(base);
    await expect(response.text()).rejects.toMatchObject({ code: 'RESPONSE_TOO_LARGE' });
  });

  it('hangs up when the caller stops', async () => {
    const closed = new Promise<void>((done) => {
      handler = (_url, response) => {
        response.write('first');
        response.on('close', done);
      };
    });
    const controller = new AbortController();
    const response = await fetch(base, { signal: controller.signal });
    controller.abort();
    await expect(response.text()).rejects.toMatchObject({ name: 'AbortError' });
    await closed;
  });
});
