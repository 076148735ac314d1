import { WORKSPACE_HEADER } from '@heddle/contracts';
import { flow } from '@heddle/testing';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { asRole } from '../support/as-role';
import { createFlow } from '../support/flow-client';
import type { TestClient } from '../support/test-client';
import { createTestServer, type TestServer } from '../support/test-server';

const IMPORT = '/api/flow/import';
const YAML = { 'content-type': 'application/yaml' };

let server: TestServer;
let owner: TestClient;
beforeAll(async () => {
  server = await createTestServer();
  owner = await server.setup();
});
afterAll(() => server.close());

const fixture = (name: string): string =>
  readFileSync(path.resolve(__dirname, `../../../../libs/dify/fixtures/${name}.yml`), 'utf8');
const send = (text: string, client = owner) => client.raw('POST', IMPORT, text, YAML);

const withSecrets = () =>
  flow()
    .node('start', 'trigger', { inputs: [] })
    .node('call', 'http_request', {
      method: 'GET',
      url: 'https://api.example.com/',
      headers: [
        { name: 'Authorization', value: 'Bearer canary-header' },
        { name: 'X-Api-Key', value: '{{ env.key }}' },
      ],
      auth: { type: 'bearer', token: 'canary-token' },
    })
    .settings({
      retry: { max_attempts: 2, interval_ms: 5, backoff: 'fixed', max_interval_ms: 10, jitter: false },
    })
    .node('other', 'http_request', {
      method: 'GET',
      url: 'https://api.example.com/',
      auth: { type: 'bearer', token: { secret: 'named' } },
    })
    .node('end', 'output', { outputs: [{ name: 'status', value: '{{ call.status_code }}' }] })
    .chain('start', 'call', 'other', 'end')
    .env('key', 'canary-env', 'secret')
    .env('region', 'eu')
    .build();

describe('a flow is imported', () => {
  it('from the text of a Dify file, which then runs', async () => {
    const { status, body } = await send(fixture('first-version'));
    expect([status, body.warnings]).toEqual([201, []]);
    expect(body.flow).toMatchObject({
      name: 'Echo',
      mode: 'workflow',
      description: 'Says what it is told',
      draft: { definition: { features: { compat: 'dify' } } },
    });
    const run = await owner.post(`/api/flow/definitions/${String(body.flow.id)}/run`, {
      inputs: { word: 'hi' },
    });
    expect(run.body).toMatchObject({ status: 'succeeded', outputs: { echo: 'hi' } });
  });

  it('from an upload', async () => {
    const { status, body } = await owner.upload(IMPORT, 'flow.yml', fixture('triggers'));
    expect([status, body.flow.name]).toEqual([201, 'Starts']);
  });

  it('with placeholders that can be saved but not published', async () => {
    const { body } = await send(fixture('unknown-nodes'));
    expect(body.warnings).toContainEqual(
      expect.objectContaining({
        code: 'NODE_NOT_AVAILABLE',
        node_id: 'dream',
        params: { type: 'dream-catcher' },
      }),
    );
    const at = `/api/flow/definitions/${String(body.flow.id)}`;
    const { definition, hash } = body.flow.draft;
    expect(definition.nodes[1]).toMatchObject({ type: 'dify.dream-catcher', origin: { handles: ['deep'] } });
    expect((await owner.put(`${at}/draft`, { definition, base_hash: hash })).status).toBe(200);
    const published = await owner.post(`${at}/publish`, {});
    expect([published.status, published.body.details.errors]).toEqual([
      422,
      [expect.objectContaining({ code: 'NODE_NOT_AVAILABLE', node_id: 'dream' })],
    ]);
    const exported = await owner.get(`${at}/export?format=dify`);
    expect(exported.text).toContain('depth: 3');
  });

  it('without taking over keys that would do harm', async () => {
    const app = 'app: {name: x, mode: workflow}\n';
    const { status, body } = await send(
      `${app}workflow: {graph: {nodes: [{id: a, data: {type: future, __proto__: {polluted: 1}}}]}}`,
    );
    expect([status, JSON.stringify(body).includes('polluted')]).toEqual([201, false]);
    const json = '{"app":{"name":"x"},"workflow":{"graph":{"nodes":[]},"__proto__":{"polluted":1}}}';
    const given = await owner.raw('POST', IMPORT, json, { 'content-type': 'application/json' });
    expect([given.status, JSON.stringify(given.body).includes('polluted')]).toEqual([201, false]);
  });

  const bomb = `a: &a [x]\n${'bcdefghij'.replace(
    /./g,
    (at, index: number) => `${at}: &${at} [${`*${'abcdefghi'[index] ?? ''},`.repeat(10)}]\n`,
  )}`;

  it.each([
    ['', 400, 'IMPORT_EMPTY', {}],
    ['just words', 400, 'IMPORT_UNKNOWN', {}],
    ['a: 1\nb: [1, 2\nc: 3\n', 400, 'DSL_SYNTAX', { line: 3 }],
    ['{"app": ', 400, 'JSON_SYNTAX', {}],
    ['app: {name: x}\n', 400, 'DSL_INVALID', { path: 'workflow' }],
    [
      'app: {name: x}\nworkflow: {graph: {nodes: [{data: {}}]}}',
      400,
      'DSL_INVALID',
      { path: 'workflow.graph.nodes.0.id' },
    ],
    ['app: {name: x}\nkind: rag_pipeline\nworkflow: {graph: {}}', 400, 'DSL_KIND_UNSUPPORTED', {}],
    ['heddle: 9\nname: x', 400, 'DSL_INVALID', { path: 'heddle' }],
    [bomb, 422, 'DOC_LIMIT', { what: 'aliases' }],
    [
      `app: {name: x}\nworkflow: ${'['.repeat(200)}${']'.repeat(200)}`,
      400,
      'DSL_LIMIT',
      { what: 'nested levels' },
    ],
  ])('not, when the file is no good, %#', async (text, status, code, details) => {
    const answer = await send(text);
    expect([answer.status, answer.body.code, answer.body.details ?? {}]).toMatchObject([
      status,
      code,
      details,
    ]);
  });

  it('not from a file that is too large, nor from bytes that are no text', async () => {
    const large = await send(`# ${'x'.repeat(5_000_000)}`);
    expect([large.status, large.body.code]).toEqual([413, 'BODY_TOO_LARGE']);
    const bytes = await owner.raw('POST', IMPORT, new Uint8Array([0xff, 0xfe, 0x00]), YAML);
    expect([bytes.status, bytes.body.code]).toEqual([400, 'INPUT_BAD_CHARACTER']);
  });
});

