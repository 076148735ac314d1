-- Names by which people find a published version again.
ALTER TABLE flow_versions ADD COLUMN IF NOT EXISTS name text NOT NULL DEFAULT '';
