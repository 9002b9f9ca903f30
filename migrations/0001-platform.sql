-- One row for each master key that may have sealed stored records: a known text sealed with it, so that a wrong
-- key is refused at start and never used beside the right one.
CREATE TABLE master_key_checks (
  key_id text PRIMARY KEY,
  wrapped_key bytea NOT NULL,
  ciphertext bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- When nothing sealed with it was left: from then on a process need not have the key.
  retired_at timestamptz
);

-- Random keys of the deployment, sealed under the master key, so that every replica has the same ones and they
-- outlive a rotation of the master key.
CREATE TABLE named_keys (
  name text PRIMARY KEY,
  key_id text NOT NULL,
  wrapped_key bytea NOT NULL,
  ciphertext bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Whether this database belongs to a live service or to a sandbox. One row, written at the first start.
CREATE TABLE deployment_environment (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  environment text NOT NULL CHECK (environment IN ('live', 'sandbox')),
  claimed_at timestamptz NOT NULL
);

-- What one deployment knows of itself and no copy of it should: the PostgreSQL server that it was on, since when nothing
-- leaves it, and its newest backup.
CREATE TABLE deployment_state (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  database_system text,
  -- Null while work goes on.
  held_since timestamptz(3),
  backed_up_at timestamptz(3),
  -- Rows of photos without their bytes, when they were last counted.
  photos_missing integer,
  photos_checked_at timestamptz(3),
  -- Tells a deployment from a copy of it. A restore makes another identity; a copy of a database's files is behind with
  -- the count, which goes on every minute.
  identity uuid NOT NULL DEFAULT gen_random_uuid(),
  count integer NOT NULL DEFAULT 0,
  counted_at timestamptz(3) NOT NULL DEFAULT now()
);

-- The place in the log of PostgreSQL after the last change of each caller, while a read replica is in use: a caller's
-- reads leave the primary once the replica has come so far.
CREATE TABLE read_positions (
  reader text PRIMARY KEY,
  position text NOT NULL,
  noted_at timestamptz NOT NULL
);

-- Events as the transactions that cause them write them, until they are numbered and published. Empty most of the time.
-- No personal data: identifiers only.
CREATE TABLE event_outbox (
  sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id text NOT NULL,
  type text NOT NULL,
  version integer NOT NULL,
  at timestamptz NOT NULL,
  -- The only client that may see it; null: every client with the scope.
  client_id text,
  data jsonb NOT NULL,
  -- The trace that it happened in, for the delivery of its webhooks to go on with. Null outside of traces.
  traceparent text
);

-- Background work, until a day after its end. No personal data: identifiers only.
CREATE TABLE jobs (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL,
  -- What the limits of its kind compare.
  key text NOT NULL DEFAULT '',
  has_one_waiting boolean NOT NULL,
  has_one_running boolean NOT NULL,
  data jsonb NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'running', 'done', 'failed')),
  added_at timestamptz NOT NULL DEFAULT now(),
  due_at timestamptz NOT NULL DEFAULT now(),
  failed_runs integer NOT NULL DEFAULT 0,
  retries_left integer NOT NULL,
  -- Tells a run from others of its job.
  began_at timestamptz,
  -- The last sign of life of the run.
  alive_at timestamptz,
  ended_at timestamptz,
  outcome jsonb
) WITH (fillfactor = 70);

CREATE INDEX jobs_waiting ON jobs (name, due_at) WHERE state = 'waiting';
CREATE INDEX jobs_running ON jobs (name) WHERE state = 'running';
CREATE INDEX jobs_failed ON jobs (ended_at, id) WHERE state = 'failed';
CREATE INDEX jobs_ended ON jobs (ended_at) WHERE state IN ('done', 'failed');
CREATE UNIQUE INDEX jobs_one_waiting ON jobs (name, key) WHERE has_one_waiting AND state = 'waiting';
CREATE UNIQUE INDEX jobs_one_running ON jobs (name, key) WHERE has_one_running AND state = 'running';

-- The newest tick of each schedule for which a job was added.
CREATE TABLE job_ticks (
  name text PRIMARY KEY,
  ticked_at timestamptz NOT NULL
);
