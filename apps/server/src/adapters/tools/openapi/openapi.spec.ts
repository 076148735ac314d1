import type { JsonObject } from '@heddle/model';
import { fakeHttp, memoryFiles, type HttpScript } from '@heddle/testing';
import type { ServiceAccess } from '../service-access';
import { callOperation } from './call-operation';
import { readOpenApi } from './read-document';

const PETS: JsonObject = {
  openapi: '3.0.3',
  info: { title: 'Pets' },
  servers: [{ url: 'https://{host}/v1/', variables: { host: { default: 'pets.test' } } }],
  security: [{ key: [] }],
  components: {
    securitySchemes: {
      other: { type: 'http', scheme: 'basic' },
      key: { type: 'apiKey', in: 'query', name: 'api_key' },
    },
    schemas: {
      Pet: {
        type: 'object',
        required: ['id', 'name'],
        properties: {
          id: { type: 'integer', readOnly: true },
          name: { type: 'string', nullable: true },
          friends: { type: 'array', items: { $ref: '#/components/schemas/Pet' } },
        },
      },
    },
    parameters: { Trace: { name: 'X-Trace', in: 'header', schema: { type: 'string' } } },
  },
  paths: {
    '/pets/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      get: {
        operationId: 'getPet',
        summary: 'One pet',
        parameters: [
          { name: 'id', in: 'query', schema: { type: 'integer' }, description: 'another id' },
          { name: 'tags', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
          { name: 'filter', in: 'query', style: 'deepObject', schema: { type: 'object' } },
          { name: 'Authorization', in: 'header', schema: { type: 'string' } },
          { $ref: '#/components/parameters/Trace' },
        ],
      },
      put: {
        requestBody: {
          required: true,
          content: { 'text/plain': {}, 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
        },
      },
    },
    '/photos': {
      post: { operationId: 'add photo!', requestBody: { content: { 'multipart/form-data': {} } } },
      get: { operationId: 'elsewhere', servers: [{ url: 'https://evil.test' }] },
    },
  },
};

const access: ServiceAccess = {
  serverUrl: 'https://pets.test/v1/',
  auth: { type: 'api_key', in: 'query', name: 'api_key', username: '' },
  credential: 'secret-key-1',
};

const offer = readOpenApi(PETS);
const toolOf = (name: string) => {
  const tool = offer.tools.find((one) => one.name === name);
  if (!tool) throw new Error(`no tool ${name}`);
  return tool;
};

async function call(
  name: string,
  given: JsonObject,
  script: HttpScript = { json: {} },
  by: ServiceAccess = access,
) {
  const http = fakeHttp(script);
  const files = memoryFiles();
  const { signal } = new AbortController();
  await files.save('w', { name: 'cat.png', mimeType: 'image/png', bytes: Buffer.from('PNG') });
  const request = { tool: name, operation: toolOf(name).operation, access: by, arguments: given };
  const result = await callOperation(
    { ...request, workspaceId: 'w', idempotencyKey: 'run:node' },
    { http, files, signal },
  );
  return { result, request: http.requests[0], headers: Object.fromEntries(http.requests[0]?.headers ?? []) };
}

describe('reading an OpenAPI document', () => {
  it('finds the service, how it is told who calls, and the operations', () => {
    expect(offer).toMatchObject({
      title: 'Pets',
      serverUrl: 'https://pets.test/v1/',
      auth: { type: 'api_key', in: 'query', name: 'api_key' },
      warnings: [
        {
          code: 'OWN_SERVER',
          operation: 'GET /photos',
          message: 'GET /photos was left out: it has a server of its own.',
        },
      ],
    });
    expect(offer.tools.map(({ name, description }) => [name, description])).toEqual([
      ['getPet', 'One pet'],
      ['put_pets_id', 'PUT /pets/{id}'],
      ['add_photo', 'POST /photos'],
    ]);
  });

  it('makes one schema of parameters and body', () => {
    expect(toolOf('getPet').parameters).toEqual({
      type: 'object',
      properties: {
        id: { type: 'string' },
        id_query: { type: 'integer', description: 'another id' },
        tags: { type: 'array', items: { type: 'string' } },
        filter: { type: 'object' },
        'X-Trace': { type: 'string' },
      },
      required: ['id'],
      additionalProperties: false,
    });
    expect(toolOf('put_pets_id').parameters).toMatchObject({
      required: ['id', 'body'],
      properties: {
        body: {
          required: ['name'],
          properties: {
            name: { type: ['string', 'null'] },
            friends: { type: 'array', items: { type: 'object' } },
          },
        },
      },
    });
  });

  it('reads the operations asked for, and completes addresses by its own', () => {
    const relative = { ...PETS, servers: [{ url: '/api' }] };
    const some = readOpenApi(relative, { url: 'https://docs.test/a/openapi.json', operations: ['getPet'] });
    expect(some.tools.map(({ name }) => name)).toEqual(['getPet']);
    expect(some.serverUrl).toBe('https://docs.test/api');
    expect(readOpenApi(relative).serverUrl).toBeUndefined();
  });

  it.each([
    [[], 'it is no object'],
    [{ swagger: '2.0' }, 'Swagger 2.0'],
    [{}, 'it has no "openapi"'],
    [{ openapi: '3.1.0', paths: {} }, 'no operations'],
  ])('refuses %j', (document, reason) => {
    expect(() => readOpenApi(document)).toThrow(reason);
  });

  it('leaves open what grows without end', () => {
    const wide = (depth: number): JsonObject =>
      depth === 0 ? {} : { type: 'object', properties: { a: wide(depth - 1), b: wide(depth - 1) } };
    const body = { content: { 'application/json': { schema: wide(13) } } };
    const document = { openapi: '3.1.0', paths: { '/a': { post: { requestBody: body } } } };
    const { tools, warnings } = readOpenApi(document);
    expect(warnings).toMatchObject([{ code: 'ARGUMENTS_CUT', operation: 'POST /a' }]);
    expect(JSON.stringify(tools).length).toBeLessThan(500_000);
  });
});

