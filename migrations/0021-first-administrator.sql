-- The client that a start made when there was none. It holds every scope, those of later versions too.
ALTER TABLE clients ADD COLUMN is_first_administrator boolean NOT NULL DEFAULT false;
CREATE UNIQUE INDEX clients_first_administrator ON clients (is_first_administrator) WHERE is_first_administrator;

-- Its secret, sealed, until it was shown once.
CREATE TABLE unshown_secrets (
  secret_id text PRIMARY KEY REFERENCES client_secrets (id) ON DELETE CASCADE,
  key_id text NOT NULL,
  wrapped_key bytea NOT NULL,
  ciphertext bytea NOT NULL
);
