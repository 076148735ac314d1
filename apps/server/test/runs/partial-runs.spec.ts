import { flow, RecordingServer } from '@heddle/testing';
import { allEvents } from '../support/event-reader';
import { createFlow } from '../support/flow-client';
import type { TestClient } from '../support/test-client';
import { createTestServer, type TestServer } from '../support/test-server';

const service = new RecordingServer();
let server: TestServer;
let owner: TestClient;

beforeAll(async () => {
  await service.listen();
  server = await createTestServer({ env: { HEDDLE_HTTP_ALLOW: `127.0.0.1:${service.port}` } });
  owner = await server.setup();
});
afterAll(async () => {
  await server.close();
  await service.close();
});
beforeEach(() => service.reset());

const greeting = () =>
  flow()
    .node('start', 'trigger', { inputs: [{ name: 'name', type: 'string', required: true }] })
    .node('fetch', 'http_request', { url: `${service.origin}/{{ start.name }}` })
    .node('say', 'template_transform', {
      template: 'Hello {{ start.name }}, {{ fetch.raw }} to you {{ sys.user_id }}',
    })
    .node('end', 'output', { outputs: [{ name: 'text', value: '{{ say.rendered }}' }] })
    .chain('start', 'fetch', 'say', 'end')
    .build();
const statesOf = (body: { nodes: { node_id: string; status: string }[] }): string[] =>
  body.nodes.map(({ node_id, status }) => `${node_id} ${status}`);

describe('one node of a draft', () => {
  it('runs by itself with what it is given', async () => {
    const { path } = await createFlow(owner, greeting());
    const { status, body } = await owner.post(`${path}/nodes/say/run`, {
      inputs: { start: { name: 'Ann' }, fetch: { raw: 'welcome' }, sys: { user_id: 'u7' } },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'succeeded', error: null });
    const run = (await owner.get(`/api/flow/runs/${String(body.run_id)}`)).body;
    expect(run.nodes).toMatchObject([
      { node_id: 'say', status: 'succeeded', outputs: { rendered: 'Hello Ann, welcome to you u7' } },
    ]);
    expect(service.seen).toEqual([]);
  });

  it('runs although the rest of the flow is not in order, and says what is wrong with itself', async () => {
    const { path } = await createFlow(
      owner,
      flow()
        .node('say', 'template_transform', { template: 'alone' })
        .node('bad', 'http_request', { url: 5 })
        .node('ghost', 'nothing')
        .build(),
    );
    expect((await owner.post(`${path}/nodes/say/run`, {})).body.status).toBe('succeeded');
    expect(await owner.post(`${path}/nodes/bad/run`, {})).toMatchObject({
      status: 422,
      body: { code: 'FLOW_INVALID', details: { errors: [{ code: 'NODE_CONFIG_INVALID', node_id: 'bad' }] } },
    });
    expect(await owner.post(`${path}/nodes/missing/run`, {})).toMatchObject({
      status: 404,
      body: { code: 'NODE_UNKNOWN' },
    });
  });

  it('takes the inputs of the run when it is the start, and streams', async () => {
    const { path } = await createFlow(owner, greeting());
    const response = await owner.fetch(`${path}/nodes/start/run`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ inputs: { name: 'Bo' }, stream: true }),
    });
    const events = await allEvents(response);
    expect(events.map(({ event }) => event)).toEqual([
      'run.started',
      'node.started',
      'node.finished',
      'run.finished',
    ]);
    expect(events[2]?.data.data.outputs).toEqual({ name: 'Bo' });
  });
});

