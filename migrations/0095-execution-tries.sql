-- Runs of an execution in which a source could not be asked, and those after; one that answers at once has none.
CREATE TABLE execution_tries (
  execution_id text NOT NULL REFERENCES executions (id),
  try integer NOT NULL,
  started_at timestamptz NOT NULL,
  ended_at timestamptz NOT NULL,
  -- The state that it left the execution in.
  state text NOT NULL,
  next_attempt_at timestamptz,
  -- Source and reason of each that could not be asked: codes, nothing personal.
  faults jsonb NOT NULL,
  PRIMARY KEY (execution_id, try)
);
-- The execution that this one repeats.
ALTER TABLE executions ADD COLUMN rerun_of text;
