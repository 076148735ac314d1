import { flow } from '@heddle/testing';
import { createFlow } from '../support/flow-client';
import type { TestClient } from '../support/test-client';
import { createTestServer, type TestServer } from '../support/test-server';

let server: TestServer;
let owner: TestClient;

beforeAll(async () => {
  server = await createTestServer();
  owner = await server.setup();
});
afterAll(() => server.close());

const inputs = [{ name: 'name', type: 'string', required: true }];

/** Greets in the given words, under the given secret suffix. */
const greeting = (words: string) =>
  flow()
    .node('start', 'trigger', { inputs })
    .node('say', 'template_transform', { template: `${words} {{ start.name }}` })
    .node('end', 'output', { outputs: [{ name: 'text', value: '{{ say.rendered }}' }] })
    .chain('start', 'say', 'end')
    .build();

const caller = (flowId: string) =>
  flow()
    .node('start', 'trigger', { inputs })
    .node('call', 'subflow', { flow_id: flowId, inputs: [{ name: 'name', value: '{{ start.name }}' }] })
    .node('end', 'output', { outputs: [{ name: 'text', value: '{{ call.text }}!' }] })
    .chain('start', 'call', 'end')
    .build();

const save = async (id: string, definition: object): Promise<void> => {
  const { body } = await owner.get(`/api/flow/definitions/${id}`);
  const hash = (body as { draft: { hash: string } }).draft.hash;
  await owner.put(`/api/flow/definitions/${id}/draft`, { definition, base_hash: hash });
};
const publish = (id: string) => owner.post(`/api/flow/definitions/${id}/publish`, { note: '' });
const run = (id: string) => owner.post(`/api/flow/definitions/${id}/run`, { inputs: { name: 'Ada' } });

describe('a flow that calls another', () => {
  it('runs it inside its own run and follows its live version', async () => {
    const callee = await createFlow(owner, greeting('Hello'));
    expect((await publish(callee.id)).status).toBe(201);
    const { id } = await createFlow(owner, caller(callee.id));
    const first = await run(id);
    expect(first.body).toMatchObject({ status: 'succeeded', outputs: { text: 'Hello Ada!' } });
    const { body } = await owner.get(`/api/flow/runs/${(first.body as { run_id: string }).run_id}`);
    expect(body).toMatchObject({
      nodes: expect.arrayContaining([
        expect.objectContaining({ node_id: 'say', path: ['call', 0] }),
      ]) as unknown,
    });
    await save(callee.id, greeting('Good day'));
    await publish(callee.id);
    expect((await run(id)).body).toMatchObject({ outputs: { text: 'Good day Ada!' } });
  });

  it('is refused when the other is not published, or belongs to nobody here', async () => {
    const callee = await createFlow(owner, greeting('Hello'));
    for (const flowId of [callee.id, '00000000-0000-4000-8000-000000000000', 'nonsense']) {
      const { id } = await createFlow(owner, caller(flowId));
      expect((await publish(id)).body).toMatchObject({
        code: 'FLOW_INVALID',
        details: { errors: [{ code: 'SUBFLOW_MISSING', node_id: 'call' }] },
      });
    }
  });

  it('may not come back to itself', async () => {
    const one = await createFlow(owner, greeting('Hello'));
    await publish(one.id);
    const two = await createFlow(owner, caller(one.id));
    await publish(two.id);
    await save(one.id, caller(two.id));
    const { body } = await publish(one.id);
    expect(body).toMatchObject({ details: { errors: [{ code: 'SUBFLOW_RECURSION' }] } });
  });
});