describe('an earlier run', () => {
  it('runs once more from one node on, with everything before as it was', async () => {
    service.answer((_seen, response) => void response.end(`visit ${service.seen.length}`));
    const { path } = await createFlow(owner, greeting());
    const first = (await owner.post(`${path}/run`, { inputs: { name: 'Ann' } })).body;
    expect(first.outputs.text).toContain('Hello Ann, visit 1');
    const again = await owner.post(`/api/flow/runs/${String(first.run_id)}/rerun`, { from_node_id: 'say' });
    expect(again).toMatchObject({ status: 200, body: { status: 'succeeded', outputs: first.outputs } });
    expect(again.body.run_id).not.toBe(first.run_id);
    expect(service.seen).toHaveLength(1);
    const run = (await owner.get(`/api/flow/runs/${String(again.body.run_id)}`)).body;
    expect(run).toMatchObject({ inputs: { name: 'Ann' } });
    expect(statesOf(run)).toEqual(['start succeeded', 'fetch succeeded', 'say succeeded', 'end succeeded']);
    const whole = (await owner.post(`/api/flow/runs/${String(first.run_id)}/rerun`)).body;
    expect(whole.outputs.text).toContain('visit 2');
  });

  it('keeps or replaces what an output gave that is not behind that node', async () => {
    const { path } = await createFlow(
      owner,
      flow()
        .node('start', 'trigger', {})
        .node('left', 'template_transform', { template: 'l' })
        .node('right', 'template_transform', { template: 'r' })
        .node('one', 'output', { outputs: [{ name: 'left', value: '{{ left.rendered }}' }] })
        .node('two', 'output', { outputs: [{ name: 'right', value: '{{ right.rendered }}' }] })
        .chain('start', 'left', 'one')
        .chain('start', 'right', 'two')
        .build(),
    );
    const first = (await owner.post(`${path}/run`, {})).body;
    const rerun = async (overrides: object) =>
      (await owner.post(`/api/flow/runs/${String(first.run_id)}/rerun`, { from_node_id: 'left', overrides }))
        .body;
    expect(await rerun({})).toMatchObject({ status: 'succeeded', outputs: { left: 'l', right: 'r' } });
    expect(await rerun({ one: { left: 'changed' } })).toMatchObject({
      status: 'succeeded',
      outputs: { left: 'changed', right: 'r' },
    });
  });

  it('leaves containers before that node alone, and runs the whole container of a node inside one', async () => {
    service.answer((_seen, response) => void response.end(`visit ${service.seen.length}`));
    const { path } = await createFlow(
      owner,
      flow()
        .node('start', 'trigger', { inputs: [{ name: 'list', type: 'array', required: true }] })
        .node('each', 'iteration', { input_array: '{{ start.list }}', output_variable: '{{ fetch.raw }}' })
        .node('fetch', 'http_request', { url: `${service.origin}/{{ item }}` })
        .settings({ parent_id: 'each' })
        .node('end', 'output', { outputs: [{ name: 'all', value: '{{ each.output }}' }] })
        .chain('start', 'each', 'end')
        .build(),
    );
    const first = (await owner.post(`${path}/run`, { inputs: { list: ['a', 'b'] } })).body;
    expect(first.outputs).toEqual({ all: ['visit 1', 'visit 2'] });
    const rerun = (from: string) =>
      owner.post(`/api/flow/runs/${String(first.run_id)}/rerun`, { from_node_id: from });
    const after = (await rerun('end')).body;
    expect(after.outputs).toEqual(first.outputs);
    expect(service.seen).toHaveLength(2);
    const run = (await owner.get(`/api/flow/runs/${String(after.run_id)}`)).body;
    expect(statesOf(run)).toEqual(['start succeeded', 'each succeeded', 'end succeeded']);
    expect((await rerun('fetch')).body.outputs).toEqual({ all: ['visit 3', 'visit 4'] });
  });

  it('takes edited outputs in place of what nodes had left', async () => {
    const { path } = await createFlow(owner, greeting());
    const first = (await owner.post(`${path}/run`, { inputs: { name: 'Ann' } })).body;
    const edited = await owner.post(`/api/flow/runs/${String(first.run_id)}/rerun`, {
      overrides: { fetch: { raw: 'edited' } },
    });
    expect(edited.body.outputs.text).toContain('Hello Ann, edited');
    expect(service.seen).toHaveLength(1);
    expect(
      await owner.post(`/api/flow/runs/${String(first.run_id)}/rerun`, { from_node_id: 'nobody' }),
    ).toMatchObject({ status: 404, body: { code: 'NODE_UNKNOWN' } });
  });
});
