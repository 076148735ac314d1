import { flow } from '@heddle/testing';
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Scheduler } from '../src/modules/triggers/scheduler';
import { ServerConfig } from '../src/platform/config/server-config';
import { createFlow } from './support/flow-client';
import type { TestClient } from './support/test-client';
import { createTestServer, OWNER, type TestServer } from './support/test-server';

const isOnServer = Boolean(process.env['HEDDLE_TEST_DATABASE_URL']);
const BODY = '{"a": 1}';
const SECRET = 'signing secret';

const definition = flow()
  .node('hook', 'trigger', { kind: 'webhook', secret: SECRET })
  .node('clock', 'trigger', { kind: 'schedule', cron: '0 0 1 1 *' })
  .node('end', 'output', { outputs: [] })
  .chain('hook', 'end')
  .chain('clock', 'end')
  .build();

interface Published {
  readonly id: string;
  readonly address: string;
  readonly dueAt: number;
}

async function publish(owner: TestClient): Promise<Published> {
  const { id, path: flowPath } = await createFlow(owner, definition);
  await owner.post(`${flowPath}/publish`, {});
  const { body } = await owner.get(`${flowPath}/triggers`);
  const items = body.items as { kind: string; url?: string; next_at?: string }[];
  const address = new URL(items.find(({ kind }) => kind === 'webhook')?.url ?? '').pathname;
  const dueAt = Date.parse(items.find(({ kind }) => kind === 'schedule')?.next_at ?? '');
  return { id, address, dueAt };
}

const signature = (): Record<string, string> => {
  const t = Math.floor(Date.now() / 1000);
  const v1 = createHmac('sha256', SECRET).update(`${t}.${BODY}`).digest('hex');
  return { 'content-type': 'application/json', 'x-heddle-signature': `t=${t},v1=${v1}` };
};

/** Uses one signature here and then there, and makes the schedule due in both places at once. */
async function useBoth(here: TestServer, there: () => Promise<TestServer>): Promise<void> {
  const { id, address, dueAt } = await publish(await here.setup());
  const headers = signature();
  expect((await here.anonymous.raw('POST', address, BODY, headers)).status).toBe(202);
  const other = await there();
  const again = await other.anonymous.raw('POST', address, BODY, headers);
  expect([again.status, again.body.code]).toEqual([400, 'WEBHOOK_STALE']);

  const schedulers = [...new Set([isOnServer ? here : other, other])].map(({ app }) => app.get(Scheduler));
  await Promise.all([...schedulers, ...schedulers].map((scheduler) => scheduler.fireDue(dueAt)));
  const owner = await other.login(OWNER.email, OWNER.password);
  const { body } = await owner.get(`/api/flow/runs?flow_id=${id}`);
  const sources = (body.items as { source: string }[]).map(({ source }) => source).sort();
  expect(sources).toEqual(['schedule', 'webhook']);
}

describe('signatures and schedules', () => {
  const servers: TestServer[] = [];
  const folder = mkdtempSync(path.join(os.tmpdir(), 'heddle-triggers-'));

  async function start(env: Record<string, string>): Promise<TestServer> {
    const server = await createTestServer({ env });
    servers.push(server);
    return server;
  }

  afterAll(async () => {
    for (const server of servers.reverse()) await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it(`are good once ${isOnServer ? 'for all servers of one database' : 'across a restart'}`, async () => {
    if (isOnServer) {
      const here = await start({});
      const { database } = here.app.get(ServerConfig);
      const url = database.kind === 'server' ? database.url : '';
      await useBoth(here, () => start({ DATABASE_URL: url }));
    } else {
      const here = await start({ HEDDLE_DATA_DIR: folder });
      await useBoth(here, async () => {
        await here.close();
        servers.pop();
        return start({ HEDDLE_DATA_DIR: folder });
      });
    }
  });
});
