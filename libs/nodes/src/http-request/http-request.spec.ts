import type { Json, JsonObject } from '@heddle/model';
import {
  describeNodeContract,
  fakeHttp,
  fakePorts,
  type HttpScript,
  memoryFiles,
  memorySecrets,
  runNode,
} from '@heddle/testing';
import executor from './executor';
import { httpRequest } from './schema';

const URL_TEMPLATE = 'https://api.example.com/items/{{ start.id }}';
const variables = { start: { id: 'a/b', token: 'tok-1234' }, env: { key: 'key-1234' } };

describeNodeContract(httpRequest, executor, {
  folder: __dirname,
  samples: [
    {
      config: { url: URL_TEMPLATE },
      variables,
      ports: fakePorts({ http: fakeHttp({ json: { a: 1 } }) }),
      isRun: true,
    },
    {
      config: { method: 'POST', url: URL_TEMPLATE, body: { type: 'json', value: { id: '{{ start.id }}' } } },
      variables,
    },
  ],
  old: [
    {
      version: 1,
      config: {
        method: 'POST',
        url: 'https://a.com',
        headers: { Accept: 'text/plain' },
        auth_type: 'bearer',
        auth_config: { token: 't' },
        timeout: 5,
        retry_count: 2,
      },
    },
  ],
});

const call = async (
  config: JsonObject,
  options: Parameters<typeof runNode>[2] & { readonly scripts?: HttpScript[] } = {},
) => {
  const { scripts = [{ json: {} }], ...rest } = options;
  const http = fakeHttp(...scripts);
  const ports = fakePorts({ ...rest.ports, http });
  const run = await runNode(executor, { url: 'https://a.com/x', ...config }, { variables, ...rest, ports });
  return { run, requests: http.requests, request: http.requests.at(-1), ports };
};

describe('what http_request sends', () => {
  it('is the method, the encoded address, headers and the bounds', async () => {
    const headers = [{ name: 'X-Id', value: '{{ start.id }}' }];
    const { request } = await call({ method: 'get', url: URL_TEMPLATE, headers });
    expect(request).toEqual({
      method: 'GET',
      url: 'https://api.example.com/items/a%2Fb',
      headers: [['X-Id', 'a/b']],
      timeoutMs: 30_000,
      maxBytes: 20 * 1024 * 1024,
      followRedirects: true,
      verifyTls: true,
    });
  });

  it('takes its time limit from the envelope', async () => {
    const policy = { timeoutMs: 1_234, maxRetries: 0, onError: 'fail' as const };
    expect((await call({}, { policy })).request?.timeoutMs).toBe(1_234);
  });

  it('carries an idempotency key with writes, unless one is set', async () => {
    const own = [{ name: 'idempotency-key', value: 'mine' }];
    expect((await call({ method: 'PUT' })).request?.headers).toEqual([['Idempotency-Key', 'run-1:node-1']]);
    expect((await call({ method: 'DELETE', headers: own })).request?.headers).toEqual([
      ['idempotency-key', 'mine'],
    ]);
    expect((await call({ method: 'HEAD' })).request?.headers).toEqual([]);
  });

  it.each<[string, JsonObject, Json]>([
    [
      'JSON text',
      { type: 'json', value: '{"id": {{ start.id }}}' },
      { kind: 'text', text: '{"id": "a/b"}', contentType: 'application/json' },
    ],
    [
      'a JSON object',
      { type: 'json', value: { id: '{{ start.id }}', n: 1 } },
      { kind: 'text', text: '{"id":"a/b","n":1}', contentType: 'application/json' },
    ],
    [
      'a form',
      {
        type: 'form',
        fields: [
          { name: 'id', value: '{{ start.id }}' },
          { name: 't', value: ['x', 'y&'] },
        ],
      },
      { kind: 'text', text: 'id=a%2Fb&t=x&t=y%26', contentType: 'application/x-www-form-urlencoded' },
    ],
    [
      'text',
      { type: 'text', value: 'id={{ start.id }}' },
      { kind: 'text', text: 'id=a/b', contentType: 'text/plain; charset=utf-8' },
    ],
  ])('may be %s', async (_what, body, expected) => {
    expect((await call({ method: 'POST', body })).request?.body).toEqual(expected);
  });

  it('may be files, alone or as fields of a form', async () => {
    const files = memoryFiles();
    const bytes = new Uint8Array([1, 2]);
    const file = {
      ...(await files.save('workspace-1', { name: 'a.bin', mimeType: 'application/x-a', bytes })),
    };
    const given = { variables: { start: { file } }, ports: { files } };
    const binary = await call({ method: 'POST', body: { type: 'binary', value: '{{ start.file }}' } }, given);
    expect(binary.request?.body).toEqual({ kind: 'bytes', bytes, contentType: 'application/x-a' });
    const fields = [
      { name: 'note', value: 'hi' },
      { name: 'file', value: '{{ start.file }}' },
    ];
    const form = await call({ method: 'POST', body: { type: 'multipart', fields } }, given);
    expect(form.request?.body).toEqual({
      kind: 'multipart',
      parts: [
        { name: 'note', value: 'hi' },
        { name: 'file', value: { bytes, filename: 'a.bin', contentType: 'application/x-a' } },
      ],
    });
    await expect(call({ method: 'POST', body: { type: 'binary', value: 'no file' } })).rejects.toMatchObject({
      code: 'NODE_INPUT_TYPE',
    });
  });
});

