import { setTimeout as sleep } from 'node:timers/promises';
import { type Product, startProduct, temporaryFolder } from './support/product';

jest.setTimeout(180_000);

/** Long enough for what a start writes to be under way, in steps that hit different moments. */
const KILL_AFTER_MS = [0, 150, 400];

describe('npm start', () => {
  const folder = temporaryFolder();
  const options = { dataDir: folder.path, program: 'tools/start.mjs' };
  let product: Product | undefined;

  beforeAll(async () => {
    // Leaves a build and a data folder behind, whatever was there before.
    await (await startProduct(options)).stop();
  });

  afterEach(async () => {
    await product?.kill();
    product = undefined;
  });

  afterAll(() => folder.remove());

  it('builds nothing the second time', async () => {
    product = await startProduct(options);
    expect(product.output()).not.toContain('Building');
  });

  it('prints its address and how each part can be switched', async () => {
    product = await startProduct(options);
    await product.untilPrinted(product.url);
    await product.untilPrinted('DATABASE_URL');
    await product.untilPrinted('REDIS_URL');
  });

  it('ends with 0 on SIGTERM', async () => {
    product = await startProduct(options);
    expect(await product.stop()).toBe(0);
  });

  it.each(KILL_AFTER_MS)(
    'opens its data folder again after a kill -9, %d ms after the first answer',
    async (ms) => {
      const killed = await startProduct(options);
      await sleep(ms);
      await killed.kill();
      product = await startProduct(options);
      const ready = await fetch(`${product.url}/readyz`);
      expect(ready.status).toBe(200);
    },
  );

  it('serves the web app, the API description and its state from one port', async () => {
    product = await startProduct(options);
    const { url } = product;
    const [page, docs, openapi, metrics] = await Promise.all(
      ['/', '/api/docs', '/api/openapi.json', '/metrics'].map((path) => fetch(`${url}${path}`)),
    );
    expect([page?.status, docs?.status, openapi?.status, metrics?.status]).toEqual([200, 200, 200, 200]);
    expect(page?.headers.get('content-type')).toContain('text/html');
    expect(await openapi?.json()).toMatchObject({ openapi: expect.stringMatching(/^3\./) });
  });
});
