-- Tools that workspaces add to the built-in ones, and MCP servers. Credentials are envelopes like those of `secrets`.

-- A service that tools call: where it is, and how it is told who calls. Tools imported from one document share one.
CREATE TABLE IF NOT EXISTS tool_sources (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  name text NOT NULL,
  server_url text NOT NULL,
  auth json NOT NULL,
  sealed text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (workspace_id, id)
);

CREATE TABLE IF NOT EXISTS tools (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  source_id uuid,
  kind text NOT NULL CHECK (kind IN ('openapi', 'flow', 'web_search')),
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  definition json NOT NULL,
  is_enabled boolean NOT NULL DEFAULT true,
  created_by uuid REFERENCES users (id) ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  FOREIGN KEY (workspace_id, source_id) REFERENCES tool_sources (workspace_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX IF NOT EXISTS tools_workspace_name_key ON tools (workspace_id, name);
CREATE INDEX IF NOT EXISTS tools_newest_idx ON tools (workspace_id, created_at DESC, id);
CREATE INDEX IF NOT EXISTS tools_source_idx ON tools (workspace_id, source_id);
CREATE INDEX IF NOT EXISTS tools_created_by_idx ON tools (created_by);

-- `tools` holds what was approved: a tool that differs from it at the time of a call is refused.
CREATE TABLE IF NOT EXISTS mcp_servers (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  name text NOT NULL,
  transport text NOT NULL CHECK (transport IN ('streamable_http', 'sse', 'stdio')),
  url text,
  command text,
  args text[] NOT NULL DEFAULT '{}',
  auth json NOT NULL,
  sealed text,
  is_enabled boolean NOT NULL DEFAULT true,
  tools json NOT NULL DEFAULT '[]',
  refreshed_at timestamptz,
  last_error json,
  created_by uuid REFERENCES users (id) ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((transport = 'stdio') = (url IS NULL)),
  CHECK ((transport = 'stdio') = (command IS NOT NULL))
);
CREATE UNIQUE INDEX IF NOT EXISTS mcp_servers_workspace_name_key ON mcp_servers (workspace_id, name);
CREATE INDEX IF NOT EXISTS mcp_servers_created_by_idx ON mcp_servers (created_by);