describe('the authentication of http_request', () => {
  it.each<[string, JsonObject, [string, string], string[]]>([
    ['a key', { type: 'api_key', key: '{{ env.key }}' }, ['X-API-Key', 'key-1234'], ['key-1234']],
    ['a key in a header', { type: 'api_key', key: 'k', header: 'X-K' }, ['X-K', 'k'], ['k']],
    [
      'a token',
      { type: 'bearer', token: '{{ start.token }}' },
      ['Authorization', 'Bearer tok-1234'],
      ['tok-1234'],
    ],
    [
      'a stored secret',
      { type: 'bearer', token: { secret: 'crm' } },
      ['Authorization', 'Bearer s3cret'],
      ['s3cret'],
    ],
    [
      'user and password',
      { type: 'basic', username: 'ada', password: 'pass' },
      ['Authorization', 'Basic YWRhOnBhc3M='],
      ['pass', 'YWRhOnBhc3M='],
    ],
  ])('sends %s and keeps it out of the trace', async (_what, auth, header, secrets) => {
    const ports = { secrets: memorySecrets({ crm: 's3cret' }) };
    const { run, request } = await call(
      { auth, headers: [{ name: 'authorization', value: 'mine' }] },
      { ports },
    );
    expect(request?.headers).toContainEqual(header);
    expect(request?.headers?.filter(([name]) => name.toLowerCase() === header[0].toLowerCase())).toHaveLength(
      1,
    );
    expect(run.secrets).toEqual(secrets);
    for (const secret of secrets) expect(JSON.stringify(run.inputs)).not.toContain(secret);
  });

  const client = (id: string): JsonObject => ({
    type: 'oauth2',
    token_url: 'https://auth.example.com/token',
    client_id: id,
    client_secret: 'hush-hush',
    scope: 'read',
  });

  it('gets a token by client credentials once and keeps it', async () => {
    const scripts: HttpScript[] = [
      (request) =>
        request.url.includes('/token') ? { json: { access_token: 'fresh', expires_in: 3600 } } : { json: {} },
    ];
    const first = await call({ auth: client('kept') }, { scripts });
    expect(first.requests[0]).toMatchObject({
      method: 'POST',
      url: 'https://auth.example.com/token',
      followRedirects: false,
      body: { text: 'grant_type=client_credentials&scope=read&client_id=kept&client_secret=hush-hush' },
    });
    expect(first.request?.headers).toEqual([['Authorization', 'Bearer fresh']]);
    expect(first.run.secrets).toEqual(['hush-hush', 'fresh']);
    const second = await call({ auth: client('kept') }, { scripts });
    expect(second.requests).toHaveLength(1);
    const stranger = await call({ auth: client('kept') }, { scripts, run: { workspaceId: 'other' } });
    expect(stranger.requests).toHaveLength(2);
  });

  it('asks again with a Basic header where the server wants one, and after a refused token', async () => {
    const scripts: HttpScript[] = [
      (request) => {
        if (!request.url.includes('/token')) return { status: 401, json: {} };
        const isBasic = request.headers?.some(([, value]) => value.startsWith('Basic '));
        return isBasic
          ? { json: { access_token: 'fresh' } }
          : { status: 401, json: { error: 'invalid_client' } };
      },
    ];
    const { run, requests } = await call({ auth: client('basic') }, { scripts });
    expect(requests).toHaveLength(3);
    expect(run.outputs['status_code']).toBe(401);
    expect((await call({ auth: client('basic') }, { scripts })).requests).toHaveLength(3);
  });

  it('says why there is no token', async () => {
    const scripts = [{ status: 400, json: { error: 'invalid_scope', error_description: 'no such scope' } }];
    await expect(call({ auth: client('none') }, { scripts })).rejects.toMatchObject({
      code: 'AUTH_TOKEN_FAILED',
      message: 'The token server gave no access token (status 400): no such scope.',
    });
  });
});

