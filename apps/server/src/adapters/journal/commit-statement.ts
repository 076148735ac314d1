import type { CommitItem } from './open-journal';

/** How long a run stays with its process after the last sign of life. */
export const LEASE = `interval '10 seconds'`;

const FINAL = `('succeeded', 'partial_succeeded', 'failed', 'stopped')`;

/** Rows are written by the process that holds the run's fence, and never once they are final: a late writer loses. */
const RUNS = `
WITH state AS (
  SELECT * FROM unnest(
    $2::uuid[], $3::int[], $4::int[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::int[],
    $11::int[], $12::int[], $13::float8[]
  ) AS s (id, fence, last_seq, status, outputs, output_payloads, error, usage, elapsed_ms, steps, failures, finished_at)
), created AS (
  SELECT * FROM unnest(
    $14::uuid[], $15::uuid[], $16::uuid[], $17::int[], $18::text[], $19::text[], $20::text[], $21::text[], $22::uuid[],
    $23::text[], $24::text[], $25::text[], $26::float8[]
  ) AS c (id, workspace_id, flow_id, version, definition, plan, source, user_id, api_key_id, session_id, inputs,
    input_payloads, created_at)
), inserted AS (
  INSERT INTO flow_runs AS r (
    id, workspace_id, flow_id, version, definition, plan, source, user_id, api_key_id, session_id, inputs,
    input_payloads, created_at, status, outputs, output_payloads, error, usage, elapsed_ms, steps, failures, last_seq,
    fence, finished_at, lease_owner, lease_until
  )
  SELECT c.id, c.workspace_id, c.flow_id, c.version, c.definition::json, c.plan::json, c.source, c.user_id, c.api_key_id,
    c.session_id, c.inputs::json, c.input_payloads::json, to_timestamp(c.created_at / 1000), s.status, s.outputs::json,
    s.output_payloads::json, s.error::json, s.usage::json, s.elapsed_ms, s.steps, s.failures, s.last_seq, s.fence,
    to_timestamp(s.finished_at / 1000),
    $1::uuid, CASE WHEN s.status = 'running' THEN clock_timestamp() + ${LEASE} END
  FROM created c JOIN state s ON s.id = c.id
  ON CONFLICT (id) DO UPDATE SET last_seq = excluded.last_seq
    WHERE r.fence = excluded.fence AND r.last_seq = excluded.last_seq AND r.lease_owner = excluded.lease_owner
  RETURNING r.id
), updated AS (
  UPDATE flow_runs r SET
    status = s.status, outputs = s.outputs::json, output_payloads = s.output_payloads::json, error = s.error::json,
    usage = s.usage::json, elapsed_ms = s.elapsed_ms, steps = s.steps, failures = s.failures, last_seq = s.last_seq,
    finished_at = to_timestamp(s.finished_at / 1000),
    lease_owner = $1::uuid,
    lease_until = CASE WHEN s.status = 'running' THEN clock_timestamp() + ${LEASE} END
  FROM state s
  WHERE r.id = s.id AND r.fence = s.fence
    AND (r.status NOT IN ${FINAL} OR r.last_seq = s.last_seq)
    AND NOT EXISTS (SELECT 1 FROM created c WHERE c.id = s.id)
  RETURNING r.id
), touched AS (
  SELECT id FROM inserted UNION ALL SELECT id FROM updated
), chunks AS (
  INSERT INTO flow_run_journal (run_id, first_seq, last_seq, events, committed_at)
  SELECT k.run_id, k.first_seq, k.last_seq, k.events::json,
    to_timestamp($29::float8 / 1000) + (clock_timestamp() - statement_timestamp())
  FROM unnest($2::uuid[], $27::int[], $4::int[], $28::text[]) AS k (run_id, first_seq, last_seq, events)
  JOIN touched t ON t.id = k.run_id
  ON CONFLICT (run_id, first_seq) DO NOTHING
)`;

/** Values that events and rows name by their hash: durable together with them, or not at all. */
const payloadsFrom = (first: number): string => `, payloads AS (
  INSERT INTO flow_run_payloads (run_id, workspace_id, sha256, content)
  SELECT p.run_id, p.workspace_id, p.sha256, p.content
  FROM unnest($${first}::uuid[], $${first + 1}::uuid[], $${first + 2}::text[], $${first + 3}::text[])
    AS p (run_id, workspace_id, sha256, content)
  JOIN touched t ON t.id = p.run_id
  ON CONFLICT DO NOTHING
)`;

