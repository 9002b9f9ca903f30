-- One row for each master key that may have sealed stored records: a known text sealed with it, so that a wrong
-- key is refused at start and never used beside the right one.
create table master_key_checks (
  key_id text primary key,
  wrapped_key bytea not null,
  ciphertext bytea not null,
  created_at timestamptz not null default now()
);
