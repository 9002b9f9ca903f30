-- Executions by month of the first one of their chain, so that a chain lies in one month. The table that was becomes the
-- first partition, so that no row moves here. The check reads it once and keeps nobody waiting; the locks after it are
-- asked for in short turns, and held for what the catalogue takes.
ALTER TABLE executions VALIDATE CONSTRAINT executions_first_bound;

DO $$
BEGIN
  FOR turn IN 1..2400 LOOP
    BEGIN
      -- Shorter than for two tables: whoever waits behind the first waits for all of them.
      SET LOCAL lock_timeout = '100ms';
      LOCK TABLE executions, execution_sources, execution_tries, execution_idempotency_keys, onboarding_partners
        IN ACCESS EXCLUSIVE MODE;
      LOCK TABLE profiles, query_template_versions IN SHARE ROW EXCLUSIVE MODE;
      RETURN;
    EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
      PERFORM pg_sleep(0.25);
    END;
  END LOOP;
  RAISE EXCEPTION 'executions and the tables around them were never free for 100 ms: end the transactions that hold them';
END;
$$;

-- An identifier alone is unique in each month, not in the whole. All of these are written and deleted by those who hold
-- the execution (docs/decisions/0183).
ALTER TABLE execution_sources DROP CONSTRAINT execution_sources_execution_id_fkey;
ALTER TABLE execution_tries DROP CONSTRAINT execution_tries_execution_id_fkey;
ALTER TABLE execution_idempotency_keys DROP CONSTRAINT execution_idempotency_keys_execution_id_fkey;
ALTER TABLE onboarding_partners DROP CONSTRAINT onboarding_partners_execution_id_fkey;
ALTER TABLE onboarding_partners DROP CONSTRAINT onboarding_partners_child_id_fkey;
ALTER TABLE executions DROP CONSTRAINT executions_parent_id_fkey;
ALTER TABLE executions DROP CONSTRAINT executions_root_id_fkey;

ALTER TABLE executions RENAME TO executions_first;
ALTER TABLE executions_first RENAME CONSTRAINT executions_pkey TO executions_first_pkey;
ALTER INDEX executions_once_in_chain RENAME TO executions_first_once_in_chain;
ALTER INDEX executions_profile RENAME TO executions_first_profile;
ALTER INDEX executions_status RENAME TO executions_first_status;
ALTER INDEX executions_parent RENAME TO executions_first_parent;
ALTER INDEX executions_open RENAME TO executions_first_open;
ALTER INDEX executions_clear_reference RENAME TO executions_first_clear_reference;

CREATE TABLE executions (LIKE executions_first INCLUDING DEFAULTS INCLUDING CONSTRAINTS) PARTITION BY RANGE (root_id);
ALTER TABLE executions DROP CONSTRAINT executions_first_bound;
CREATE UNIQUE INDEX executions_once_in_chain ON executions (root_id, profile_id);
CREATE INDEX executions_profile ON executions (profile_id, id DESC);
CREATE INDEX executions_status ON executions (status, id DESC);
CREATE INDEX executions_parent ON executions (parent_id) WHERE parent_id IS NOT NULL;
CREATE INDEX executions_open ON executions (updated_at) WHERE completed_at IS NULL;
CREATE INDEX executions_clear_reference ON executions (id) WHERE reference_id IS NOT NULL;
ALTER TABLE executions ADD CONSTRAINT executions_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES profiles (id);
ALTER TABLE executions ADD CONSTRAINT executions_template_id_template_version_fkey
  FOREIGN KEY (template_id, template_version) REFERENCES query_template_versions (template_id, version);

DO $$
DECLARE
  bound text := (SELECT substring(pg_get_constraintdef(oid) FROM '''([^'']+)''') FROM pg_constraint
    WHERE conrelid = 'executions_first'::regclass AND conname = 'executions_first_bound');
BEGIN
  EXECUTE format('ALTER TABLE executions ATTACH PARTITION executions_first FOR VALUES FROM (MINVALUE) TO (%L)', bound);
END;
$$;
ALTER TABLE executions_first DROP CONSTRAINT executions_first_bound;

-- For months that have no partition yet; also the model of those that are made, with a key of their own.
CREATE TABLE executions_rest PARTITION OF executions DEFAULT;
ALTER TABLE executions_rest ADD PRIMARY KEY (id);
