-- Frames by month of the time in the identifier of their session. The table that was becomes the first partition, so
-- that no row moves here. The check reads it once and keeps nobody waiting; the locks after it are asked for in short
-- turns, and held for what the catalogue takes.
ALTER TABLE liveness_frames VALIDATE CONSTRAINT liveness_frames_first_bound;

DO $$
BEGIN
  FOR turn IN 1..1200 LOOP
    BEGIN
      SET LOCAL lock_timeout = '300ms';
      LOCK TABLE liveness_frames IN ACCESS EXCLUSIVE MODE;
      LOCK TABLE liveness_sessions, images IN SHARE ROW EXCLUSIVE MODE;
      RETURN;
    EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
      PERFORM pg_sleep(0.5);
    END;
  END LOOP;
  RAISE EXCEPTION 'liveness_frames, liveness_sessions and images were never free for 300 ms: end the transactions that hold them';
END;
$$;

ALTER TABLE liveness_frames RENAME TO liveness_frames_first;
ALTER TABLE liveness_frames_first RENAME CONSTRAINT liveness_frames_pkey TO liveness_frames_first_pkey;
ALTER INDEX liveness_frames_hash RENAME TO liveness_frames_first_hash;
ALTER INDEX liveness_frames_image RENAME TO liveness_frames_first_image;

CREATE TABLE liveness_frames (LIKE liveness_frames_first INCLUDING DEFAULTS INCLUDING CONSTRAINTS)
  PARTITION BY RANGE (session_id);
ALTER TABLE liveness_frames DROP CONSTRAINT liveness_frames_first_bound;
ALTER TABLE liveness_frames ADD PRIMARY KEY (session_id, step, frame);
CREATE INDEX liveness_frames_hash ON liveness_frames (hash);
CREATE INDEX liveness_frames_image ON liveness_frames (image_id);
ALTER TABLE liveness_frames ADD CONSTRAINT liveness_frames_session_id_fkey
  FOREIGN KEY (session_id) REFERENCES liveness_sessions (id) ON DELETE CASCADE;
ALTER TABLE liveness_frames ADD CONSTRAINT liveness_frames_image_id_fkey
  FOREIGN KEY (image_id) REFERENCES images (id);

DO $$
DECLARE
  bound text := (SELECT substring(pg_get_constraintdef(oid) FROM '''([^'']+)''') FROM pg_constraint
    WHERE conrelid = 'liveness_frames_first'::regclass AND conname = 'liveness_frames_first_bound');
BEGIN
  EXECUTE format(
    'ALTER TABLE liveness_frames ATTACH PARTITION liveness_frames_first FOR VALUES FROM (MINVALUE) TO (%L)', bound);
END;
$$;
ALTER TABLE liveness_frames_first DROP CONSTRAINT liveness_frames_first_bound;

-- For months that have no partition yet; also the model of those that are made.
CREATE TABLE liveness_frames_rest PARTITION OF liveness_frames DEFAULT;