describe('what http_request makes of an answer', () => {
  it.each<[string, HttpScript, JsonObject]>([
    ['JSON', { json: { a: [1] } }, { body: { a: [1] }, raw: '{"a":[1]}' }],
    ['JSON that calls itself text', { text: '[1]' }, { body: [1], raw: '[1]' }],
    ['text', { text: 'hi {' }, { body: 'hi {', raw: 'hi {' }],
    ['broken JSON', { text: '{', headers: { 'content-type': 'application/json' } }, { body: '{', raw: '{' }],
    ['nothing', { status: 204, text: '' }, { status_code: 204, body: '', raw: '' }],
    [
      'text in another character set',
      { bytes: new Uint8Array([0xe9]), headers: { 'content-type': 'text/plain; charset=iso-8859-1' } },
      { body: 'é', raw: 'é' },
    ],
    ['an error status', { status: 404, text: 'gone' }, { status_code: 404, body: 'gone', raw: 'gone' }],
  ])('reads %s', async (_what, script, expected) => {
    const { run } = await call({}, { scripts: [script] });
    expect(run.outputs).toMatchObject({ files: [], ...expected });
  });

  it.each<[string, Record<string, string>, string]>([
    ['its address', { 'content-type': 'image/png' }, 'x'],
    [
      'its header',
      { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="a b.csv"' },
      'a b.csv',
    ],
    [
      'its encoded header',
      { 'content-type': '', 'content-disposition': "attachment; filename*=UTF-8''%E4%B8%AD.png" },
      '中.png',
    ],
  ])('saves what is a file under the name in %s', async (_what, headers, name) => {
    const bytes = new Uint8Array([0x89, 0x50, 0, 1]);
    const { run, ports } = await call({}, { scripts: [{ bytes, headers }] });
    expect(run.outputs).toMatchObject({ body: '', raw: '', files: [{ name, size: 4 }] });
    expect(await ports.files?.read('workspace-1', 'file-1')).toEqual(bytes);
  });

  it.each([
    [503, true],
    [429, true],
    [404, false],
  ])('fails on status %i where a policy is set, retryable: %s', async (status, isRetryable) => {
    const policy = { timeoutMs: undefined, maxRetries: 1, onError: 'fail' as const };
    const auth = { type: 'bearer', token: 'tok-1234' };
    const scripts = [{ status, text: 'sorry,\n tok-1234' }];
    await expect(call({ auth }, { policy, scripts })).rejects.toMatchObject({
      code: 'HTTP_STATUS',
      isRetryable,
      message: `The server answered with status ${status}: sorry, ••••••`,
    });
    await expect(
      call({}, { policy: { ...policy, maxRetries: 0, onError: 'branch' }, scripts }),
    ).rejects.toMatchObject({ code: 'HTTP_STATUS' });
  });
});

describe('the config of http_request', () => {
  it('comes from the first version, its envelope keys included', () => {
    const old = {
      method: 'POST',
      url: 'https://a.com',
      params: { q: '1' },
      headers: { Accept: 'x' },
      auth_type: 'api_key',
      auth_config: { api_key: 'k', header_name: 'X-K' },
      timeout: 5,
      retry_count: 2,
    };
    expect(httpRequest.migrations[0]?.(old)).toEqual({
      method: 'POST',
      url: 'https://a.com',
      params: [{ name: 'q', value: '1' }],
      headers: [{ name: 'Accept', value: 'x' }],
      auth: { type: 'api_key', key: 'k', header: 'X-K' },
    });
    expect(httpRequest.envelope?.(old)).toEqual({ timeout_ms: 5_000, retry: { max_attempts: 2 } });
    expect(httpRequest.envelope?.({ timeout: 'abc' })).toEqual({ timeout_ms: 'abc' });
  });

  it('is left alone when it has the present shape already', () => {
    const config = { url: 'https://a.com', headers: [{ name: 'a', value: 'b' }], auth: { type: 'none' } };
    expect(httpRequest.migrations[0]?.(config)).toEqual(config);
    expect(httpRequest.envelope?.(config)).toEqual({});
  });

  const issues = (config: JsonObject): unknown[] =>
    (httpRequest.check?.(httpRequest.config.parse({ url: 'https://a.com', ...config })) ?? []).map(
      ({ code, path }) => [code, path],
    );

  it.each<[JsonObject, [string, string]]>([
    [{ method: 'TRACE' }, ['METHOD_NOT_ALLOWED', 'method']],
    [{ url: '' }, ['URL_INVALID', 'url']],
    [{ url: 'a.com/x' }, ['URL_INVALID', 'url']],
    [{ url: 'https://' }, ['URL_INVALID', 'url']],
    [{ url: 'file:///etc/passwd' }, ['URL_SCHEME_NOT_ALLOWED', 'url']],
    [{ url: 'gopher://a.com' }, ['URL_SCHEME_NOT_ALLOWED', 'url']],
    [{ auth: { type: 'bearer' } }, ['NODE_CONFIG_INVALID', 'auth.token']],
    [
      { auth: { type: 'oauth2', token_url: 'x', client_id: 'a', client_secret: { secret: 'b' } } },
      ['URL_INVALID', 'auth.token_url'],
    ],
  ])('is refused with %j', (config, expected) => {
    expect(issues(config)).toEqual([expected]);
  });

  it.each<JsonObject>([
    {},
    { url: '{{ env.base }}/x' },
    { url: 'https://{{ start.host }}/x' },
    { method: 'patch' },
  ])('is accepted with %j', (config) => {
    expect(issues(config)).toEqual([]);
  });
});
