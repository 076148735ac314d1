-- Where models are, which ones a workspace has, and what they were used for.

-- `api_key` is an envelope like those of `secrets` around a JSON list of keys, which share the load.
CREATE TABLE IF NOT EXISTS model_providers (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  name text NOT NULL,
  provider_type text NOT NULL,
  base_url text NOT NULL,
  api_key text,
  key_hint text,
  key_count integer NOT NULL DEFAULT 0,
  extra_config json NOT NULL DEFAULT '{}',
  is_active boolean NOT NULL DEFAULT true,
  health_status text NOT NULL DEFAULT 'unknown' CHECK (health_status IN ('unknown', 'ok', 'failing')),
  health_latency_ms integer,
  health_checked_at timestamptz,
  health_error json,
  created_by uuid REFERENCES users (id) ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (workspace_id, id),
  CHECK ((api_key IS NULL) = (key_count = 0))
);
CREATE INDEX IF NOT EXISTS model_providers_newest_idx ON model_providers (workspace_id, created_at DESC, id);
CREATE INDEX IF NOT EXISTS model_providers_created_by_idx ON model_providers (created_by);

CREATE TABLE IF NOT EXISTS model_instances (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  provider_id uuid NOT NULL,
  model_name text NOT NULL,
  model_type text NOT NULL CHECK (
    model_type IN ('llm', 'embedding', 'rerank', 'speech_to_text', 'text_to_speech')
  ),
  display_name text NOT NULL,
  capabilities json NOT NULL DEFAULT '{}',
  default_params json NOT NULL DEFAULT '{}',
  price json,
  limits json NOT NULL DEFAULT '{}',
  fallback_ids uuid[] NOT NULL DEFAULT '{}',
  is_default boolean NOT NULL DEFAULT false,
  is_active boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  FOREIGN KEY (workspace_id, provider_id) REFERENCES model_providers (workspace_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX IF NOT EXISTS model_instances_name_key
  ON model_instances (provider_id, model_name, model_type);
CREATE INDEX IF NOT EXISTS model_instances_provider_idx ON model_instances (workspace_id, provider_id);
-- One default for each type.
CREATE UNIQUE INDEX IF NOT EXISTS model_instances_default_key
  ON model_instances (workspace_id, model_type) WHERE is_default;

-- Which workspaces were given the provider that OPENAI_* names: once each, whatever became of it.
CREATE TABLE IF NOT EXISTS model_seeds (
  workspace_id uuid PRIMARY KEY REFERENCES workspaces (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Counters by UTC day. `model_id` refers to nothing, so that the figures outlive the model; null is one of the settings.
CREATE TABLE IF NOT EXISTS model_usage (
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  day date NOT NULL,
  model_id uuid,
  model_name text NOT NULL,
  requests bigint NOT NULL DEFAULT 0,
  failures bigint NOT NULL DEFAULT 0,
  prompt_tokens bigint NOT NULL DEFAULT 0,
  completion_tokens bigint NOT NULL DEFAULT 0,
  cost double precision NOT NULL DEFAULT 0,
  first_tokens bigint NOT NULL DEFAULT 0,
  first_token_ms double precision NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX IF NOT EXISTS model_usage_counter_key
  ON model_usage (workspace_id, day, model_id, model_name) NULLS NOT DISTINCT;
