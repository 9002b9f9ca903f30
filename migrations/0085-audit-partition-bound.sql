-- Audit events become partitioned by month in the next migration: the table as it is becomes the first partition. This
-- proves for it, without reading it, that it holds nothing from a moment on: the month after the next one, or this month
-- where there are no events yet.
--
-- The lock is asked for in short turns: nobody queues up behind it.
DO $$
BEGIN
  FOR turn IN 1..1200 LOOP
    BEGIN
      SET LOCAL lock_timeout = '300ms';
      LOCK TABLE audit_events IN ACCESS EXCLUSIVE MODE;
      RETURN;
    EXCEPTION WHEN lock_not_available THEN
      PERFORM pg_sleep(0.5);
    END;
  END LOOP;
  RAISE EXCEPTION 'audit_events was never free for 300 ms: end the transactions that hold it';
END;
$$;

DO $$
DECLARE
  month timestamp := date_trunc('month', now() AT TIME ZONE 'UTC');
BEGIN
  IF EXISTS (SELECT FROM audit_events) THEN
    month := month + interval '2 months';
  END IF;
  EXECUTE format('ALTER TABLE audit_events ADD CONSTRAINT audit_events_first_bound CHECK (at < %L) NOT VALID',
    month AT TIME ZONE 'UTC');
END;
$$;

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
