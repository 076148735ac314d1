-- What was said in conversations (layer L0) and what a conversation carries from exchange to exchange.

CREATE TABLE IF NOT EXISTS memory_sessions (
  workspace_id uuid NOT NULL,
  flow_id uuid NOT NULL,
  id text NOT NULL CHECK (length(id) BETWEEN 1 AND 255),
  user_id text NOT NULL CHECK (length(user_id) <= 255),
  name text NOT NULL DEFAULT '',
  inputs json NOT NULL DEFAULT '{}',
  variables json,
  last_seq bigint NOT NULL DEFAULT 0,
  dialogue_count integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  PRIMARY KEY (flow_id, id),
  FOREIGN KEY (workspace_id, flow_id) REFERENCES flow_definitions (workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX IF NOT EXISTS memory_sessions_user_idx ON memory_sessions
  (workspace_id, flow_id, user_id, updated_at DESC);

-- `seq` orders a session; clocks do not. `client_id` makes writing the same message twice harmless.
CREATE TABLE IF NOT EXISTS memory_messages (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL,
  flow_id uuid NOT NULL,
  session_id text NOT NULL,
  user_id text NOT NULL CHECK (length(user_id) <= 255),
  seq bigint NOT NULL,
  role text NOT NULL CHECK (role IN ('user', 'assistant')),
  content text NOT NULL,
  run_id uuid,
  client_id text NOT NULL CHECK (length(client_id) <= 255),
  created_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  UNIQUE (flow_id, session_id, seq),
  UNIQUE (flow_id, session_id, client_id),
  FOREIGN KEY (flow_id, session_id) REFERENCES memory_sessions (flow_id, id) ON DELETE CASCADE
);
CREATE INDEX IF NOT EXISTS memory_messages_user_idx ON memory_messages (workspace_id, user_id, created_at DESC);
