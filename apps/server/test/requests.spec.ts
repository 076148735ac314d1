import { gzipSync } from 'node:zlib';
import { createTestServer, type TestServer } from './support/test-server';
import type { TestClient } from './support/test-client';

const JSON_TYPE = { 'content-type': 'application/json' };

describe('requests that are wrong', () => {
  let server: TestServer;
  let owner: TestClient;

  beforeAll(async () => {
    server = await createTestServer();
    owner = await server.setup();
  });
  afterAll(() => server.close());

  const send = (body: string | Uint8Array, headers: Record<string, string> = JSON_TYPE) =>
    owner.raw('POST', '/api/workspaces', body, headers);

  it.each([
    ['cut', '{"name": "a', 11],
    ['single-quoted', "{'name': 'a'}", 1],
    ['with a trailing comma', '{"name": "a",}', 13],
    ['no JSON at all', 'name', 1],
  ])('names the position in JSON that is %s', async (_, body, position) => {
    const answer = await send(body);
    expect([answer.status, answer.body.code, answer.body.details.position]).toEqual([
      400,
      'JSON_SYNTAX',
      position,
    ]);
  });

  it.each([
    ['is not UTF-8', '%ff', 400],
    ['has a lone percent sign', '%', 400],
    ['is long', 'a'.repeat(5_000), 400],
  ])('refuses an id that %s in its own words', async (_, id, status) => {
    const answer = await owner.get(`/api/flow/definitions/${id}`);
    expect([answer.status, answer.body.code, answer.body.request_id]).toEqual([
      status,
      'ID_INVALID',
      expect.any(String),
    ]);
    const published = await owner.get(`/v1/conversations/${id}`);
    expect([published.status, published.body.code]).toEqual([404, 'not_found']);
  });

  it.each([10_000, 100_000])('refuses %i levels before parsing', async (depth) => {
    const answer = await send('['.repeat(depth) + ']'.repeat(depth));
    expect([answer.status, answer.body.code]).toEqual([400, 'JSON_TOO_DEEP']);
    expect(answer.body.message).toContain(`${depth.toLocaleString('en-US')} levels, limit 100`);
  });

  it.each(['1e400', '-1e999', '9007199254740993', '123456789012345678901234567890'])(
    'refuses the number %s',
    async (literal) => {
      const answer = await send(`{"name": ${literal}}`);
      expect([answer.status, answer.body.code]).toEqual([400, 'NUMBER_OUT_OF_RANGE']);
      expect(answer.body.details).toMatchObject({ literal, position: 9 });
    },
  );

  it.each([
    ['text', { 'content-type': 'text/plain' }],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['UTF-16', { 'content-type': 'application/json; charset=utf-16' }],
    ['UTF-7', { 'content-type': 'application/json; charset=utf-7' }],
    ['a form with files', { 'content-type': 'multipart/form-data; boundary=b' }],
    ['nonsense', { 'content-type': 'nonsense' }],
  ])('refuses %s', async (_, headers) => {
    const answer = await send('{"name": "a"}', headers);
    expect([answer.status, answer.body.code]).toEqual([415, 'CONTENT_TYPE']);
    expect(answer.body.message).toContain('application/json');
  });

  it('refuses a body without a content type', async () => {
    const answer = await send(Buffer.from('{"name": "a"}'), {});
    expect([answer.status, answer.body.code]).toEqual([415, 'CONTENT_TYPE']);
  });

  it('refuses a compressed body unread', async () => {
    const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024, 0x20));
    const answer = await send(bomb, { ...JSON_TYPE, 'content-encoding': 'gzip' });
    expect([answer.status, answer.body.code]).toEqual([415, 'CONTENT_TYPE']);
  });

  it('refuses a body of 16 MB and names the limit', async () => {
    const answer = await send(JSON.stringify({ name: 'x'.repeat(16 * 1024 * 1024) }));
    expect([answer.status, answer.body.code]).toEqual([413, 'BODY_TOO_LARGE']);
    expect(answer.body.details.limit).toBe(15 * 1024 * 1024);
  });

  it('refuses bytes that are no UTF-8', async () => {
    const answer = await send(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]));
    expect([answer.status, answer.body.code]).toEqual([400, 'INPUT_BAD_CHARACTER']);
  });

  it.each([
    [{}, 'INPUT_REQUIRED', 'name must not be empty'],
    [{ name: null }, 'INPUT_REQUIRED', 'name must not be empty'],
    [{ name: '   ' }, 'INPUT_REQUIRED', 'name must not be empty'],
    [{ name: ['a'] }, 'INPUT_TYPE', 'name: expected text, got array'],
    [{ name: 5 }, 'INPUT_TYPE', 'name: expected text, got number'],
    [{ name: {} }, 'INPUT_TYPE', 'name: expected text, got object'],
    [{ name: 'a', owner: 'me' }, 'FIELD_NOT_ALLOWED', 'owner cannot be set here'],
    [{ name: 'a\0b' }, 'INPUT_BAD_CHARACTER', 'name has a character that cannot be stored, at 1'],
    [[], 'INPUT_TYPE', 'body: expected object, got array'],
    ['text', 'INPUT_TYPE', 'body: expected object, got text'],
  ])('answers %j with %s', async (body, code, message) => {
    const answer = await owner.post('/api/workspaces', body);
    expect([answer.status, answer.body.code, answer.body.message]).toEqual([400, code, message]);
  });

  it('refuses a lone surrogate where text is short', async () => {
    const answer = await send('{"name": "ab\\ud800"}');
    expect([answer.body.code, answer.body.details.position]).toEqual(['INPUT_BAD_CHARACTER', 2]);
  });

  it('says how long a text is and may be', async () => {
    const answer = await owner.post('/api/workspaces', { name: 'x'.repeat(100_001) });
    expect([answer.status, answer.body.code]).toEqual([422, 'INPUT_TOO_LONG']);
    expect(answer.body.message).toBe('name has 100,001, limit 100');
  });

  it('takes out __proto__ in any spelling', async () => {
    const answer = await send(
      '{"name": "Safe", "__proto__": {"polluted": 1}, "\\u005f_proto__": {"polluted": 1}}',
    );
    expect(answer.status).toBe(201);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('lists every problem of a body', async () => {
    const answer = await owner.post('/api/secrets', { name: '1', value: 5 });
    expect(answer.body.details.issues).toEqual([
      expect.objectContaining({ path: 'name', code: 'INPUT_INVALID' }),
      expect.objectContaining({ path: 'value', code: 'INPUT_TYPE' }),
    ]);
  });

  it.each(['/api/nothing', '/mcp/nothing', '/api', '/hooks/nothing/at/all'])(
    'answers %s in JSON',
    async (path) => {
      const answer = await owner.get(path, { headers: { accept: 'text/html' } });
      expect([answer.status, answer.body.code]).toEqual([404, 'NOT_FOUND']);
    },
  );

  it('gives every answer a request id, and takes over a harmless one', async () => {
    const own = await owner.get('/api/auth/me', { headers: { 'x-request-id': 'trace-12345678' } });
    expect(own.headers.get('x-request-id')).toBe('trace-12345678');
    const strange = await owner.get('/api/nothing', { headers: { 'x-request-id': 'a b{}<script>' } });
    expect(strange.headers.get('x-request-id')).toBe(strange.body.request_id);
    expect(strange.body.request_id).toMatch(/^[0-9a-f-]{36}$/);
  });
});
