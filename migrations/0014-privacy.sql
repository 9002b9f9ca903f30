-- Holds: while one stands on a person, neither an erasure nor the end of a retention time takes anything of him out.
CREATE TABLE person_holds (
  id text PRIMARY KEY,
  person_id text NOT NULL,
  set_at timestamptz NOT NULL,
  set_by_kind text NOT NULL CHECK (set_by_kind IN ('account', 'client', 'operator')),
  set_by text,
  -- Null: until somebody ends it.
  until timestamptz,
  ended_at timestamptz,
  ended_by_kind text CHECK (ended_by_kind IN ('account', 'client', 'operator')),
  ended_by text,
  -- The reason, sealed.
  key_id text NOT NULL,
  wrapped_key bytea NOT NULL,
  ciphertext bytea NOT NULL
);
CREATE INDEX person_holds_person ON person_holds (person_id, id DESC);
CREATE INDEX person_holds_standing ON person_holds (id DESC) WHERE ended_at IS NULL;

-- Erasures that one person asked for, and that wait for a second one. `about` is the id of the person; for a CPF that is
-- nobody's, its keyed hash.
CREATE TABLE erasure_requests (
  about text PRIMARY KEY,
  asked_by text NOT NULL,
  asked_at timestamptz NOT NULL
);
