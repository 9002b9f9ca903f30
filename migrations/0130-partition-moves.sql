-- Rows from before the partitions are copied into months of their own while the service runs (docs/decisions/0200).

-- A table whose first partition is being split.
CREATE TABLE partition_moves (
  table_name text PRIMARY KEY,
  -- The partition that goes.
  partition text NOT NULL,
  -- The earliest of the months that are made of it.
  first_month timestamptz(3) NOT NULL,
  -- Blocks of the partition before this one are copied; null until its months are there and changes are repeated in them.
  next_block bigint
);

-- Repeats a change of a row in another table. The arguments are two statements: one takes the old row away, one adds the
-- new row.
CREATE FUNCTION repeat_row_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    EXECUTE TG_ARGV[0] USING OLD;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    EXECUTE TG_ARGV[1] USING NEW;
  END IF;
  RETURN NULL;
END;
$$;

-- Takes back what was begun, of one table or of all: copies of rows go, the rows stay where they are. Migrations call it,
-- since the copies would lack what they change. The lock is asked for in short turns: nobody queues up behind it.
CREATE FUNCTION abandon_partition_moves(only_table text DEFAULT NULL) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  move partition_moves;
BEGIN
  FOR move IN SELECT * FROM partition_moves WHERE table_name = coalesce(only_table, table_name) LOOP
    FOR turn IN 1..1200 LOOP
      BEGIN
        SET LOCAL lock_timeout = '300ms';
        IF to_regclass(quote_ident(move.partition)) IS NOT NULL THEN
          EXECUTE format('DROP TRIGGER IF EXISTS moved_rows ON %I', move.partition);
        END IF;
        EXECUTE format('DROP TABLE IF EXISTS %I', move.table_name || '_moving');
        DELETE FROM partition_moves WHERE table_name = move.table_name;
        EXIT;
      EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
        IF turn = 1200 THEN
          RAISE EXCEPTION '% was never free for 300 ms: end the transactions that hold it', move.table_name;
        END IF;
        PERFORM pg_sleep(0.5);
      END;
    END LOOP;
    SET LOCAL lock_timeout = 0;
  END LOOP;
END;
$$;
