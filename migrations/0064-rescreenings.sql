-- How far the known profiles were looked at again since a list source last changed. One row for each source.
CREATE TABLE rescreenings (
  source text NOT NULL,
  subject text NOT NULL,
  -- The version of the lists that is or was gone through.
  version text NOT NULL,
  -- The last profile that was looked at.
  after_profile text NOT NULL,
  started_at timestamptz NOT NULL,
  -- Null while profiles are left.
  finished_at timestamptz,
  screened_count bigint NOT NULL,
  -- Profiles that an execution was started for.
  changed_count bigint NOT NULL,
  PRIMARY KEY (source, subject)
);
