-- Flows, their versions and keys, runs with their journals, and the answers kept for repeated requests.
-- Payloads are `json`, not `jsonb`: what users and models send may hold NUL and lone surrogates, which jsonb refuses.

CREATE TABLE IF NOT EXISTS flow_definitions (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  flow_mode text NOT NULL CHECK (flow_mode IN ('chatflow', 'workflow')),
  tags text[] NOT NULL DEFAULT '{}',
  draft json NOT NULL,
  draft_hash text NOT NULL,
  published_version integer,
  last_version integer NOT NULL DEFAULT 0,
  created_by uuid REFERENCES users (id) ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  UNIQUE (workspace_id, id)
);
CREATE INDEX IF NOT EXISTS flow_definitions_newest_idx ON flow_definitions (workspace_id, updated_at DESC, id)
  WHERE deleted_at IS NULL;
CREATE INDEX IF NOT EXISTS flow_definitions_created_by_idx ON flow_definitions (created_by);

CREATE TABLE IF NOT EXISTS flow_versions (
  flow_id uuid NOT NULL,
  version integer NOT NULL,
  workspace_id uuid NOT NULL,
  definition json NOT NULL,
  note text NOT NULL DEFAULT '',
  created_by uuid REFERENCES users (id) ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (flow_id, version),
  FOREIGN KEY (workspace_id, flow_id) REFERENCES flow_definitions (workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX IF NOT EXISTS flow_versions_workspace_idx ON flow_versions (workspace_id, flow_id);
CREATE INDEX IF NOT EXISTS flow_versions_created_by_idx ON flow_versions (created_by);

CREATE TABLE IF NOT EXISTS flow_api_keys (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL,
  flow_id uuid NOT NULL,
  name text NOT NULL,
  prefix text NOT NULL,
  secret_hash bytea NOT NULL,
  scopes text[] NOT NULL,
  rate_limit integer,
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz,
  created_by uuid REFERENCES users (id) ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  FOREIGN KEY (workspace_id, flow_id) REFERENCES flow_definitions (workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX IF NOT EXISTS flow_api_keys_flow_idx ON flow_api_keys (workspace_id, flow_id);
CREATE INDEX IF NOT EXISTS flow_api_keys_created_by_idx ON flow_api_keys (created_by);

-- One row a run. `fence` counts the processes that took it over: writes of an earlier one are refused.
CREATE TABLE IF NOT EXISTS flow_runs (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL,
  flow_id uuid NOT NULL,
  version integer,
  definition json,
  plan json,
  source text NOT NULL CHECK (source IN ('console', 'api')),
  user_id text NOT NULL CHECK (length(user_id) <= 255),
  api_key_id uuid,
  session_id text CHECK (length(session_id) <= 255),
  status text NOT NULL CHECK (
    status IN ('queued', 'running', 'paused', 'interrupted', 'succeeded', 'partial_succeeded', 'failed', 'stopped')
  ),
  inputs json NOT NULL,
  outputs json,
  error json,
  usage json,
  elapsed_ms integer,
  steps integer NOT NULL DEFAULT 0,
  failures integer NOT NULL DEFAULT 0,
  last_seq integer NOT NULL DEFAULT 0,
  fence integer NOT NULL DEFAULT 1,
  lease_owner uuid,
  lease_until timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  FOREIGN KEY (workspace_id, flow_id) REFERENCES flow_definitions (workspace_id, id) ON DELETE CASCADE
) WITH (fillfactor = 80);
CREATE INDEX IF NOT EXISTS flow_runs_newest_idx ON flow_runs (workspace_id, created_at DESC, id);
CREATE INDEX IF NOT EXISTS flow_runs_flow_idx ON flow_runs (workspace_id, flow_id, created_at DESC, id);
CREATE INDEX IF NOT EXISTS flow_runs_open_idx ON flow_runs (id) WHERE status IN ('queued', 'running');

-- What happened in a run, in order: one row for each commit that had something to add.
CREATE TABLE IF NOT EXISTS flow_run_journal (
  run_id uuid NOT NULL REFERENCES flow_runs (id) ON DELETE CASCADE,
  first_seq integer NOT NULL,
  last_seq integer NOT NULL,
  events json NOT NULL,
  PRIMARY KEY (run_id, first_seq)
);

-- Which run a repeated request means; `caller` is the API key or the account.
CREATE TABLE IF NOT EXISTS idempotency_keys (
  caller uuid NOT NULL,
  key text NOT NULL CHECK (length(key) <= 255),
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  body_hash bytea NOT NULL,
  run_id uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (caller, key)
);
CREATE INDEX IF NOT EXISTS idempotency_keys_created_idx ON idempotency_keys (created_at);
CREATE INDEX IF NOT EXISTS idempotency_keys_workspace_idx ON idempotency_keys (workspace_id);
