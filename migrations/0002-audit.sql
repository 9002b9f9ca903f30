-- Who did or read what, by month. Rows are only ever added. Each carries a keyed hash over itself and the row before it in
-- its chain: whoever changes, moves or takes out a row is seen. Holds identifiers, never a CPF or a name.
--
-- No key of the whole: a chain may go through a month's end. Its head, locked and compared by each writer, gives each
-- number once (docs/decisions/0166).
CREATE TABLE audit_events (
  chain text NOT NULL,
  sequence bigint NOT NULL CHECK (sequence > 0),
  at timestamptz(3) NOT NULL,
  actor_kind text NOT NULL CHECK (actor_kind IN ('client', 'operator', 'service', 'link', 'account')),
  actor_id text,
  action text NOT NULL,
  target text,
  purpose text,
  source text,
  outcome text NOT NULL,
  request_id text,
  detail jsonb,
  -- Whom it is about: ids of people, never documents. Null for an event about nobody.
  subjects text[],
  hash bytea NOT NULL CHECK (octet_length(hash) = 32)
) PARTITION BY RANGE (at);
CREATE INDEX audit_events_at ON audit_events (at DESC, chain, sequence);
CREATE INDEX audit_events_actor ON audit_events (actor_id, at DESC) WHERE actor_id IS NOT NULL;
CREATE INDEX audit_events_action ON audit_events (action, at DESC);
CREATE INDEX audit_events_target ON audit_events (target, at DESC) WHERE target IS NOT NULL;
CREATE INDEX audit_events_subjects ON audit_events USING gin (subjects);

CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit events are only added' USING ERRCODE = 'integrity_constraint_violation';
END;
$$;
CREATE TRIGGER audit_events_unchanged BEFORE UPDATE OR DELETE ON audit_events
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_events_kept BEFORE TRUNCATE ON audit_events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

-- What was before the month of the first start: a restored backup, and clocks that were wrong.
DO $$
BEGIN
  EXECUTE format('CREATE TABLE audit_events_first PARTITION OF audit_events FOR VALUES FROM (MINVALUE) TO (%L)',
    date_trunc('month', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC');
END;
$$;
ALTER TABLE audit_events_first ADD PRIMARY KEY (chain, sequence);
CREATE TRIGGER audit_events_kept BEFORE TRUNCATE ON audit_events_first
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

-- For months that have no partition yet; also the model of those that are made.
CREATE TABLE audit_events_rest PARTITION OF audit_events DEFAULT;
ALTER TABLE audit_events_rest ADD PRIMARY KEY (chain, sequence);
CREATE TRIGGER audit_events_kept BEFORE TRUNCATE ON audit_events_rest
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

-- The newest row of each chain. A process writes a chain of its own; acts that share the transaction of what they record
-- go to a second one.
CREATE TABLE audit_chains (
  chain text PRIMARY KEY,
  last_at timestamptz(3) NOT NULL,
  last_sequence bigint NOT NULL,
  last_hash bytea NOT NULL,
  -- A note has named it for the last time: nothing is added to it.
  is_closed boolean NOT NULL DEFAULT false
);

-- The event that the log of this database begins with. A log without it was emptied.
CREATE TABLE audit_beginnings (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  chain text NOT NULL,
  sequence bigint NOT NULL,
  hash bytea NOT NULL CHECK (octet_length(hash) = 32)
);

-- Where a stretch of a chain was, whose partition was dropped. `proof` is a keyed hash over everything else in the row.
CREATE TABLE audit_anchors (
  chain text NOT NULL,
  first_sequence bigint NOT NULL CHECK (first_sequence > 0),
  last_sequence bigint NOT NULL CHECK (last_sequence >= first_sequence),
  -- Of the event before the first, and of the last event.
  previous_hash bytea NOT NULL CHECK (octet_length(previous_hash) = 32),
  last_hash bytea NOT NULL CHECK (octet_length(last_hash) = 32),
  -- The end of the month that was dropped.
  until timestamptz(3) NOT NULL,
  proof bytea NOT NULL CHECK (octet_length(proof) = 32),
  PRIMARY KEY (chain, first_sequence)
);
CREATE TRIGGER audit_anchors_unchanged BEFORE UPDATE OR DELETE ON audit_anchors
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_anchors_kept BEFORE TRUNCATE ON audit_anchors
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

-- Verifications of the audit log that people start over the API, each with what was read and what was found.
CREATE TABLE audit_verifications (
  id text PRIMARY KEY,
  state text NOT NULL CHECK (state IN ('waiting', 'running', 'whole', 'broken', 'failed')),
  started_by text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  finished_at timestamptz(3),
  read_events bigint NOT NULL DEFAULT 0,
  total_events bigint NOT NULL DEFAULT 0,
  result jsonb
);
-- One at a time, in all processes together.
CREATE UNIQUE INDEX audit_verifications_open ON audit_verifications ((true)) WHERE state IN ('waiting', 'running');
