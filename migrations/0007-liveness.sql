-- Sessions of active liveness: movements asked step by step, and the frames that show them. Codes and secrets are
-- kept as hashes; `ciphertext` holds the personal part (device, address), sealed.
CREATE TABLE liveness_sessions (
  id text PRIMARY KEY,
  client_id text NOT NULL,
  -- Of the CPF that the session is for; null: of nobody yet.
  cpf_index bytea,
  -- By whom it was begun, as keyed hashes: the tries of one device and of one network are counted by them.
  device_index bytea,
  address_index bytea,
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
  -- How often the person was given more time.
  extensions integer NOT NULL DEFAULT 0,
  -- When the first step was shown: from then on the session counts as a try.
  tried_at timestamptz,
  -- The camera, and the app with its version, in the words of the page or app.
  camera text,
  app_version text,
  verdict jsonb,
  -- When it was finished, cancelled, or expired.
  ended_at timestamptz,
  used_at timestamptz,
  -- The attempt or reference photo that it was used for.
  used_by text,
  -- Of a session by which an operator tests the judgement: a label, a species, an instrument and the like. Null: of a
  -- person.
  test jsonb,
  key_id text,
  wrapped_key bytea,
  ciphertext bytea
);
CREATE INDEX liveness_sessions_cpf ON liveness_sessions (cpf_index, created_at DESC);
CREATE INDEX liveness_sessions_state ON liveness_sessions (state, expires_at);
CREATE INDEX liveness_sessions_age ON liveness_sessions (created_at);
CREATE INDEX liveness_sessions_device ON liveness_sessions (device_index, created_at DESC);
CREATE INDEX liveness_sessions_address ON liveness_sessions (address_index, created_at DESC);
CREATE INDEX liveness_sessions_client ON liveness_sessions (client_id, created_at DESC);

-- Frames by month of the time in the identifier of their session.
CREATE TABLE liveness_frames (
  session_id text NOT NULL REFERENCES liveness_sessions (id) ON DELETE CASCADE,
  step integer NOT NULL,
  frame integer NOT NULL,
  image_id text NOT NULL REFERENCES images (id),
  -- Keyed hash of the frame's bytes: a frame that comes again is recognised without being read.
  hash bytea NOT NULL,
  received_at timestamptz NOT NULL,
  PRIMARY KEY (session_id, step, frame)
) PARTITION BY RANGE (session_id);
CREATE INDEX liveness_frames_hash ON liveness_frames (hash);
CREATE INDEX liveness_frames_image ON liveness_frames (image_id);

-- What was before the month of the first start.
DO $$
BEGIN
  EXECUTE format('CREATE TABLE liveness_frames_first PARTITION OF liveness_frames FOR VALUES FROM (MINVALUE) TO (%L)',
    'liv_' || lpad(to_hex((extract(epoch FROM date_trunc('month', now() AT TIME ZONE 'UTC')) * 1000)::bigint), 12, '0'));
END;
$$;

-- For months that have no partition yet; also the model of those that are made.
CREATE TABLE liveness_frames_rest PARTITION OF liveness_frames DEFAULT;

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
CREATE INDEX liveness_fingerprints_client ON liveness_fingerprints (client_id, made_at DESC);
CREATE INDEX liveness_fingerprints_age ON liveness_fingerprints (made_at);

-- Tries of liveness sessions that were removed before their lock was over. Without them, whoever may remove sessions
-- could undo a lock.
CREATE TABLE liveness_tries (
  session_id text PRIMARY KEY,
  cpf_index bytea,
  device_index bytea,
  address_index bytea,
  created_at timestamptz NOT NULL,
  tried_at timestamptz NOT NULL,
  state text NOT NULL
);
CREATE INDEX liveness_tries_cpf ON liveness_tries (cpf_index, created_at DESC);
CREATE INDEX liveness_tries_device ON liveness_tries (device_index, created_at DESC);
CREATE INDEX liveness_tries_address ON liveness_tries (address_index, created_at DESC);
CREATE INDEX liveness_tries_age ON liveness_tries (created_at);

-- Sessions that ended, counted by what operators compare: nothing of anybody. `reason` is empty in the row of all; `try`
-- is 4 for the fourth and later ones of a person.
CREATE TABLE liveness_sums (
  day date NOT NULL,
  state text NOT NULL,
  reason text NOT NULL,
  try smallint NOT NULL,
  camera text NOT NULL,
  app_version text NOT NULL,
  sessions integer NOT NULL,
  PRIMARY KEY (day, state, reason, try, camera, app_version)
);
