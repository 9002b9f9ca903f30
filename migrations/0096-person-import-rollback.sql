-- The last import of a data set can be taken back: the records that it has taken the place of stay for some days.
ALTER TABLE person_imports DROP CONSTRAINT person_imports_state_check;
ALTER TABLE person_imports ADD CONSTRAINT person_imports_state_check
  CHECK (state IN ('loading', 'ready', 'failed', 'withdrawn'));
-- kept: what the import replaced is still there. to_remove: it has no use any more. removed: it is gone. Of a withdrawn
-- import the same is said of its own records.
ALTER TABLE person_imports ADD COLUMN spent_records text NOT NULL DEFAULT 'removed'
  CHECK (spent_records IN ('kept', 'to_remove', 'removed'));
