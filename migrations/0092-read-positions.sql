-- The place in the log of PostgreSQL after the last change of each caller, while a read replica is in use: a caller's
-- reads leave the primary once the replica has come so far.
create table read_positions (
  reader text primary key,
  position text not null,
  noted_at timestamptz not null
);
