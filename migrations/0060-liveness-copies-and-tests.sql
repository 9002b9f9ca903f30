-- Fingerprints of the frames of judged sessions, sealed: near copies in later sessions are found by them. They outlive
-- sessions that nothing used, so they are in no relation to them.
CREATE TABLE liveness_fingerprints (
  session_id text PRIMARY KEY,
  client_id text NOT NULL,
  -- Of the CPF that the session was for or used for; null: of nobody.
  cpf_index bytea,
  made_at timestamptz NOT NULL,
  method text NOT NULL,
  key_id text NOT NULL,
  wrapped_key bytea NOT NULL,
  ciphertext bytea NOT NULL
);
CREATE INDEX liveness_fingerprints_cpf ON liveness_fingerprints (cpf_index, made_at DESC);
CREATE INDEX liveness_fingerprints_client ON liveness_fingerprints (client_id, made_at DESC) WHERE cpf_index IS NULL;
CREATE INDEX liveness_fingerprints_age ON liveness_fingerprints (made_at);

-- Sessions by which an operator tests the judgement: a label, a species, an instrument and the like. Null: of a person.
ALTER TABLE liveness_sessions ADD COLUMN test jsonb;