describe('a flow is exported', () => {
  it('without secrets, and comes back the same apart from them', async () => {
    const { path: at } = await createFlow(owner, withSecrets());
    const first = await owner.get(`${at}/export`);
    expect([first.status, first.headers.get('content-type')]).toEqual([
      200,
      'application/yaml; charset=utf-8',
    ]);
    expect(first.text).not.toContain('canary');
    expect(first.headers.get('x-export-warnings')).toBe('3');
    expect(first.text.split('\n')[0]).toBe('# Not part of this file:');
    expect((await owner.get(`${at}/export?format=native`)).text).toBe(first.text);
    const { body } = await send(first.text);
    expect(body.warnings).toMatchObject([{ code: 'SECRET_BLANK', params: { name: 'key' } }]);
    const again = await owner.get(`/api/flow/definitions/${String(body.flow.id)}/export`);
    expect(again.text).toBe(first.text.slice(first.text.indexOf('heddle: 1')));
    expect(again.text).toContain('secret: named');
  });

  it('for Dify, naming what that cannot take', async () => {
    const document = flow()
      .node('start', 'trigger', { inputs: [{ name: 'text', type: 'string' }] })
      .node('tell', 'notify', { channel: 'slack', message: '{{ start.text }}' })
      .node('end', 'output', { outputs: [{ name: 'text', value: '{{ start.text }}' }] })
      .chain('start', 'tell', 'end')
      .build();
    const { path: at } = await createFlow(owner, document);
    const { text } = await owner.get(`${at}/export?format=dify`);
    expect(text).toMatch(/^# Not part of this file:\n# {3}tell: a notify node does not exist in Dify/);
    const { body } = await send(text);
    expect(body.flow.draft.definition.edges).toMatchObject([{ source: 'start', target: 'end' }]);
  });

  it('for those who may read it, and in formats that exist', async () => {
    const { path: at } = await createFlow(owner, withSecrets());
    expect((await owner.get(`${at}/export?format=word`)).body.code).toBe('QUERY_INVALID');
    const asViewer = await asRole(server, 'viewer', async () => [
      (await owner.get(`${at}/export`)).status,
      (await send(fixture('first-version'))).status,
    ]);
    expect(asViewer).toEqual([200, 403]);
    expect((await server.anonymous.get(`${at}/export`)).status).toBe(401);
    const { body: other } = await owner.post('/api/workspaces', { name: 'Other' });
    const elsewhere = { headers: { [WORKSPACE_HEADER]: String(other.id) } };
    expect((await owner.get(`${at}/export`, elsewhere)).status).toBe(404);
  });
});
