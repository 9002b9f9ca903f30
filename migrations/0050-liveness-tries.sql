-- By whom sessions were begun, as keyed hashes: the tries of one device and of one network are counted by them.
ALTER TABLE liveness_sessions
  ADD COLUMN device_index bytea,
  ADD COLUMN address_index bytea;
CREATE INDEX liveness_sessions_device ON liveness_sessions (device_index, created_at DESC);
CREATE INDEX liveness_sessions_address ON liveness_sessions (address_index, created_at DESC);
CREATE INDEX liveness_sessions_client ON liveness_sessions (client_id, created_at DESC);
