-- Frames of liveness sessions become partitioned by month in the next migration: the table as it is becomes the first
-- partition. This proves for it, without reading it, that it holds nothing of a session from an identifier on: the first
-- one of the month after the next, or of this month where there are no frames yet.
--
-- The lock is asked for in short turns: nobody queues up behind it.
DO $$
BEGIN
  FOR turn IN 1..1200 LOOP
    BEGIN
      SET LOCAL lock_timeout = '300ms';
      LOCK TABLE liveness_frames IN ACCESS EXCLUSIVE MODE;
      RETURN;
    EXCEPTION WHEN lock_not_available THEN
      PERFORM pg_sleep(0.5);
    END;
  END LOOP;
  RAISE EXCEPTION 'liveness_frames was never free for 300 ms: end the transactions that hold it';
END;
$$;

DO $$
DECLARE
  month timestamp := date_trunc('month', now() AT TIME ZONE 'UTC');
BEGIN
  IF EXISTS (SELECT FROM liveness_frames) THEN
    month := month + interval '2 months';
  END IF;
  EXECUTE format('ALTER TABLE liveness_frames ADD CONSTRAINT liveness_frames_first_bound CHECK (session_id < %L) NOT VALID',
    'liv_' || lpad(to_hex((extract(epoch FROM month) * 1000)::bigint), 12, '0'));
END;
$$;
