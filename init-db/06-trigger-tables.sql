-- Webhooks and schedules of published flows, what schedules fired, and the signatures that webhooks have seen.

ALTER TABLE flow_runs DROP CONSTRAINT IF EXISTS flow_runs_source_check;
ALTER TABLE flow_runs ADD CONSTRAINT flow_runs_source_check
  CHECK (source IN ('console', 'api', 'webhook', 'schedule'));

-- Rows of nodes that are not published any more stay with `is_live` false, so that a webhook keeps its address.
CREATE TABLE IF NOT EXISTS flow_triggers (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL,
  flow_id uuid NOT NULL,
  node_id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('webhook', 'schedule')),
  is_live boolean NOT NULL DEFAULT true,
  token text,
  cron text,
  timezone text,
  next_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  FOREIGN KEY (workspace_id, flow_id) REFERENCES flow_definitions (workspace_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX IF NOT EXISTS flow_triggers_node_key ON flow_triggers (flow_id, node_id, kind);
CREATE UNIQUE INDEX IF NOT EXISTS flow_triggers_token_key ON flow_triggers (token);
CREATE INDEX IF NOT EXISTS flow_triggers_flow_idx ON flow_triggers (workspace_id, flow_id);
CREATE INDEX IF NOT EXISTS flow_triggers_due_idx ON flow_triggers (next_at) WHERE is_live AND next_at IS NOT NULL;

-- One row for each time that was due: the key makes it fire once, `run_id` makes starting it twice harmless.
CREATE TABLE IF NOT EXISTS flow_trigger_firings (
  trigger_id uuid NOT NULL REFERENCES flow_triggers (id) ON DELETE CASCADE,
  scheduled_at timestamptz NOT NULL,
  workspace_id uuid NOT NULL,
  run_id uuid NOT NULL,
  status text NOT NULL CHECK (status IN ('pending', 'started', 'failed', 'skipped')),
  note text NOT NULL DEFAULT '',
  lease_until timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (trigger_id, scheduled_at)
);
CREATE INDEX IF NOT EXISTS flow_trigger_firings_open_idx ON flow_trigger_firings (lease_until)
  WHERE status = 'pending';
CREATE INDEX IF NOT EXISTS flow_trigger_firings_created_idx ON flow_trigger_firings (created_at);

-- A signature is good once; the same request may come again only under the Idempotency-Key that it came with.
CREATE TABLE IF NOT EXISTS webhook_signatures (
  trigger_id uuid NOT NULL REFERENCES flow_triggers (id) ON DELETE CASCADE,
  signature bytea NOT NULL,
  workspace_id uuid NOT NULL,
  idempotency_key text,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (trigger_id, signature)
);
CREATE INDEX IF NOT EXISTS webhook_signatures_expires_idx ON webhook_signatures (expires_at);
