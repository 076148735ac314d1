-- What callers of published flows leave beside their conversations: what they think of answers, and their files.

-- One a message: conversations belong to one user.
CREATE TABLE IF NOT EXISTS message_feedbacks (
  message_id uuid PRIMARY KEY REFERENCES memory_messages (id) ON DELETE CASCADE,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL,
  flow_id uuid NOT NULL,
  session_id text NOT NULL,
  user_id text NOT NULL CHECK (length(user_id) <= 255),
  rating text NOT NULL CHECK (rating IN ('like', 'dislike')),
  content text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  FOREIGN KEY (workspace_id, flow_id) REFERENCES flow_definitions (workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX IF NOT EXISTS message_feedbacks_flow_idx ON message_feedbacks (workspace_id, flow_id, created_at DESC);

-- Which flow a file was uploaded to by API, and by which of its users: nobody else may look at it there.
CREATE TABLE IF NOT EXISTS flow_uploads (
  file_id uuid PRIMARY KEY REFERENCES files (id) ON DELETE CASCADE,
  workspace_id uuid NOT NULL,
  flow_id uuid NOT NULL,
  user_id text NOT NULL CHECK (length(user_id) <= 255),
  created_at timestamptz NOT NULL DEFAULT now(),
  FOREIGN KEY (workspace_id, flow_id) REFERENCES flow_definitions (workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX IF NOT EXISTS flow_uploads_flow_idx ON flow_uploads (workspace_id, flow_id);
