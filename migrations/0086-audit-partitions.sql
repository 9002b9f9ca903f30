-- Audit events by month. The table that was becomes the first partition, so that no row moves. Both checks read it once
-- and keep nobody waiting; the lock after them is asked for in short turns, and held for what the catalogue takes.
ALTER TABLE audit_events VALIDATE CONSTRAINT audit_events_actor_kind_check;
ALTER TABLE audit_events VALIDATE CONSTRAINT audit_events_first_bound;

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

ALTER TABLE audit_events RENAME TO audit_events_first;
ALTER TABLE audit_events_first RENAME CONSTRAINT audit_events_pkey TO audit_events_first_pkey;
ALTER INDEX audit_events_at RENAME TO audit_events_first_at;
ALTER INDEX audit_events_target RENAME TO audit_events_first_target;
ALTER INDEX audit_events_subjects RENAME TO audit_events_first_subjects;
DROP TRIGGER audit_events_unchanged ON audit_events_first;

-- No key of the whole: a chain may go through a month's end. Its head, locked and compared by each writer, gives each
-- number once (docs/decisions/0166).
CREATE TABLE audit_events (LIKE audit_events_first INCLUDING DEFAULTS INCLUDING CONSTRAINTS) PARTITION BY RANGE (at);
ALTER TABLE audit_events DROP CONSTRAINT audit_events_first_bound;
CREATE INDEX audit_events_at ON audit_events (at DESC, chain, sequence);
CREATE INDEX audit_events_target ON audit_events (target, at DESC) WHERE target IS NOT NULL;
CREATE INDEX audit_events_subjects ON audit_events USING gin (subjects);
CREATE TRIGGER audit_events_unchanged BEFORE UPDATE OR DELETE ON audit_events
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_events_kept BEFORE TRUNCATE ON audit_events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

DO $$
DECLARE
  bound text := (SELECT substring(pg_get_constraintdef(oid) FROM '''([^'']+)''') FROM pg_constraint
    WHERE conrelid = 'audit_events_first'::regclass AND conname = 'audit_events_first_bound');
BEGIN
  EXECUTE format('ALTER TABLE audit_events ATTACH PARTITION audit_events_first FOR VALUES FROM (MINVALUE) TO (%L)', bound);
END;
$$;
ALTER TABLE audit_events_first DROP CONSTRAINT audit_events_first_bound;

-- For months that have no partition yet; also the model of those that are made.
CREATE TABLE audit_events_rest PARTITION OF audit_events DEFAULT;
ALTER TABLE audit_events_rest ADD PRIMARY KEY (chain, sequence);
CREATE TRIGGER audit_events_kept BEFORE TRUNCATE ON audit_events_rest
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
