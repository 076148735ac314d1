import { WORKSPACE_HEADER } from '@heddle/contracts';
import type { JsonObject } from '@heddle/model';
import { flow, RecordingServer, ScriptedModelServer } from '@heddle/testing';
import { DataSource } from 'typeorm';
import { asRole } from '../support/as-role';
import { allEvents } from '../support/event-reader';
import { createFlow, publishFlow } from '../support/flow-client';
import type { TestClient } from '../support/test-client';
import { createTestServer, type TestServer } from '../support/test-server';

const KEY = 'pets-key-4711-abc';
const models = new ScriptedModelServer();
const service = new RecordingServer();
let server: TestServer;
let owner: TestClient;

const petsYaml = (): string => `
openapi: 3.0.3
info: { title: Pets }
servers: [{ url: "${service.origin}/v1" }]
components:
  securitySchemes: { key: { type: apiKey, in: header, name: X-Pets-Key } }
paths:
  /pets/{id}:
    get:
      operationId: getPet
      summary: Finds a pet
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    put:
      operationId: calculator
      requestBody: { content: { application/json: { schema: { type: object } } } }
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
`;

beforeAll(async () => {
  await service.listen();
  server = await createTestServer({
    env: {
      OPENAI_BASE_URL: await models.listen(),
      OPENAI_API_KEY: 'sk-test',
      OPENAI_MODEL: 'scripted',
      HEDDLE_HTTP_ALLOW: `127.0.0.1:${service.port}`,
    },
  });
  owner = await server.setup();
});
afterAll(async () => {
  await server.close();
  await Promise.all([models.close(), service.close()]);
});
beforeEach(() => service.reset());

const created = async (path: string, body: object) => {
  const answer = await owner.post(path, body);
  if (answer.status !== 201) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
  return answer.body;
};

/** A flow of one node between its start and its end, which puts out `text` of it. */
const around = (type: string, config: JsonObject, inputs: JsonObject[] = []) =>
  flow()
    .node('start', 'trigger', { inputs })
    .node('it', type, config)
    .node('end', 'output', {
      outputs: [
        { name: 'text', value: '{{ it.text }}' },
        { name: 'more', value: type === 'llm' ? '{{ it.tool_calls }}' : '{{ it.json }}' },
      ],
    })
    .chain('start', 'it', 'end')
    .build();

const run = async (definition: object, body: object = {}) => {
  const { path } = await createFlow(owner, definition);
  return (await owner.post(`${path}/run`, body)).body;
};

describe('the list of tools', () => {
  it('begins with the built-in ones, which everybody has', async () => {
    const { body } = await owner.get('/api/tools');
    expect(body.items.map(({ id, kind }: Record<string, string>) => [id, kind])).toEqual(
      ['time', 'calculator', 'weather', 'web_page', 'convert_data'].map((name) => [name, 'builtin']),
    );
    expect(body.items[1]).toMatchObject({
      title: { en: 'Calculator', zh: '计算器' },
      parameters: { required: ['expression'] },
      source: null,
    });
    const second = await owner.get('/api/tools?page=2&page_size=2&kind=builtin');
    expect(second.body).toMatchObject({ total: 5, items: [{ id: 'weather' }, { id: 'web_page' }] });
    expect((await owner.get('/api/tools?q=天气')).body.items).toMatchObject([{ id: 'weather' }]);
    expect((await owner.get('/api/tools/time')).body).toMatchObject({ id: 'time' });
  });
});

