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
