-- The screen of an execution asks for the cases that it opened.
CREATE INDEX cases_execution ON cases (execution_id, id) WHERE execution_id IS NOT NULL;
