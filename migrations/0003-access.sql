-- A program that may ask for access tokens.
CREATE TABLE clients (
  id text PRIMARY KEY,
  name text,
  product text NOT NULL CHECK (product IN ('mobile', 'customer')),
  scopes text[] NOT NULL,
  -- Ties what it may do and proves itself with under a key that is sealed here.
  binding bytea NOT NULL,
  created_at timestamptz NOT NULL,
  revoked_at timestamptz
);
CREATE INDEX clients_revoked ON clients (revoked_at) WHERE revoked_at IS NOT NULL;

-- What a client proves itself with: scrypt hashes bound to the client only, two at most so that a secret can be replaced while
-- the old one still works.
CREATE TABLE client_secrets (
  id text PRIMARY KEY,
  client_id text NOT NULL REFERENCES clients (id),
  salt bytea NOT NULL,
  hash bytea NOT NULL,
  cost integer NOT NULL,
  block_size integer NOT NULL,
  parallelization integer NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX client_secrets_client ON client_secrets (client_id);

-- Key pairs: the private half, sealed under the master key; the public one follows from it. retired_at may lie in the future.
CREATE TABLE signing_keys (
  kid text PRIMARY KEY,
  purpose text NOT NULL CHECK (purpose IN ('access-token', 'response')),
  key_id text NOT NULL,
  wrapped_key bytea NOT NULL,
  ciphertext bytea NOT NULL,
  created_at timestamptz NOT NULL,
  active_from timestamptz NOT NULL,
  retired_at timestamptz
);
