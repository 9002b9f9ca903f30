-- Each import of the companies' registry fills tables of its own (registry_g<id>_...); a generation says what is
-- in them. The tables of a generation that failed or was pruned are gone, its row stays as the history.
CREATE TABLE registry_generations (
  id integer PRIMARY KEY CHECK (id > 0),
  state text NOT NULL CHECK (state IN ('loading', 'ready', 'failed', 'pruned')),
  -- YYYY-MM
  data_month text NOT NULL,
  -- The part of the country that was asked for; null means all of it.
  selection jsonb,
  started_at timestamptz NOT NULL,
  finished_at timestamptz,
  row_counts jsonb,
  quarantine_counts jsonb,
  checks jsonb,
  changes jsonb,
  -- The code of the error that ended it.
  failure text
);

-- The one generation that answers; no row before the first import.
CREATE TABLE registry_current (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  generation integer NOT NULL REFERENCES registry_generations (id),
  switched_at timestamptz NOT NULL
);

-- Rows that could not be imported. Limited for each file; the counts of the generation are complete.
CREATE TABLE registry_quarantine (
  generation integer NOT NULL REFERENCES registry_generations (id),
  file text NOT NULL,
  line bigint NOT NULL,
  reason text NOT NULL,
  -- The first bytes of the row as they were.
  raw bytea NOT NULL
);
CREATE INDEX registry_quarantine_generation ON registry_quarantine (generation, file, line);

-- Replaced when generations are switched by one that reads the tables of the new generation. A call that has
-- begun keeps the text it began with, so no answer is made of two generations.
CREATE FUNCTION registry_company_record(wanted_root text, wanted_branch text) RETURNS json
LANGUAGE sql STABLE AS 'SELECT NULL::json';
