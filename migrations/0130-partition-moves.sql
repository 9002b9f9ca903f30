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
