-- Public keys of a client that proves itself with signed assertions (RFC 7523) instead of a secret.
ALTER TABLE clients ADD COLUMN public_keys jsonb;

-- Assertions that have been used, so that each is good once on whichever replica it arrives. Gone when expired.
CREATE TABLE client_assertions (
  id text PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
CREATE INDEX client_assertions_expiry ON client_assertions (expires_at);
