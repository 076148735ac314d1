import { flow } from '@heddle/testing';
import { DataSource } from 'typeorm';
import { FiringsRepository } from '../src/modules/triggers/firings.repository';
import { Scheduler } from '../src/modules/triggers/scheduler';
import { createFlow } from './support/flow-client';
import type { TestClient } from './support/test-client';
import { createTestServer, type TestServer } from './support/test-server';

let server: TestServer;
let owner: TestClient;
let scheduler: Scheduler;

beforeAll(async () => {
  server = await createTestServer();
  owner = await server.setup();
  scheduler = server.app.get(Scheduler);
});
afterAll(() => server.close());

const MINUTE_MS = 60_000;

const scheduled = (config: object) =>
  flow()
    .node('start', 'trigger')
    .node('clock', 'trigger', { kind: 'schedule', ...config })
    .node('end', 'output', { outputs: [{ name: 'at', value: '{{ clock.scheduled_at }}' }] })
    .chain('start', 'end')
    .chain('clock', 'end')
    .build();

/** Each test has a month of its own, so that what one makes due is not due for another. */
async function publish(cron: string, timezone = 'UTC'): Promise<{ id: string; path: string; dueAt: number }> {
  const created = await createFlow(owner, scheduled({ cron, timezone }));
  const answer = await owner.post(`${created.path}/publish`, {});
  if (answer.status !== 201) throw new Error(answer.text);
  const { body } = await owner.get(`${created.path}/triggers`);
  expect(body.items).toEqual([
    { node_id: 'clock', kind: 'schedule', cron, timezone, next_at: expect.any(String) as string },
  ]);
  return { ...created, dueAt: Date.parse(String(body.items[0].next_at)) };
}

const runsOf = async (id: string): Promise<{ run_id: string; source: string }[]> =>
  (await owner.get(`/api/flow/runs?flow_id=${id}`)).body.items as { run_id: string; source: string }[];

const firingsOf = (id: string): Promise<unknown[]> =>
  server.app.get(DataSource).query(
    `SELECT f.status, f.scheduled_at FROM flow_trigger_firings f JOIN flow_triggers t ON t.id = f.trigger_id
    WHERE t.flow_id = $1 ORDER BY f.scheduled_at`,
    [id],
  );

describe('a schedule', () => {
  it('fires each time once, however many look', async () => {
    const { id, path, dueAt } = await publish('0 9 1 1 *', 'Asia/Shanghai');
    expect(new Date(dueAt).toISOString()).toMatch(/-01-01T01:00:00/);
    await scheduler.fireDue(dueAt - 1);
    expect(await runsOf(id)).toEqual([]);

    await Promise.all([scheduler.fireDue(dueAt), scheduler.fireDue(dueAt + 5_000), scheduler.fireDue(dueAt)]);
    await scheduler.fireDue(dueAt + MINUTE_MS);
    const runs = await runsOf(id);
    expect(runs).toMatchObject([{ source: 'schedule' }]);
    const events = await owner.get(`/api/flow/runs/${String(runs[0]?.run_id)}/events`);
    expect(events.text).toContain(`"outputs":{"at":"${new Date(dueAt).toISOString()}"}`);
    const { body } = await owner.get(`${path}/triggers`);
    expect(Date.parse(String(body.items[0].next_at))).toBeGreaterThan(dueAt + 300 * 24 * 60 * MINUTE_MS);
  });

  it('starts what a process that ended had only planned', async () => {
    const { id, dueAt } = await publish('0 0 1 2 *');
    await server.app.get(FiringsRepository).plan(dueAt);
    expect(await runsOf(id)).toEqual([]);
    await scheduler.fireDue(dueAt + 30_000);
    expect(await runsOf(id)).toHaveLength(1);
    expect(await firingsOf(id)).toMatchObject([{ status: 'started' }]);
  });

  it('leaves out times that were missed for more than a minute, and notes it', async () => {
    const { id, dueAt } = await publish('0 0 1 3 *');
    await scheduler.fireDue(dueAt + 10 * MINUTE_MS);
    expect(await runsOf(id)).toEqual([]);
    expect(await firingsOf(id)).toMatchObject([{ status: 'skipped', scheduled_at: new Date(dueAt) }]);
  });

  it('does not fire once the flow is not published any more', async () => {
    const { id, path, dueAt } = await publish('0 0 1 4 *');
    await owner.post(`${path}/unpublish`);
    await scheduler.fireDue(dueAt);
    expect(await firingsOf(id)).toEqual([]);
  });

  it.each([
    ['61 * * * *', 'UTC', 'cron'],
    ['0 0 30 2 *', 'UTC', 'cron'],
    ['0 9 * *', 'UTC', 'cron'],
    ['0 9 * * *', 'Mars/Olympus', 'timezone'],
  ])('cannot be %s in %s', async (cron, timezone, path) => {
    const created = await createFlow(owner, scheduled({ cron, timezone }));
    const { body } = await owner.post(`${created.path}/validate`);
    expect(body.errors).toMatchObject([{ code: 'NODE_CONFIG_INVALID', node_id: 'clock', path }]);
  });
});
