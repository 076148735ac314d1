import { flow } from '@heddle/testing';
import { WORKSPACE_HEADER } from '@heddle/contracts';
import { asRole } from '../support/as-role';
import type { TestClient } from '../support/test-client';
import { createTestServer, type TestServer } from '../support/test-server';

let server: TestServer;
let owner: TestClient;
let url: string;
const BASE = '/api/flow/definitions';

const echo = (text: string) =>
  flow()
    .node('start', 'trigger')
    .node('end', 'output', { outputs: [{ name: 'text', value: text }] })
    .chain('start', 'end')
    .build();

beforeAll(async () => {
  server = await createTestServer();
  owner = await server.setup();
  const { body } = await owner.post(BASE, { name: 'f', mode: 'workflow', definition: echo('one') });
  url = `${BASE}/${String(body.id)}`;
  await owner.post(`${url}/publish`, { name: 'First', note: 'as it was' });
  const { hash } = (await owner.get(url)).body.draft;
  await owner.put(`${url}/draft`, { definition: echo('two'), base_hash: hash });
});
afterAll(() => server.close());

describe('version history', () => {
  it('names versions, and keeps what they run', async () => {
    expect((await owner.get(`${url}/versions`)).body.items).toMatchObject([
      { version: 1, name: 'First', note: 'as it was' },
    ]);
    const renamed = await owner.patch(`${url}/versions/1`, { name: 'Spring' });
    expect(renamed).toMatchObject({ status: 200, body: { version: 1, name: 'Spring', note: 'as it was' } });
    expect((await owner.get(`${url}/versions?q=spring`)).body.total).toBe(1);
    expect((await owner.get(`${url}/versions/1`)).body.definition.nodes[1].config.outputs[0].value).toBe(
      'one',
    );
    expect((await owner.patch(`${url}/versions/7`, { name: 'x' })).status).toBe(404);
    expect((await owner.patch(`${url}/versions/1`, { definition: {} })).status).toBe(400);
  });

  it('says in what the draft differs from a version', async () => {
    const { status, body } = await owner.get(`${url}/versions/diff?from=1`);
    expect(status).toBe(200);
    expect(body).toEqual({
      from: 1,
      to: 'draft',
      nodes: [
        {
          kind: 'changed',
          node_id: 'end',
          type: 'output',
          label: expect.any(String) as string,
          fields: [{ path: 'config.outputs[0].value', before: 'one', after: 'two' }],
        },
      ],
      edges: [],
      settings: [],
    });
    expect((await owner.get(`${url}/versions/diff?from=1&to=1`)).body).toMatchObject({
      nodes: [],
      edges: [],
    });
    expect((await owner.get(`${url}/versions/diff?from=1&to=8`)).status).toBe(404);
    expect((await owner.get(`${url}/versions/diff?from=0`)).body.code).toBe('QUERY_INVALID');
  });

  it('knows nothing of flows of other workspaces', async () => {
    const other = (await owner.post('/api/workspaces', { name: 'Elsewhere' })).body;
    const elsewhere = { headers: { [WORKSPACE_HEADER]: String(other.id) } };
    expect((await owner.get(`${url}/versions/diff?from=1`, elsewhere)).status).toBe(404);
    expect((await owner.patch(`${url}/versions/1`, { name: 'mine' }, elsewhere)).status).toBe(404);
  });

  it('lets viewers compare, and rename nothing', async () => {
    await asRole(server, 'viewer', async () => {
      expect((await owner.get(`${url}/versions/diff?from=1`)).status).toBe(200);
      expect(await owner.patch(`${url}/versions/1`, { name: 'mine' })).toMatchObject({
        status: 403,
        body: { details: { permission: 'flow.publish' } },
      });
    });
  });
});