describe('calling an operation', () => {
  it('puts arguments and the key where they belong', async () => {
    const given = { id: 'a/b', id_query: 2, tags: ['x', 'y z'], filter: { kind: 'cat' }, 'X-Trace': 't1' };
    const { request, headers } = await call('getPet', given);
    expect(request).toMatchObject({ method: 'GET', followRedirects: true, verifyTls: true });
    expect(request?.url).toBe(
      'https://pets.test/v1/pets/a%2Fb?id=2&tags=x&tags=y+z&filter%5Bkind%5D=cat&api_key=secret-key-1',
    );
    expect(headers).toMatchObject({ 'X-Trace': 't1' });
    expect(headers).not.toHaveProperty('Idempotency-Key');
  });

  it('sends JSON with a key that tells repetitions apart', async () => {
    const { request, headers } = await call('put_pets_id', { id: '1', body: { name: 'Tom' } });
    expect(request?.body).toEqual({ kind: 'text', text: '{"name":"Tom"}', contentType: 'application/json' });
    expect(headers).toMatchObject({ 'Idempotency-Key': 'run:node' });
  });

  it('sends files of the workspace in forms', async () => {
    const file = { id: 'file-1', name: 'cat.png', mime_type: 'image/png' };
    const { request } = await call('add_photo', { body: { photo: file, titles: ['a', 'b'] } });
    expect(request?.body).toMatchObject({
      kind: 'multipart',
      parts: [
        { name: 'photo', value: { filename: 'cat.png', contentType: 'image/png' } },
        { name: 'titles', value: 'a' },
        { name: 'titles', value: 'b' },
      ],
    });
  });

  it.each([
    [{ type: 'bearer' as const }, 'Bearer secret-key-1'],
    [
      { type: 'basic' as const, username: 'me' },
      `Basic ${Buffer.from('me:secret-key-1').toString('base64')}`,
    ],
    [{ type: 'api_key' as const, in: 'header' as const, name: 'Authorization' }, 'secret-key-1'],
  ])('says who calls by %j', async (auth, expected) => {
    const by = { ...access, auth: { in: 'header' as const, name: 'X', username: '', ...auth } };
    const { headers, request } = await call('getPet', { id: '1' }, {}, by);
    expect(headers).toMatchObject({ Authorization: expected });
    expect(request?.url).toBe('https://pets.test/v1/pets/1');
  });

  it('answers with text and data, the key hidden', async () => {
    const { result } = await call('getPet', { id: '1' }, { json: { said: 'secret-key-1', a: [1] } });
    expect(result).toEqual({ text: '{"said":"***","a":[1]}', json: { said: '***', a: [1] }, files: [] });
    expect((await call('getPet', { id: '1' }, { text: 'plain' })).result).toMatchObject({
      text: 'plain',
      json: null,
    });
  });

  it('keeps what is no text as a file', async () => {
    const script = { bytes: Buffer.from('PNG'), headers: { 'content-type': 'image/png' } };
    const { result } = await call('getPet', { id: '7' }, script);
    expect(result).toMatchObject({ text: '', json: null, files: [{ name: '7.png', size: 3 }] });
  });

  it('fails with what the service says', async () => {
    const script = { status: 422, text: 'no secret-key-1 here' };
    await expect(call('getPet', { id: '1' }, script)).rejects.toMatchObject({
      code: 'TOOL_FAILED',
      isRetryable: false,
      message: 'getPet failed: the service answered with status 422: no *** here',
    });
  });

  it.each([{}, { id: '..' }, { id: '' }])('refuses the path of %j', async (given) => {
    await expect(call('getPet', given)).rejects.toMatchObject({ code: 'TOOL_ARGUMENTS_INVALID' });
  });
});
