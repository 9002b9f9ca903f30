-- Who did or read what. Rows are only ever added; each carries a keyed hash over itself and the row before it in its
-- chain, so that a row cannot be changed, moved or taken out without that being seen. Holds identifiers, never a CPF or a name.
CREATE TABLE audit_events (
  chain text NOT NULL,
  sequence bigint NOT NULL CHECK (sequence > 0),
  at timestamptz(3) NOT NULL,
  actor_kind text NOT NULL CHECK (actor_kind IN ('client', 'operator', 'service', 'link')),
  actor_id text,
  action text NOT NULL,
  target text,
  purpose text,
  source text,
  outcome text NOT NULL,
  request_id text,
  detail jsonb,
  hash bytea NOT NULL CHECK (octet_length(hash) = 32),
  PRIMARY KEY (chain, sequence)
);
CREATE INDEX audit_events_at ON audit_events (at DESC, chain, sequence);
CREATE INDEX audit_events_target ON audit_events (target, at DESC) WHERE target IS NOT NULL;

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

CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit events are only added' USING ERRCODE = 'integrity_constraint_violation';
END;
$$;
CREATE TRIGGER audit_events_unchanged BEFORE UPDATE OR DELETE ON audit_events
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_events_kept BEFORE TRUNCATE ON audit_events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
