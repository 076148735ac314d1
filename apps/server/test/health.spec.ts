import { missingPackage } from '../src/adapters/embedding-local/installed-model';
import { createTestServer, type TestServer } from './support/test-server';

describe('health', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await createTestServer();
  });
  afterAll(() => server.close());

  it('is alive', async () => {
    const answer = await server.anonymous.get('/healthz');
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ status: 'ok' });
  });

  it('reports every part when it is ready', async () => {
    const answer = await server.anonymous.get('/readyz/');
    expect(answer.status).toBe(200);
    expect(answer.body.parts.database).toEqual({ status: 'ok' });
    expect(answer.body.parts.pgvector).toEqual({ status: 'ok' });
  });

  it('says whether there is a local model, without starting it', async () => {
    const { body } = await server.anonymous.get('/readyz');
    const missing = missingPackage();
    expect(body.parts.embedding).toEqual(
      missing === undefined
        ? { status: 'ok' }
        : { status: 'degraded', reason: expect.stringContaining(missing) as string },
    );
    if (missing !== undefined) expect(body.status).toBe('degraded');
  });

  it('gives metrics in the form of Prometheus', async () => {
    const answer = await server.anonymous.get('/metrics');
    expect(answer.headers.get('content-type')).toContain('text/plain');
    expect(answer.text).toContain('heddle_http_request_seconds_bucket');
  });
});
