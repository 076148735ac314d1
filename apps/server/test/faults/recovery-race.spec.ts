import type { RunEvent } from '@heddle/model';
import { randomUUID } from 'node:crypto';
import pino from 'pino';
import type { DataSource } from 'typeorm';
import { JournalReader } from '../../src/adapters/journal/journal-reader';
import { JournalWriter } from '../../src/adapters/journal/journal-writer';
import type { OpenJournal } from '../../src/adapters/journal/open-journal';
import type { RunRecord } from '../../src/adapters/journal/run-record';
import type { RunEntity } from '../../src/modules/runs/entities/run.entity';
import { createRunId } from '../../src/modules/runs/run-id';
import { RunsRepository } from '../../src/modules/runs/runs.repository';
import type { ServerConfig } from '../../src/platform/config/server-config';
import { AppLogger } from '../../src/platform/logging/app-logger';
import { createTestDatabase, type TestDatabase } from '../support/test-database';

jest.setTimeout(60_000);

const ROUNDS = 20;
const RUNS_A_ROUND = 50;
const ENDING_AT_ONCE = 10;

let test: TestDatabase;
let dataSource: DataSource;
let runs: RunsRepository;
let owner: Pick<RunRecord, 'workspaceId' | 'flowId'>;

beforeAll(async () => {
  test = await createTestDatabase();
  dataSource = { driver: { master: test.pool } } as unknown as DataSource;
  const repository = {
    query: async (sql: string, values: unknown[]) => {
      const { rows, rowCount } = await test.pool.query(sql, values);
      return [rows, rowCount];
    },
  };
  runs = new RunsRepository(repository as never, test.database, new JournalReader(dataSource));
  owner = { workspaceId: randomUUID(), flowId: randomUUID() };
  const { workspaceId, flowId } = owner;
  await test.pool.query(`INSERT INTO workspaces (id, name) VALUES ($1, 'w')`, [workspaceId]);
  await test.pool.query(
    `INSERT INTO flow_definitions (id, workspace_id, name, flow_mode, draft, draft_hash) VALUES ($1, $2, 'f', 'workflow', '{}', 'h')`,
    [flowId, workspaceId],
  );
});
afterAll(() => test.close());

/** What one process writes with; its leases are its own. */
const createWriter = (): JournalWriter =>
  new JournalWriter(dataSource, test.database, new AppLogger(pino({ level: 'silent' })), {
    inlinePayloadBytes: 1_024,
  } as ServerConfig);

const usage = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3, cost: 0 };
const started = (runId: string): RunEvent => ({
  type: 'run.started',
  runId,
  seq: 1,
  at: 1_000,
  data: { inputs: {}, sys: {}, conversation: {} },
});
const finished = (runId: string): RunEvent => ({
  type: 'run.finished',
  runId,
  seq: 2,
  at: 1_500,
  data: { status: 'succeeded', outputs: { by: 'the first' }, error: null, usage, elapsed_ms: 500 },
});
const interrupted = (runId: string): RunEvent => ({
  type: 'run.paused',
  runId,
  seq: 2,
  at: 1_600,
  data: { reason: 'interrupted' },
});

/** Runs under way in a process that does not renew its leases any more. */
async function begin(writer: JournalWriter): Promise<OpenJournal[]> {
  const journals = Array.from({ length: RUNS_A_ROUND }, () => {
    const record = {
      id: createRunId(),
      version: 1,
      definition: null,
      plan: null,
      source: 'api',
      userId: 'u',
    };
    const rest = { apiKeyId: null, sessionId: null, createdAt: 1_000 };
    return writer.open({ record: { ...owner, ...record, ...rest } as RunRecord }, () => undefined);
  });
  for (const journal of journals) journal.append([started(journal.record.id)]);
  await writer.drain();
  await test.pool.query('UPDATE flow_runs SET lease_until = clock_timestamp() WHERE lease_owner = $1', [
    writer.owner,
  ]);
  return journals;
}

/** Ends the runs a few at a time. @returns those whose end was acknowledged */
async function endAll(journals: readonly OpenJournal[]): Promise<string[]> {
  const acknowledged: string[] = [];
  for (let from = 0; from < journals.length; from += ENDING_AT_ONCE) {
    const some = journals.slice(from, from + ENDING_AT_ONCE);
    const ends = await Promise.allSettled(
      some.map((journal) => {
        journal.append([finished(journal.record.id)]);
        return journal.flush();
      }),
    );
    ends.forEach(({ status }, index) => {
      const id = some[index]?.record.id;
      if (status === 'fulfilled' && id !== undefined) acknowledged.push(id);
    });
  }
  return acknowledged;
}

/** Takes over whatever is left, and finds that it cannot go on by itself. @returns what was taken over */
async function sweep(writer: JournalWriter): Promise<string[]> {
  const taken: string[] = [];
  let left: RunEntity[];
  do {
    left = await runs.claimLeft(writer.owner);
    for (const { id, fence } of left) {
      const record = { ...owner, id } as RunRecord;
      const journal = writer.open({ record, fence, past: [started(id)] }, () => undefined);
      journal.append([interrupted(id)]);
      taken.push(id);
    }
    await writer.drain();
  } while (left.length > 0);
  return taken;
}

async function race(round: number): Promise<{ acknowledged: string[]; taken: string[]; ids: string[] }> {
  const [first, second] = [createWriter(), createWriter()];
  const journals = await begin(first);
  const isSweepAhead = round % 2 === 0;
  const early = isSweepAhead ? sweep(second) : undefined;
  const ending = endAll(journals);
  const [acknowledged, taken] = await Promise.all([ending, early ?? sweep(second)]);
  return { acknowledged, taken, ids: journals.map(({ record }) => record.id) };
}

const statuses = async (ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await test.pool.query<{ id: string; seen: string }>(
    `SELECT r.id, r.status || ' ' || string_agg(e ->> 'type', ' ' ORDER BY (e ->> 'seq')::int) AS seen
    FROM flow_runs r JOIN flow_run_journal j ON j.run_id = r.id, json_array_elements(j.events) e
    WHERE r.id = ANY ($1) GROUP BY r.id, r.status`,
    [ids],
  );
  return new Map(rows.map(({ id, seen }) => [id, seen]));
};

describe('a sweep for runs that were left behind', () => {
  it('never takes a run whose end was acknowledged, in a thousand tries', async () => {
    let [ended, interruptions] = [0, 0];
    for (let round = 0; round < ROUNDS; round += 1) {
      const { acknowledged, taken, ids } = await race(round);
      const seen = await statuses(ids);
      expect(new Set(acknowledged.map((id) => seen.get(id)))).toEqual(
        new Set(acknowledged.length > 0 ? ['succeeded run.started run.finished'] : []),
      );
      expect(new Set(taken.map((id) => seen.get(id)))).toEqual(
        new Set(taken.length > 0 ? ['interrupted run.started run.paused'] : []),
      );
      expect([...acknowledged, ...taken].sort()).toEqual([...ids].sort());
      ended += acknowledged.length;
      interruptions += taken.length;
    }
    expect(ended + interruptions).toBe(ROUNDS * RUNS_A_ROUND);
    // Each side has won some, or nothing was tried.
    expect(Math.min(ended, interruptions)).toBeGreaterThan(0);
  });
});
