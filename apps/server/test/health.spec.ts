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

  it('gives metrics in the form of Prometheus', async () => {
    const answer = await server.anonymous.get('/metrics');
    expect(answer.headers.get('content-type')).toContain('text/plain');
    expect(answer.text).toContain('heddle_http_request_seconds_bucket');
  });
});