/** The session's own counter orders its messages; writing the same message again changes nothing. */
const MESSAGES = `, kept AS (
  SELECT v.* FROM unnest(
    $30::uuid[], $31::uuid[], $32::uuid[], $33::text[], $34::text[], $35::text[], $36::text[]
  ) WITH ORDINALITY AS v (run_id, workspace_id, flow_id, session_id, user_id, inputs, variables, place)
  JOIN touched t ON t.id = v.run_id
), said AS (
  SELECT * FROM unnest($37::uuid[], $38::uuid[], $39::text[], $40::text[], $41::text[])
    WITH ORDINALITY AS m (run_id, id, role, content, client_id, place)
), spoken AS (
  SELECT k.workspace_id, k.flow_id, k.session_id, min(k.user_id) AS user_id, count(m.id) AS messages,
    count(m.id) FILTER (WHERE m.role = 'user') AS turns
  FROM kept k LEFT JOIN said m ON m.run_id = k.run_id
  GROUP BY k.workspace_id, k.flow_id, k.session_id
), sessions AS (
  INSERT INTO memory_sessions AS m (workspace_id, flow_id, id, user_id, inputs, variables, last_seq, dialogue_count)
  SELECT s.workspace_id, s.flow_id, s.session_id, s.user_id,
    (SELECT k.inputs::json FROM kept k WHERE k.flow_id = s.flow_id AND k.session_id = s.session_id
      ORDER BY k.place LIMIT 1),
    (SELECT k.variables::json FROM kept k WHERE k.flow_id = s.flow_id AND k.session_id = s.session_id
      AND k.variables IS NOT NULL ORDER BY k.place DESC LIMIT 1),
    s.messages, s.turns
  FROM spoken s
  ON CONFLICT (flow_id, id) DO UPDATE SET
    last_seq = m.last_seq + excluded.last_seq, dialogue_count = m.dialogue_count + excluded.dialogue_count,
    variables = COALESCE(excluded.variables, m.variables), updated_at = clock_timestamp()
    WHERE m.user_id = excluded.user_id AND m.deleted_at IS NULL
  RETURNING m.flow_id, m.id, m.last_seq
), messages AS (
  INSERT INTO memory_messages (id, workspace_id, flow_id, session_id, user_id, seq, role, content, run_id, client_id)
  SELECT m.id, k.workspace_id, k.flow_id, k.session_id, k.user_id,
    s.last_seq - n.messages + row_number() OVER (PARTITION BY k.flow_id, k.session_id ORDER BY m.place),
    m.role, m.content, m.run_id, m.client_id
  FROM said m
  JOIN kept k ON k.run_id = m.run_id
  JOIN sessions s ON s.flow_id = k.flow_id AND s.id = k.session_id
  JOIN spoken n ON n.flow_id = k.flow_id AND n.session_id = k.session_id
  ON CONFLICT DO NOTHING
)`;

const RESULT = `
SELECT id FROM touched`;

/** A statement ready to be sent; `name` lets a server keep its plan. */
export interface CommitStatement {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

function stateColumns(items: readonly CommitItem[]): unknown[] {
  const rows = items.map((item) => item.row);
  return [
    items.map((item) => item.record.id),
    items.map((item) => item.fence),
    items.map((item) => item.lastSeq),
    rows.map((row) => row.status),
    items.map((item) => item.outputs?.text ?? null),
    items.map((item) => item.outputs?.refs ?? null),
    rows.map((row) => json(row.error)),
    rows.map((row) => (row.finishedAt === null ? null : json(row.usage))),
    rows.map((row) => (row.elapsedMs === null ? null : Math.round(row.elapsedMs))),
    rows.map((row) => row.steps),
    rows.map((row) => row.failures),
    rows.map((row) => row.finishedAt),
  ];
}

function recordColumns(items: readonly CommitItem[]): unknown[] {
  const fresh = items.filter((item) => item.isNew);
  const records = fresh.map((item) => item.record);
  return [
    records.map((record) => record.id),
    records.map((record) => record.workspaceId),
    records.map((record) => record.flowId),
    records.map((record) => record.version),
    records.map((record) => record.definition),
    records.map((record) => json(record.plan)),
    records.map((record) => record.source),
    records.map((record) => record.userId),
    records.map((record) => record.apiKeyId),
    records.map((record) => record.sessionId),
    fresh.map((item) => item.inputs?.text ?? '{}'),
    fresh.map((item) => item.inputs?.refs ?? null),
    records.map((record) => record.createdAt),
  ];
}

function messageColumns(items: readonly CommitItem[]): unknown[] {
  const kept = items.flatMap(({ record, said }) => (said ? [{ record, said, turn: said.turn }] : []));
  const messages = kept.flatMap(({ record, said }) => said.messages.map((message) => ({ record, message })));
  return [
    kept.map(({ record }) => record.id),
    kept.map(({ record }) => record.workspaceId),
    kept.map(({ record }) => record.flowId),
    kept.map(({ turn }) => turn.sessionId),
    kept.map(({ turn }) => turn.userId),
    kept.map(({ turn }) => JSON.stringify(turn.inputs)),
    kept.map(({ said }) => said.variables),
    messages.map(({ record }) => record.id),
    messages.map(({ message }) => message.id),
    messages.map(({ message }) => message.role),
    messages.map(({ message }) => message.content),
    messages.map(({ message }) => message.clientId),
  ];
}

function payloadColumns(items: readonly CommitItem[]): unknown[] {
  const all = items.flatMap(({ record, payloads }) => payloads.map((payload) => ({ record, payload })));
  return [
    all.map(({ record }) => record.id),
    all.map(({ record }) => record.workspaceId),
    all.map(({ payload }) => payload.sha256),
    all.map(({ payload }) => payload.content),
  ];
}

/**
 * Builds the one statement that makes the new events of many runs durable, with their rows, messages and payloads;
 * `now` is when it is sent, in milliseconds since 1970.
 */
export function commitStatement(owner: string, items: readonly CommitItem[], now: number): CommitStatement {
  const values = [
    owner,
    ...stateColumns(items),
    ...recordColumns(items),
    items.map((item) => item.firstSeq),
    items.map((item) => item.events),
    now,
  ];
  const parts = { name: 'journal-runs', text: RUNS };
  if (items.some((item) => item.said !== undefined)) {
    parts.name = 'journal-messages';
    parts.text += MESSAGES;
    values.push(...messageColumns(items));
  }
  if (items.some((item) => item.payloads.length > 0)) {
    parts.name += '-payloads';
    parts.text += payloadsFrom(values.length + 1);
    values.push(...payloadColumns(items));
  }
  return { name: parts.name, text: parts.text + RESULT, values };
}
