-- The processes of a deployment, for those who look after it. Each writes its row anew every few seconds.
CREATE TABLE service_processes (
  id text PRIMARY KEY,
  role text NOT NULL CHECK (role IN ('all', 'web', 'jobs', 'duplicates')),
  host text NOT NULL,
  pid integer NOT NULL,
  version text NOT NULL,
  runtime text NOT NULL,
  -- The fingerprint of the master key that it seals with.
  master_key_id text NOT NULL,
  started_at timestamptz NOT NULL,
  seen_at timestamptz NOT NULL
);
