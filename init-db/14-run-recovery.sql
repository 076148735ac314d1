-- What is known of a run beside its journal: how many processes ended under it, and why somebody wants it to stop.

ALTER TABLE flow_runs ADD COLUMN IF NOT EXISTS crashes integer NOT NULL DEFAULT 0;
ALTER TABLE flow_runs ADD COLUMN IF NOT EXISTS stop_reason text;
