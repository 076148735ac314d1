-- What was done and tried in each workspace. Entries are only ever added, each with the hash of the one before it, so
-- that a changed, missing or inserted one is noticed.

-- The account is a plain id: what it did outlasts it, and no entry may change.
CREATE TABLE IF NOT EXISTS audit_entries (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  number integer NOT NULL,
  at timestamptz NOT NULL,
  actor_id uuid,
  actor_email text NOT NULL,
  action text NOT NULL,
  target_id text,
  target_name text NOT NULL,
  details jsonb NOT NULL,
  hash bytea NOT NULL
);
CREATE UNIQUE INDEX IF NOT EXISTS audit_entries_workspace_number_key ON audit_entries (workspace_id, number);
CREATE INDEX IF NOT EXISTS audit_entries_actor_idx ON audit_entries (workspace_id, actor_id, number);
CREATE INDEX IF NOT EXISTS audit_entries_action_idx ON audit_entries (workspace_id, action, number);

-- The end of each chain: writers queue here, and cutting off the newest entries shows.
CREATE TABLE IF NOT EXISTS audit_heads (
  workspace_id uuid PRIMARY KEY REFERENCES workspaces (id) ON DELETE CASCADE,
  number integer NOT NULL,
  hash bytea NOT NULL
);

-- The server owns its tables, so a missing grant would not hold it back; this does.
CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Entries go only together with their whole workspace.
  IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT 1 FROM workspaces WHERE id = OLD.workspace_id) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'entries of the audit log are neither changed nor removed';
END
$$;
CREATE OR REPLACE TRIGGER audit_entries_no_change BEFORE UPDATE OR DELETE ON audit_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE OR REPLACE FUNCTION refuse_audit_truncate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'entries of the audit log are neither changed nor removed';
END
$$;
CREATE OR REPLACE TRIGGER audit_entries_no_truncate BEFORE TRUNCATE ON audit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_truncate();
