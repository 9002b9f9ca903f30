-- References of executions are sealed with their other personal parts from now on. This finds those that are not yet.
CREATE INDEX executions_clear_reference ON executions (id) WHERE reference_id IS NOT NULL;
