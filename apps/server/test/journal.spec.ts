import type { JsonObject, RunEvent, RunEventOf } from '@heddle/model';
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import pino from 'pino';
import type { DataSource } from 'typeorm';
import { JournalReader } from '../src/adapters/journal/journal-reader';
import { JournalWriter } from '../src/adapters/journal/journal-writer';
import type { OpenJournal } from '../src/adapters/journal/open-journal';
import type { ConversationTurn, RunRecord } from '../src/adapters/journal/run-record';
import type { ServerConfig } from '../src/platform/config/server-config';
import { AppLogger } from '../src/platform/logging/app-logger';
import { createTestDatabase, type TestDatabase } from './support/test-database';

let test: TestDatabase;
let workspaceId: string;
let flowId: string;

beforeAll(async () => {
  test = await createTestDatabase();
  workspaceId = randomUUID();
  flowId = randomUUID();
  await test.pool.query(`INSERT INTO workspaces (id, name) VALUES ($1, 'w')`, [workspaceId]);
  await test.pool.query(
    `INSERT INTO flow_definitions (id, workspace_id, name, flow_mode, draft, draft_hash) VALUES ($1, $2, 'f', 'chatflow', '{}', 'h')`,
    [flowId, workspaceId],
  );
});
afterAll(() => test.close());

const dataSourceOver = (pool: Pick<pg.Pool, 'query'>): DataSource =>
  ({ driver: { master: pool } }) as unknown as DataSource;
const LIMIT = 1_024;
const config = { inlinePayloadBytes: LIMIT } as ServerConfig;
const writerOver = (pool: Pick<pg.Pool, 'query'> = test.pool): JournalWriter =>
  new JournalWriter(dataSourceOver(pool), test.database, new AppLogger(pino({ level: 'silent' })), config);
const read = (runId: string): Promise<RunEvent[]> => new JournalReader(dataSourceOver(test.pool)).read(runId);

const record = (changes: Partial<RunRecord> = {}): RunRecord => ({
  id: randomUUID(),
  workspaceId,
  flowId,
  version: 1,
  definition: null,
  plan: null,
  source: 'api',
  userId: 'u',
  apiKeyId: null,
  sessionId: null,
  createdAt: 1_000,
  ...changes,
});

const started = (runId: string, inputs: JsonObject = {}): RunEvent => ({
  type: 'run.started',
  runId,
  seq: 1,
  at: 1_000,
  data: { inputs, sys: {}, conversation: { mood: 'calm' } },
});
const said = (runId: string, seq: number, text: string): RunEvent => ({
  type: 'node.chunked',
  runId,
  seq,
  at: 1_001,
  nodeId: 'a',
  attempt: 1,
  data: { output: 'text', text, is_answer: true },
});
const finished = (runId: string, seq: number, outputs: JsonObject = {}): RunEventOf<'run.finished'> => ({
  type: 'run.finished',
  runId,
  seq,
  at: 1_500,
  data: {
    status: 'succeeded',
    outputs,
    error: null,
    usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3, cost: 0 },
    elapsed_ms: 500,
  },
});

const open = (writer: JournalWriter, run: RunRecord, turn?: ConversationTurn): OpenJournal =>
  writer.open({ record: run, turn }, () => undefined);
const rowOf = async (runId: string): Promise<Record<string, unknown>> => {
  const { rows } = await test.pool.query<Record<string, unknown>>('SELECT * FROM flow_runs WHERE id = $1', [
    runId,
  ]);
  return rows[0] ?? {};
};
const turnIn = (sessionId: string, query = 'hello'): ConversationTurn => ({
  sessionId,
  userId: 'u',
  query,
  inputs: { topic: 'x' },
  userMessageId: randomUUID(),
  assistantMessageId: randomUUID(),
});
const messagesIn = async (sessionId: string): Promise<string[]> => {
  const { rows } = await test.pool.query<{ line: string }>(
    `SELECT seq || ' ' || role || ' ' || content AS line FROM memory_messages WHERE flow_id = $1 AND session_id = $2 ORDER BY seq`,
    [flowId, sessionId],
  );
  return rows.map(({ line }) => line);
};

