import { flow } from '@heddle/testing';
import type { Sandbox } from '@heddle/sandbox';
import { DataSource } from 'typeorm';
import { PythonWarmUp } from '../../src/modules/flows/python-warm-up';
import { ServerConfig } from '../../src/platform/config/server-config';
import { createFlow } from '../support/flow-client';
import type { TestClient } from '../support/test-client';
import { createTestServer, type TestServer } from '../support/test-server';

jest.setTimeout(120_000);

let server: TestServer;
let owner: TestClient;
/** Whether this machine has isolates, without which no Python runs. */
let hasPython: boolean;

beforeAll(async () => {
  server = await createTestServer();
  owner = await server.setup();
  const { body } = await owner.get('/readyz');
  hasPython = !JSON.stringify(body).includes('isolated-vm');
});
afterAll(() => server.close());

const withCode = (code: string) =>
  flow()
    .node('start', 'trigger', { inputs: [{ name: 'name', type: 'string', required: true }] })
    .node('greet', 'code', {
      language: 'python',
      inputs: [{ name: 'name', value: '{{ start.name }}' }],
      code,
      outputs: { text: 'string' },
    })
    .node('end', 'output', { outputs: [{ name: 'text', value: '{{ greet.text }}' }] })
    .chain('start', 'greet', 'end')
    .build();

const publish = async (code: string): Promise<{ id: string; errors: unknown }> => {
  const { id } = await createFlow(owner, withCode(code));
  const { status, body } = await owner.post(`/api/flow/definitions/${id}/publish`, { note: '' });
  return { id, errors: status === 201 ? [] : (body as { details: { errors: unknown } }).details.errors };
};

const unavailable = [{ code: 'CODE_LANGUAGE_UNAVAILABLE', node_id: 'greet', params: { language: 'python' } }];

/** What a boot would start ahead. */
async function startedAtBoot(): Promise<unknown[]> {
  const prewarm = jest.fn(() => Promise.resolve());
  const sandbox = { prewarm } as Partial<Sandbox> as Sandbox;
  await new PythonWarmUp(server.app.get(DataSource), sandbox, server.app.get(ServerConfig)).warmUp();
  return prewarm.mock.calls;
}

describe('a flow with Python', () => {
  it('has its interpreter started at boot once it is published, and not before', async () => {
    await createFlow(owner, withCode('def main(name):\n    return {"text": name}'));
    expect(await startedAtBoot()).toEqual([]);
    await publish('def main(name):\n    return {"text": name}');
    expect(await startedAtBoot()).toEqual(hasPython ? [['python']] : []);
  });

  it('is published and runs, or is refused where there is no Python', async () => {
    const { id, errors } = await publish(
      'def main(name):\n    print("hi")\n    return {"text": f"Hello {name}"}',
    );
    expect(errors).toMatchObject(hasPython ? [] : unavailable);
    const run = await owner.post(`/api/flow/definitions/${id}/run`, { inputs: { name: 'Ada' } });
    expect(run.body).toMatchObject(
      hasPython
        ? { status: 'succeeded', outputs: { text: 'Hello Ada' } }
        : { code: 'FLOW_INVALID', details: { errors: unavailable } },
    );
  });

  it('is refused with the line of what is no Python', async () => {
    const { errors } = await publish('def main(name):\n    return {');
    expect(errors).toMatchObject(
      hasPython
        ? [{ code: 'CODE_SYNTAX', node_id: 'greet', path: 'code', params: { line: 2 } }]
        : unavailable,
    );
  });
});
