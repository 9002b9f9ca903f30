-- A program that may ask for access tokens.
CREATE TABLE clients (
  id text PRIMARY KEY,
  name text,
  product text NOT NULL CHECK (product IN ('mobile', 'customer')),
  scopes text[] NOT NULL,
  created_at timestamptz NOT NULL,
  revoked_at timestamptz
);
CREATE INDEX clients_revoked ON clients (revoked_at) WHERE revoked_at IS NOT NULL;

-- What a client proves itself with: scrypt hashes only, two at most so that a secret can be replaced while
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

-- ES256 key pairs; the private half is sealed under the master key. retired_at may lie in the future.
CREATE TABLE signing_keys (
  kid text PRIMARY KEY,
  purpose text NOT NULL CHECK (purpose IN ('access-token', 'response')),
  public_jwk jsonb NOT NULL,
  key_id text NOT NULL,
  wrapped_key bytea NOT NULL,
  ciphertext bytea NOT NULL,
  created_at timestamptz NOT NULL,
  active_from timestamptz NOT NULL,
  retired_at timestamptz
);