describe('the journal', () => {
  it('stores a run that begins and ends at once with one statement', async () => {
    const query = jest.fn(test.pool.query.bind(test.pool));
    const writer = writerOver({ query: query as never });
    const runs = [record(), record(), record()];
    const journals = runs.map((run) => open(writer, run));
    await Promise.all(
      journals.map((journal, index) => {
        const { id } = journal.record;
        journal.append([started(id, { n: index }), finished(id, 2, { twice: index * 2 })]);
        return journal.flush();
      }),
    );
    expect(query).toHaveBeenCalledTimes(1);
    expect(await rowOf(runs[2]?.id ?? '')).toMatchObject({
      status: 'succeeded',
      inputs: { n: 2 },
      outputs: { twice: 4 },
      usage: { total_tokens: 3 },
      elapsed_ms: 500,
      last_seq: 2,
      lease_until: null,
      finished_at: new Date(1_500),
    });
    expect(await read(runs[1]?.id ?? '')).toEqual([
      started(runs[1]?.id ?? '', { n: 1 }),
      finished(runs[1]?.id ?? '', 2, { twice: 2 }),
    ]);
  });

  it('keeps what JSON can say but Postgres text cannot', async () => {
    const writer = writerOver();
    const run = record();
    const journal = open(writer, run);
    const inputs = { text: 'a\u0000b\ud800c', '\u0000': [1] };
    journal.append([started(run.id, inputs), finished(run.id, 2, inputs)]);
    await journal.flush();
    expect(await rowOf(run.id)).toMatchObject({ inputs, outputs: inputs });
    expect(await read(run.id)).toEqual([started(run.id, inputs), finished(run.id, 2, inputs)]);
  });

  it('writes what nobody waits for by itself, and leases the run meanwhile', async () => {
    const writer = writerOver();
    const run = record();
    const journal = open(writer, run);
    const before = Date.now();
    journal.append([started(run.id)]);
    await new Promise<void>((resolve) => writer.onCommit(() => resolve()));
    expect(await rowOf(run.id)).toMatchObject({ status: 'running', lease_owner: writer.owner });
    const commits = await new JournalReader(dataSourceOver(test.pool)).commits(run.id);
    expect(commits.map(({ lastSeq, at }) => [lastSeq, at >= before])).toEqual([[1, true]]);
  });

  it('hurries with the end of every node whose beginning had to be durable first', async () => {
    const writer = writerOver();
    const run = record();
    const journal = open(writer, run);
    const paying = (item: number) => ({
      runId: run.id,
      at: 1_001,
      nodeId: 'pay',
      attempt: 1,
      path: ['each', item],
    });
    const data = { outputs: {}, handle: 'source', elapsed_ms: 1 };
    journal.append([started(run.id)]);
    for (const item of [0, 1]) {
      const node = { title: 'pay', node_type: 'http_request' };
      journal.append([{ ...paying(item), type: 'node.started', seq: 2 + item, data: node }]);
      await journal.flush();
    }
    // With time standing still, nothing is written that could wait.
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'clearImmediate', 'nextTick', 'queueMicrotask'] });
    for (const item of [0, 1]) {
      const commit = new Promise<void>((resolve) => writer.onCommit(() => resolve()));
      journal.append([{ ...paying(item), type: 'node.finished', seq: 4 + item, data }]);
      await commit;
    }
    jest.useRealTimers();
    expect(await read(run.id)).toHaveLength(5);
  });

  it('refuses a process that has lost the run, and never changes a final state', async () => {
    const writer = writerOver();
    const run = record();
    const journal = open(writer, run);
    journal.append([started(run.id)]);
    await journal.flush();
    await test.pool.query('UPDATE flow_runs SET fence = fence + 1 WHERE id = $1', [run.id]);
    const later = writer.open({ record: run, fence: 2, past: [started(run.id)] }, () => undefined);
    later.append([finished(run.id, 2, { by: 'the new one' })]);
    await later.flush();
    journal.append([finished(run.id, 2, { by: 'the old one' })]);
    await expect(journal.flush()).rejects.toMatchObject({ code: 'RUN_TAKEN_OVER' });
    later.append([finished(run.id, 3, { by: 'nobody' })]);
    await expect(later.flush()).rejects.toMatchObject({ code: 'RUN_TAKEN_OVER' });
    expect(await rowOf(run.id)).toMatchObject({ outputs: { by: 'the new one' }, last_seq: 2 });
  });

  it('repeats a commit whose answer was lost without storing anything twice', async () => {
    let isFirst = true;
    const query = async (...values: [pg.QueryConfig]): Promise<unknown> => {
      const answer = await test.pool.query(...values);
      if (!isFirst) return answer;
      isFirst = false;
      throw Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' });
    };
    const writer = writerOver({ query: query as never });
    const run = record({ sessionId: 's-lost' });
    const journal = open(writer, run, turnIn('s-lost'));
    journal.append([started(run.id), said(run.id, 2, 'hi'), finished(run.id, 3)]);
    await journal.flush();
    expect(await read(run.id)).toHaveLength(3);
    expect(await messagesIn('s-lost')).toEqual(['1 user hello', '2 assistant hi']);
  });

  it('does not let one run that cannot be stored hurt the others', async () => {
    const writer = writerOver();
    const bad = record({ flowId: randomUUID() });
    const good = record();
    const failures: unknown[] = [];
    const badJournal = writer.open({ record: bad }, (error) => failures.push(error));
    const goodJournal = open(writer, good);
    badJournal.append([started(bad.id)]);
    goodJournal.append([started(good.id), finished(good.id, 2)]);
    await Promise.all([
      expect(badJournal.flush()).rejects.toMatchObject({ code: '23503' }),
      expect(goodJournal.flush()).resolves.toBeUndefined(),
    ]);
    expect(failures).toHaveLength(1);
    expect(await rowOf(good.id)).toMatchObject({ status: 'succeeded' });
  });
});

