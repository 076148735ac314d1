import type { JsonObject } from '@heddle/model';
import { flow } from '@heddle/testing';
import { allEvents } from '../support/event-reader';
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

const ITEMS = 1_000;

const longList = flow()
  .node('start', 'trigger', { inputs: [{ name: 'list', type: 'array', required: true }] })
  .node('each', 'iteration', {
    input_array: '{{ start.list }}',
    output_variable: '{{ take.output }}',
    parallelism: 10,
  })
  .node('take', 'merge', { mode: 'first', variables: ['{{ item }}'] })
  .settings({ parent_id: 'each' })
  .node('end', 'output', { outputs: [{ name: 'all', value: '{{ each.output }}' }] })
  .chain('start', 'each', 'end')
  .build();

interface Told {
  readonly type: string;
  readonly run_id: string;
  readonly at: number;
  readonly node_id?: string;
  readonly path?: readonly (string | number)[];
  readonly data: JsonObject;
}

describe('a run over a long list', () => {
  it('tells whoever watches ten events a second of its items, and records them all', async () => {
    const { id } = await createFlow(owner, longList);
    const list = Array.from({ length: ITEMS }, (_, index) => index);
    const sent = await allEvents(
      await owner.fetch(`/api/flow/definitions/${id}/run`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ inputs: { list }, stream: true }),
      }),
    );
    const told = sent.map(({ data }) => data as unknown as Told);
    const items = told.filter(({ path }) => path !== undefined);
    const [first] = told;
    const last = told.at(-1);
    expect(last).toMatchObject({
      type: 'run.finished',
      data: { status: 'succeeded', outputs: { all: list } },
    });
    expect(items.length).toBeGreaterThan(0);
    expect(items.length).toBeLessThanOrEqual((10 * ((last?.at ?? 0) - (first?.at ?? 0))) / 1000 + 5);
    const each = told.filter(({ node_id: nodeId }) => nodeId === 'each');
    expect(each).toMatchObject([{ data: { frames: ITEMS } }, { data: { frames: ITEMS } }]);

    const { body } = await owner.get(`/api/flow/runs/${first?.run_id ?? ''}`);
    const { nodes } = body as { nodes: readonly { node_id: string; status: string }[] };
    const taken = nodes.filter(({ node_id: nodeId, status }) => nodeId === 'take' && status === 'succeeded');
    expect(taken).toHaveLength(ITEMS);
  });
});
