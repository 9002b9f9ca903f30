-- Registered faces whose search for duplicates has not ended: a row is written with the face, and goes when every other
-- face was compared. A job finishes those of killed processes and of missing shards.
CREATE TABLE pending_duplicate_searches (
  face_id text PRIMARY KEY REFERENCES faces (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  due_at timestamptz NOT NULL,
  -- People already reported as possible duplicates of the face: nobody is reported twice.
  reported text[] NOT NULL DEFAULT '{}'
);
CREATE INDEX pending_duplicate_searches_due ON pending_duplicate_searches (due_at, face_id);
