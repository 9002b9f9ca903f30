create table notes (
  id text not null,
  person_id text primary key,
  is_counted boolean not null,
  key_id text not null,
  wrapped_key bytea not null,
  ciphertext bytea not null
);
