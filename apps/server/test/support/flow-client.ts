import type { FlowMode } from '@heddle/model';
import type { TestAnswer, TestClient } from './test-client';

const BASE = '/api/flow/definitions';

/** A flow on the server. */
export interface CreatedFlow {
  readonly id: string;
  /** Address of the flow in the console's API. */
  readonly path: string;
}

function succeeded(answer: TestAnswer): TestAnswer {
  if (answer.status >= 300) throw new Error(`answered ${answer.status}: ${answer.text}`);
  return answer;
}

/** Creates a flow of a definition. */
export async function createFlow(
  client: TestClient,
  definition: object,
  mode: FlowMode = 'workflow',
): Promise<CreatedFlow> {
  const { body } = succeeded(await client.post(BASE, { name: 'a flow', mode, definition }));
  return { id: String(body.id), path: `${BASE}/${String(body.id)}` };
}

/** Publishes a flow and gives a client that has an API key of it. */
export async function publishFlow(client: TestClient, { path }: CreatedFlow): Promise<TestClient> {
  succeeded(await client.post(`${path}/publish`, {}));
  const { body } = succeeded(await client.post(`${path}/api-keys`, { name: 'test' }));
  return client.as(String(body.key));
}

/** Creates and publishes a flow; a client with its key. */
export async function publishedFlow(
  client: TestClient,
  definition: object,
  mode: FlowMode = 'workflow',
): Promise<CreatedFlow & { readonly api: TestClient }> {
  const created = await createFlow(client, definition, mode);
  return { ...created, api: await publishFlow(client, created) };
}
