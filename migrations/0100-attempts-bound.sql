-- Attempts become partitioned by month in the next migration: the table as it is becomes the first partition. This proves
-- for it, without reading it, that it holds nothing from an identifier on: the first one of the month after the next, or
-- of this month where there are no attempts yet.
--
-- The lock is asked for in short turns: nobody queues up behind it.
DO $$
BEGIN
  FOR turn IN 1..1200 LOOP
    BEGIN
      SET LOCAL lock_timeout = '300ms';
      LOCK TABLE attempts IN ACCESS EXCLUSIVE MODE;
      RETURN;
    EXCEPTION WHEN lock_not_available THEN
      PERFORM pg_sleep(0.5);
    END;
  END LOOP;
  RAISE EXCEPTION 'attempts was never free for 300 ms: end the transactions that hold it';
END;
$$;

DO $$
DECLARE
  month timestamp := date_trunc('month', now() AT TIME ZONE 'UTC');
BEGIN
  IF EXISTS (SELECT FROM attempts) THEN
    month := month + interval '2 months';
  END IF;
  EXECUTE format('ALTER TABLE attempts ADD CONSTRAINT attempts_first_bound CHECK (id < %L) NOT VALID',
    'att_' || lpad(to_hex((extract(epoch FROM month) * 1000)::bigint), 12, '0'));
END;
$$;
