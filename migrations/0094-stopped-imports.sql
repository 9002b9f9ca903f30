-- Imports and downloads that a person stopped. The process that does one looks here every second.
ALTER TABLE source_imports
  ADD COLUMN stop_requested_at timestamptz,
  ADD COLUMN stopped_by text;
ALTER TABLE source_imports DROP CONSTRAINT source_imports_state_check;
ALTER TABLE source_imports ADD CONSTRAINT source_imports_state_check
  CHECK (state IN ('waiting', 'running', 'done', 'failed', 'stopped'));