describe('operations of a service', () => {
  let getPet: { id: string; source: { id: string } };

  beforeAll(async () => {
    const auth = { type: 'api_key', name: 'X-Pets-Key', credential: KEY };
    const { tools, warnings } = await created('/api/tools/import', { document: petsYaml(), auth });
    expect(warnings).toEqual([]);
    expect(tools).toMatchObject([
      {
        kind: 'openapi',
        name: 'getPet',
        description: { en: 'Finds a pet' },
        operation: 'GET /pets/{id}',
        parameters: { properties: { id: { type: 'integer' } } },
        source: { name: 'Pets', auth: { type: 'api_key', name: 'X-Pets-Key', has_credential: true } },
      },
      { name: 'calculator_2' },
    ]);
    getPet = tools[0];
  });

  it('are shown before any is imported', async () => {
    const answer = await owner.post('/api/tools/import', { document: petsYaml(), dry_run: true });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      name: 'Pets',
      server_url: `${service.origin}/v1`,
      auth: { type: 'api_key', name: 'X-Pets-Key' },
      operations: [
        { name: 'getPet', tool_name: 'getPet_2', operation: 'GET /pets/{id}', description: 'Finds a pet' },
        { name: 'calculator', tool_name: 'calculator_3', operation: 'PUT /pets/{id}' },
      ],
      warnings: [],
    });
    expect((await owner.get('/api/tools?kind=openapi')).body.total).toBe(2);
  });

  it('never show their key, which is sealed', async () => {
    const { text } = await owner.get('/api/tools?kind=openapi');
    const rows: unknown[] = await server.app.get(DataSource).query('SELECT * FROM tool_sources');
    expect(text + JSON.stringify(rows)).not.toContain(KEY);
    expect(rows).toMatchObject([{ sealed: expect.stringMatching(/^v1\./) as string }]);
  });

  it('are called by a node, with arguments of their types', async () => {
    service.answerJson({ name: 'Tom', you: KEY });
    const config = { tool_id: getPet.id, arguments: { id: '{{ start.pet }}' } };
    const definition = around('tool', config, [{ name: 'pet', type: 'string', required: true }]);
    const result = await run(definition, { inputs: { pet: '7' } });
    expect(result).toMatchObject({ status: 'succeeded', outputs: { more: { name: 'Tom', you: '***' } } });
    expect(service.seen[0]).toMatchObject({
      method: 'GET',
      url: '/v1/pets/7',
      headers: { 'x-pets-key': KEY },
    });
    const detail = await owner.get(`/api/flow/runs/${String(result.run_id)}`);
    expect(detail.text).not.toContain(KEY);
    expect(detail.body.nodes[1].inputs).toEqual({ tool: 'getPet', arguments: { id: 7 } });
  });

  it('fail with what the service says', async () => {
    service.answer((_seen, response) => response.writeHead(404).end('no such pet'));
    const result = await run(around('tool', { tool_id: getPet.id, arguments: { id: 1 } }));
    expect(result).toMatchObject({
      status: 'failed',
      error: {
        code: 'TOOL_FAILED',
        message: 'getPet failed: the service answered with status 404: no such pet',
      },
    });
  });

  it('lose their key when the service moves, and can be switched off', async () => {
    const moved = await owner.put(`/api/tools/${getPet.id}`, { server_url: 'https://pets.example.com' });
    expect(moved.body.source).toMatchObject({
      server_url: 'https://pets.example.com',
      auth: { has_credential: false },
    });
    const off = await owner.put(`/api/tools/${getPet.id}`, { is_enabled: false, description: 'Off' });
    expect(off.body).toMatchObject({ is_enabled: false, description: { en: 'Off' } });
    const result = await owner.post(
      `${(await createFlow(owner, around('tool', { tool_id: getPet.id }))).path}/run`,
      {},
    );
    expect(result.body.details.errors).toMatchObject([
      { code: 'TOOL_DISABLED', node_id: 'it', path: 'tool_id' },
    ]);
    expect((await owner.put(`/api/tools/${getPet.id}`, { version: 1 })).body.code).toBe('FIELD_NOT_ALLOWED');
  });

  it('come from an address as well, if it may be reached', async () => {
    service.answer((_seen, response) => void response.end(petsYaml()));
    const { tools } = await created('/api/tools/import', {
      url: `${service.origin}/openapi.yaml`,
      operations: ['getPet'],
    });
    expect(tools).toMatchObject([
      { name: 'getPet_2', source: { auth: { type: 'api_key', has_credential: false } } },
    ]);
    const blocked = await owner.post('/api/tools/import', { url: 'http://169.254.169.254/openapi.json' });
    expect([blocked.status, blocked.body.code]).toEqual([403, 'SSRF_BLOCKED']);
    expect((await owner.delete(`/api/tools/${String(tools[0].id)}`)).status).toBe(204);
    expect((await owner.get(`/api/tools/${String(tools[0].id)}`)).status).toBe(404);
  });

  it.each([
    [{ document: 'openapi: [' }, 422, 'DOC_CORRUPT'],
    [{ document: { swagger: '2.0' } }, 422, 'OPENAPI_INVALID'],
    [{ document: 'x', url: 'https://a.test' }, 400, 'INPUT_INVALID'],
    [{}, 400, 'INPUT_REQUIRED'],
  ])('are refused for %j', async (body, status, code) => {
    const answer = await owner.post('/api/tools/import', body);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });
});