describe('large values in the journal', () => {
  const large = { text: 'x'.repeat(5 * LIMIT), rows: Array.from({ length: LIMIT }, (_, row) => ({ row })) };
  const sizesOf = async (runId: string): Promise<Record<string, unknown>> => {
    const { rows } = await test.pool.query<Record<string, unknown>>(
      `SELECT octet_length(r.inputs::text) AS inputs, octet_length(r.outputs::text) AS outputs,
        (SELECT max(octet_length(j.events::text)) FROM flow_run_journal j WHERE j.run_id = r.id) AS events,
        (SELECT count(*)::int FROM flow_run_payloads p WHERE p.run_id = r.id) AS payloads
      FROM flow_runs r WHERE r.id = $1`,
      [runId],
    );
    return rows[0] ?? {};
  };
  const storeLarge = async (): Promise<{ id: string; events: RunEvent[] }> => {
    const writer = writerOver();
    const { id } = record();
    const journal = open(writer, record({ id }));
    const events = [started(id, { large }), said(id, 2, large.text), finished(id, 3, { again: large })];
    for (const event of events) {
      journal.append([event]);
      await journal.flush();
    }
    return { id, events };
  };

  it('lie beside the events, once for each run, and come back with them', async () => {
    const { id, events } = await storeLarge();
    expect(await read(id)).toEqual(events);
    const sizes = await sizesOf(id);
    expect(sizes).toMatchObject({ payloads: 2 });
    for (const name of ['inputs', 'outputs', 'events']) expect(sizes[name]).toBeLessThan(2 * LIMIT);
    const row = await rowOf(id);
    const reader = new JournalReader(dataSourceOver(test.pool));
    expect(await reader.restore(id, row['outputs'] as JsonObject, row['output_payloads'] as never)).toEqual({
      again: large,
    });
  });

  it('are an error with a code of its own when they are gone, and go with their run', async () => {
    const { id } = await storeLarge();
    const other = await storeLarge();
    await test.pool.query('DELETE FROM flow_run_payloads WHERE run_id = $1', [id]);
    await expect(read(id)).rejects.toMatchObject({ code: 'RUN_PAYLOAD_MISSING', details: { run_id: id } });
    await test.pool.query('DELETE FROM flow_runs WHERE id = $1', [other.id]);
    const { rowCount } = await test.pool.query('SELECT 1 FROM flow_run_payloads WHERE run_id = $1', [
      other.id,
    ]);
    expect(rowCount).toBe(0);
  });
});

describe('conversations in the journal', () => {
  it('stores the question when a run is accepted, and the answer with its end', async () => {
    const writer = writerOver();
    const run = record({ sessionId: 's1' });
    const journal = open(writer, run, turnIn('s1', 'what\u0000?'));
    journal.append([started(run.id)]);
    await journal.flush();
    expect(await messagesIn('s1')).toEqual(['1 user what\uFFFD?']);
    const changed: RunEvent = {
      type: 'node.finished',
      runId: run.id,
      seq: 4,
      at: 1_400,
      nodeId: 'set',
      attempt: 1,
      data: {
        outputs: {},
        handle: 'source',
        elapsed_ms: 1,
        changes: [{ scope: 'conversation', name: 'mood', value: 'glad' }],
      },
    };
    journal.append([said(run.id, 2, 'that '), said(run.id, 3, 'way'), changed, finished(run.id, 5)]);
    await journal.flush();
    expect(await messagesIn('s1')).toEqual(['1 user what\uFFFD?', '2 assistant that way']);
    const { rows } = await test.pool.query('SELECT * FROM memory_sessions WHERE flow_id = $1 AND id = $2', [
      flowId,
      's1',
    ]);
    expect(rows[0]).toMatchObject({
      user_id: 'u',
      inputs: { topic: 'x' },
      variables: { mood: 'glad' },
      last_seq: '2',
      dialogue_count: 1,
    });
  });

  it('numbers the messages of two runs of one session in one commit', async () => {
    const writer = writerOver();
    const runs = [record({ sessionId: 's2' }), record({ sessionId: 's2' })];
    await Promise.all(
      runs.map((run, index) => {
        const journal = open(writer, run, turnIn('s2', `q${index}`));
        journal.append([started(run.id), said(run.id, 2, `a${index}`), finished(run.id, 3)]);
        return journal.flush();
      }),
    );
    expect(await messagesIn('s2')).toEqual(['1 user q0', '2 assistant a0', '3 user q1', '4 assistant a1']);
  });
});
