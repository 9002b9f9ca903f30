-- The client that a start made when there was none. It holds every scope, those of later versions too.
ALTER TABLE clients ADD COLUMN is_first_administrator boolean NOT NULL DEFAULT false;
CREATE UNIQUE INDEX clients_first_administrator ON clients (is_first_administrator) WHERE is_first_administrator;

-- Earlier versions made it before every other client and gave it this name.
UPDATE clients SET is_first_administrator = true
WHERE id = (SELECT id FROM clients ORDER BY created_at, id LIMIT 1)
  AND name = 'first administrator' AND product = 'customer' AND 'admin' = ANY (scopes);

-- Its secret, sealed, until it was shown once.
CREATE TABLE unshown_secrets (
  secret_id text PRIMARY KEY REFERENCES client_secrets (id) ON DELETE CASCADE,
  key_id text NOT NULL,
  wrapped_key bytea NOT NULL,
  ciphertext bytea NOT NULL
);
