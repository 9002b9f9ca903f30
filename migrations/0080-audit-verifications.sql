-- Verifications of the audit log that people start over the API, each with what was read and what was found.
CREATE TABLE audit_verifications (
  id text PRIMARY KEY,
  state text NOT NULL CHECK (state IN ('waiting', 'running', 'whole', 'broken', 'failed')),
  started_by text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  finished_at timestamptz(3),
  -- How often a process took it up. What an earlier one writes late is not taken.
  attempt integer NOT NULL DEFAULT 0,
  -- The last sign of life of the process that has it.
  seen_at timestamptz NOT NULL,
  read_events bigint NOT NULL DEFAULT 0,
  total_events bigint NOT NULL DEFAULT 0,
  result jsonb
);
-- One at a time, in all processes together.
CREATE UNIQUE INDEX audit_verifications_open ON audit_verifications ((true)) WHERE state IN ('waiting', 'running');
