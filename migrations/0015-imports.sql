-- Imports and downloads of lists and registries that people start over the API, each with what came of it.
CREATE TABLE source_imports (
  id text PRIMARY KEY,
  source text NOT NULL,
  action text NOT NULL CHECK (action IN ('import', 'download')),
  state text NOT NULL CHECK (state IN ('waiting', 'running', 'done', 'failed', 'stopped')),
  -- The path below IMPORT_DIR and the choices of whoever started it.
  options jsonb NOT NULL,
  started_by text NOT NULL,
  created_at timestamptz NOT NULL,
  started_at timestamptz,
  finished_at timestamptz,
  -- How often a process took it up.
  tries integer NOT NULL DEFAULT 0,
  progress jsonb,
  result jsonb,
  failure text,
  failure_detail text,
  -- A person stopped it: the process that does it looks here every second.
  stop_requested_at timestamptz,
  stopped_by text
);
-- One at a time for each source, in all processes together.
CREATE UNIQUE INDEX source_imports_open ON source_imports (source) WHERE state IN ('waiting', 'running');
