-- Sessions of active liveness: movements asked step by step, and the frames that show them. Codes and secrets are
-- kept as hashes; `ciphertext` holds the personal part (device, address), sealed.
CREATE TABLE liveness_sessions (
  id text PRIMARY KEY,
  client_id text NOT NULL,
  -- Of the CPF that the session is for; null: of nobody yet.
  cpf_index bytea,
  purpose text NOT NULL,
  state text NOT NULL,
  locale text NOT NULL,
  redirect_url text,
  created_at timestamptz NOT NULL,
  -- When the present state ends by itself.
  expires_at timestamptz NOT NULL,
  -- Of the one-time code that has not been used.
  code_hash bytea,
  -- Of the secret that sends frames, and of an earlier one that only watches.
  capture_hash bytea,
  watch_hash bytea,
  consent_version text,
  consented_at timestamptz,
  steps jsonb NOT NULL,
  -- When the first step was shown: from then on the session counts as a try.
  tried_at timestamptz,
  verdict jsonb,
  -- When it was finished, cancelled, or expired.
  ended_at timestamptz,
  used_at timestamptz,
  -- The attempt or reference photo that it was used for.
  used_by text,
  key_id text,
  wrapped_key bytea,
  ciphertext bytea
);
CREATE INDEX liveness_sessions_cpf ON liveness_sessions (cpf_index, created_at DESC);
CREATE INDEX liveness_sessions_state ON liveness_sessions (state, expires_at);
CREATE INDEX liveness_sessions_age ON liveness_sessions (created_at);

CREATE TABLE liveness_frames (
  session_id text NOT NULL REFERENCES liveness_sessions (id) ON DELETE CASCADE,
  step integer NOT NULL,
  frame integer NOT NULL,
  image_id text NOT NULL REFERENCES images (id),
  -- Keyed hash of the frame's bytes: a frame that comes again is recognised without being read.
  hash bytea NOT NULL,
  received_at timestamptz NOT NULL,
  PRIMARY KEY (session_id, step, frame)
);
CREATE INDEX liveness_frames_hash ON liveness_frames (hash);
CREATE INDEX liveness_frames_image ON liveness_frames (image_id);