describe('a search of the web', () => {
  it('exists once it is set up, and is then found by its kind', async () => {
    const search = { tool_id: 'web_search', arguments: { query: 'looms' } };
    const { path } = await createFlow(owner, around('tool', search));
    const missing = await owner.post(`${path}/validate`, {});
    expect(missing.body.errors).toMatchObject([{ code: 'TOOL_NOT_FOUND', params: { id: 'web_search' } }]);
    const refused = await owner.post('/api/tools', { kind: 'web_search', provider: 'tavily' });
    expect(refused.body).toMatchObject({ code: 'INPUT_REQUIRED', details: { path: 'credential' } });
    const server_url = `${service.origin}/searx`;
    const tool = await created('/api/tools', { kind: 'web_search', provider: 'searxng', server_url });
    expect(tool).toMatchObject({ name: 'web_search', provider: 'searxng' });
    service.answerJson({ results: [{ title: 'Looms', url: 'https://looms.test/', content: 'Weaving' }] });
    const { body } = await owner.post(`${path}/run`, {});
    expect(body.outputs.text).toBe('[1] Looms\nhttps://looms.test/\nWeaving');
    expect(service.seen[0]?.url).toBe('/searx/search?q=looms&format=json');
  });
});

describe('a flow as a tool', () => {
  const greeting = () =>
    flow()
      .node('start', 'trigger', {
        inputs: [{ name: 'who', type: 'string', required: true, label: 'Whom to greet' }],
      })
      .node('end', 'output', { outputs: [{ name: 'greeting', value: 'Hello {{ start.who }}' }] })
      .chain('start', 'end')
      .build();

  it('is described by its inputs, and runs as a run of its own', async () => {
    const called = await createFlow(owner, greeting());
    const body = { kind: 'flow', flow_id: called.id, name: 'greet' };
    expect((await owner.post('/api/tools', body)).body.code).toBe('FLOW_NOT_PUBLISHED');
    await publishFlow(owner, called);
    const tool = await created('/api/tools', body);
    expect(tool).toMatchObject({
      kind: 'flow',
      flow_id: called.id,
      parameters: {
        properties: { who: { type: 'string', description: 'Whom to greet' } },
        required: ['who'],
      },
    });
    expect((await owner.post('/api/tools', body)).body.code).toBe('TOOL_NAME_TAKEN');
    const result = await run(around('tool', { tool_id: tool.id, arguments: { who: 'Ada' } }));
    expect(result.outputs).toEqual({ text: 'Hello Ada', more: { greeting: 'Hello Ada' } });
    const detail = (await owner.get(`/api/flow/runs/${String(result.run_id)}`)).body;
    const inner = (await owner.get(`/api/flow/runs/${String(detail.nodes[1].inputs.run_id)}`)).body;
    expect(inner).toMatchObject({
      flow_id: called.id,
      status: 'succeeded',
      inputs: { who: 'Ada' },
      version: 1,
    });
  });

  it('ends with the run that called it', async () => {
    const slow = flow()
      .node('start', 'trigger')
      .node('ask', 'http_request', { url: service.origin })
      .node('end', 'output', { outputs: [{ name: 'body', value: '{{ ask.body }}' }] })
      .chain('start', 'ask', 'end')
      .build();
    const called = await createFlow(owner, slow);
    await publishFlow(owner, called);
    const tool = await created('/api/tools', { kind: 'flow', flow_id: called.id, name: 'slow' });
    const { path } = await createFlow(owner, around('tool', { tool_id: tool.id }));
    service.answer(() => undefined);
    const isAsked = service.nextRequest();
    const running = owner.post(`${path}/run`, {});
    await isAsked;
    const { items } = (await owner.get(`/api/flow/runs?flow_id=${path.split('/').at(-1) ?? ''}`)).body;
    await owner.post(`/api/flow/runs/${String(items[0].run_id)}/stop`);
    expect((await running).body.status).toBe('stopped');
    const [inner] = (await owner.get(`/api/flow/runs?flow_id=${called.id}`)).body.items;
    const events = await allEvents(await owner.fetch(`/api/flow/runs/${String(inner.run_id)}/events`));
    expect(events.at(-1)?.data).toMatchObject({
      data: { status: 'stopped', error: { message: 'The run that called this one was stopped.' } },
    });
    expect(events[0]?.data).toMatchObject({ data: { caller: { run_id: items[0].run_id, depth: 1 } } });
  });

  it('cannot call itself without end', async () => {
    const called = await createFlow(owner, greeting());
    await publishFlow(owner, called);
    const tool = await created('/api/tools', { kind: 'flow', flow_id: called.id, name: 'itself' });
    const endless = around('tool', { tool_id: tool.id, arguments: {} });
    const { body } = await owner.get(called.path);
    await owner.put(`${called.path}/draft`, { definition: endless, base_hash: body.draft.hash });
    expect((await owner.post(`${called.path}/publish`, {})).status).toBe(201);
    const result = (await owner.post(`${called.path}/run`, {})).body;
    expect(result).toMatchObject({ status: 'failed', error: { code: 'TOOL_FAILED' } });
    expect(result.error.message).toContain('more than 8 deep');
    const runs = (await owner.get(`/api/flow/runs?flow_id=${called.id}`)).body;
    expect(runs.total).toBe(9);
  });
});

