-- Attempts by month of the time in their identifiers. The table that was becomes the first partition, so that no row
-- moves here. The check reads it once and keeps nobody waiting; the locks after it are asked for in short turns, and held
-- for what the catalogue takes.
ALTER TABLE attempts VALIDATE CONSTRAINT attempts_first_bound;

DO $$
BEGIN
  FOR turn IN 1..1200 LOOP
    BEGIN
      SET LOCAL lock_timeout = '300ms';
      LOCK TABLE attempts, attempt_idempotency_keys IN ACCESS EXCLUSIVE MODE;
      LOCK TABLE people, images IN SHARE ROW EXCLUSIVE MODE;
      RETURN;
    EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
      PERFORM pg_sleep(0.5);
    END;
  END LOOP;
  RAISE EXCEPTION 'attempts, people and images were never free for 300 ms: end the transactions that hold them';
END;
$$;

-- Written in one statement with its attempt; one whose attempt was dropped leads to none.
ALTER TABLE attempt_idempotency_keys DROP CONSTRAINT attempt_idempotency_keys_attempt_id_fkey;

ALTER TABLE attempts RENAME TO attempts_first;
ALTER TABLE attempts_first RENAME CONSTRAINT attempts_pkey TO attempts_first_pkey;
ALTER INDEX attempts_person RENAME TO attempts_first_person;
ALTER INDEX attempts_created RENAME TO attempts_first_created;
ALTER INDEX attempts_person_id RENAME TO attempts_first_person_id;
ALTER INDEX attempts_client_id RENAME TO attempts_first_client_id;
ALTER INDEX attempts_registered_image RENAME TO attempts_first_registered_image;
ALTER INDEX attempts_received_image RENAME TO attempts_first_received_image;

-- Without the two indexes by created_at: identifiers have the same order, and tell their partition.
CREATE TABLE attempts (LIKE attempts_first INCLUDING DEFAULTS INCLUDING CONSTRAINTS) PARTITION BY RANGE (id);
ALTER TABLE attempts DROP CONSTRAINT attempts_first_bound;
ALTER TABLE attempts ADD PRIMARY KEY (id);
CREATE INDEX attempts_person_id ON attempts (person_id, id DESC);
CREATE INDEX attempts_client_id ON attempts (client_id, id DESC);
CREATE INDEX attempts_registered_image ON attempts (registered_image_id);
CREATE INDEX attempts_received_image ON attempts (received_image_id);
ALTER TABLE attempts ADD CONSTRAINT attempts_person_id_fkey FOREIGN KEY (person_id) REFERENCES people (id);
ALTER TABLE attempts ADD CONSTRAINT attempts_registered_image_id_fkey
  FOREIGN KEY (registered_image_id) REFERENCES images (id);
ALTER TABLE attempts ADD CONSTRAINT attempts_received_image_id_fkey
  FOREIGN KEY (received_image_id) REFERENCES images (id);

DO $$
DECLARE
  bound text := (SELECT substring(pg_get_constraintdef(oid) FROM '''([^'']+)''') FROM pg_constraint
    WHERE conrelid = 'attempts_first'::regclass AND conname = 'attempts_first_bound');
BEGIN
  EXECUTE format('ALTER TABLE attempts ATTACH PARTITION attempts_first FOR VALUES FROM (MINVALUE) TO (%L)', bound);
END;
$$;
ALTER TABLE attempts_first DROP CONSTRAINT attempts_first_bound;

-- For months that have no partition yet; also the model of those that are made.
CREATE TABLE attempts_rest PARTITION OF attempts DEFAULT;
