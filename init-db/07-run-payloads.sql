-- Large values of runs, kept once for each run beside the events and rows that name them by their hash; and when
-- events became durable.

CREATE TABLE IF NOT EXISTS flow_run_payloads (
  run_id uuid NOT NULL REFERENCES flow_runs (id) ON DELETE CASCADE,
  sha256 text NOT NULL,
  workspace_id uuid NOT NULL,
  -- JSON text; not `json`, since nobody but the journal looks inside.
  content text NOT NULL,
  PRIMARY KEY (run_id, sha256)
);

-- Which parts of the row's inputs and outputs lie in flow_run_payloads; null when none do.
ALTER TABLE flow_runs ADD COLUMN IF NOT EXISTS input_payloads json;
ALTER TABLE flow_runs ADD COLUMN IF NOT EXISTS output_payloads json;

-- By the clock of the process that wrote it, as the times of the events are; null in rows from before.
ALTER TABLE flow_run_journal ADD COLUMN IF NOT EXISTS committed_at timestamptz;