describe('a language model with tools', () => {
  it('calls them and answers with what they say', async () => {
    const called = await createFlow(
      owner,
      flow()
        .node('start', 'trigger', { inputs: [{ name: 'n', type: 'number', required: true }] })
        .node('end', 'output', { outputs: [{ name: 'twice', value: 'twice {{ start.n }}' }] })
        .chain('start', 'end')
        .build(),
    );
    await publishFlow(owner, called);
    const text =
      '[[tool:calculator {"expression":"6*7"}]][[tool:a_flow {"n":2}]][[tool:calculator {"expression":"1/0"}]][[last_tool]]';
    const tools = [
      { type: 'tool', id: 'calculator' },
      { type: 'flow', id: called.id },
    ];
    const result = await run(around('llm', { prompt: [{ role: 'user', text }], tools }));
    expect(result.outputs.more).toMatchObject([
      { name: 'calculator', text: '42', is_error: false },
      { name: 'a_flow', text: 'twice 2', is_error: false, run_id: expect.any(String) as string },
      { name: 'calculator', is_error: true },
    ]);
    expect(result.outputs.text).toContain('divides by zero');
    expect(result.usage.total_tokens).toBeGreaterThan(0);
  });

  it('cannot be published with tools that are not there', async () => {
    const nowhere = '00000000-0000-4000-8000-000000000000';
    const tools = [
      { type: 'tool', id: 'nothing' },
      { type: 'flow', id: nowhere },
      { type: 'mcp', id: nowhere },
    ];
    const { path } = await createFlow(owner, around('llm', { prompt: [{ text: 'Hi' }], tools }));
    const { status, body } = await owner.post(`${path}/publish`, {});
    expect(status).toBe(422);
    expect(body.details.errors).toMatchObject([
      { code: 'TOOL_NOT_FOUND', path: 'tools[0].id' },
      { code: 'SUBFLOW_MISSING', path: 'tools[1].id' },
      { code: 'MCP_SERVER_NOT_FOUND', path: 'tools[2].id' },
    ]);
  });
});

describe('who may do what with tools', () => {
  it('is: viewers look, editors write', async () => {
    const body = { kind: 'web_search', provider: 'searxng', name: 'mine', server_url: service.origin };
    await asRole(server, 'viewer', async () => {
      expect((await owner.get('/api/tools')).status).toBe(200);
      const refused = [
        await owner.post('/api/tools', body),
        await owner.post('/api/tools/import', { document: 'x' }),
      ];
      expect(refused.map(({ body: { code } }) => code)).toEqual(['FORBIDDEN', 'FORBIDDEN']);
    });
    const { id } = await asRole(server, 'editor', () => created('/api/tools', body));
    const { body: other } = await owner.post('/api/workspaces', { name: 'Other' });
    const elsewhere = { headers: { [WORKSPACE_HEADER]: other.id } };
    expect((await owner.get('/api/tools', elsewhere)).body.total).toBe(5);
    for (const answer of [
      await owner.get(`/api/tools/${String(id)}`, elsewhere),
      await owner.put(`/api/tools/${String(id)}`, { name: 'yours' }, elsewhere),
      await owner.delete(`/api/tools/${String(id)}`, elsewhere),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([404, 'NOT_FOUND']);
    }
  });
});
