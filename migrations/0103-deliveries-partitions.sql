-- Deliveries of webhooks by month of the time in their identifiers. The table that was becomes the first partition, so
-- that no row moves here. The check reads it once and keeps nobody waiting; the locks after it are asked for in short
-- turns, and held for what the catalogue takes.
ALTER TABLE webhook_deliveries VALIDATE CONSTRAINT webhook_deliveries_first_bound;

DO $$
BEGIN
  FOR turn IN 1..1200 LOOP
    BEGIN
      SET LOCAL lock_timeout = '300ms';
      LOCK TABLE webhook_deliveries IN ACCESS EXCLUSIVE MODE;
      LOCK TABLE webhook_endpoints IN SHARE ROW EXCLUSIVE MODE;
      RETURN;
    EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
      PERFORM pg_sleep(0.5);
    END;
  END LOOP;
  RAISE EXCEPTION 'webhook_deliveries and webhook_endpoints were never free for 300 ms: end the transactions that hold them';
END;
$$;

ALTER TABLE webhook_deliveries RENAME TO webhook_deliveries_first;
ALTER TABLE webhook_deliveries_first RENAME CONSTRAINT webhook_deliveries_pkey TO webhook_deliveries_first_pkey;
ALTER INDEX webhook_deliveries_due RENAME TO webhook_deliveries_first_due;
ALTER INDEX webhook_deliveries_endpoint RENAME TO webhook_deliveries_first_endpoint;
ALTER INDEX webhook_deliveries_event RENAME TO webhook_deliveries_first_event;

CREATE TABLE webhook_deliveries (LIKE webhook_deliveries_first INCLUDING DEFAULTS INCLUDING CONSTRAINTS)
  PARTITION BY RANGE (id);
ALTER TABLE webhook_deliveries DROP CONSTRAINT webhook_deliveries_first_bound;
ALTER TABLE webhook_deliveries ADD PRIMARY KEY (id);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (endpoint_id, is_later, due_at) WHERE state = 'pending';
CREATE INDEX webhook_deliveries_endpoint ON webhook_deliveries (endpoint_id, id);
CREATE INDEX webhook_deliveries_event ON webhook_deliveries (event_id);
ALTER TABLE webhook_deliveries ADD CONSTRAINT webhook_deliveries_endpoint_id_fkey
  FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoints (id) ON DELETE CASCADE;

DO $$
DECLARE
  bound text := (SELECT substring(pg_get_constraintdef(oid) FROM '''([^'']+)''') FROM pg_constraint
    WHERE conrelid = 'webhook_deliveries_first'::regclass AND conname = 'webhook_deliveries_first_bound');
BEGIN
  EXECUTE format(
    'ALTER TABLE webhook_deliveries ATTACH PARTITION webhook_deliveries_first FOR VALUES FROM (MINVALUE) TO (%L)', bound);
END;
$$;
ALTER TABLE webhook_deliveries_first DROP CONSTRAINT webhook_deliveries_first_bound;

-- For months that have no partition yet; also the model of those that are made, with its room on each page.
CREATE TABLE webhook_deliveries_rest PARTITION OF webhook_deliveries DEFAULT WITH (fillfactor = 50);
