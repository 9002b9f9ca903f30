-- A program that may ask for access tokens.
CREATE TABLE clients (
  id text PRIMARY KEY,
  name text,
  product text NOT NULL CHECK (product IN ('mobile', 'customer')),
  scopes text[] NOT NULL,
  -- Ties what it may do and proves itself with under a key that is sealed here.
  binding bytea NOT NULL,
  -- Of a client that proves itself with signed assertions (RFC 7523) instead of a secret.
  public_keys jsonb,
  -- The client that a start made when there was none. It holds every scope.
  is_first_administrator boolean NOT NULL DEFAULT false,
  -- Liveness beyond what the operator demands, pages that may embed the capture page, and where it may lead back to.
  -- Null: the operator's demand alone.
  liveness_authentication text,
  liveness_registration text,
  capture_origins text[] NOT NULL DEFAULT '{}',
  redirect_urls text[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL,
  revoked_at timestamptz
);
CREATE INDEX clients_revoked ON clients (revoked_at) WHERE revoked_at IS NOT NULL;
CREATE UNIQUE INDEX clients_first_administrator ON clients (is_first_administrator) WHERE is_first_administrator;

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

-- The secret of the first administrator, sealed, until it was shown once.
CREATE TABLE unshown_secrets (
  secret_id text PRIMARY KEY REFERENCES client_secrets (id) ON DELETE CASCADE,
  key_id text NOT NULL,
  wrapped_key bytea NOT NULL,
  ciphertext bytea NOT NULL
);

-- Assertions that have been used, so that each is good once on whichever replica it arrives. Gone when expired.
CREATE TABLE client_assertions (
  id text PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
CREATE INDEX client_assertions_expiry ON client_assertions (expires_at);

-- Key pairs: the private half, sealed under the master key; the public one follows from it. retired_at may lie in the future.
CREATE TABLE signing_keys (
  kid text PRIMARY KEY,
  purpose text NOT NULL CHECK (purpose IN ('access-token', 'response', 'webhook')),
  key_id text NOT NULL,
  wrapped_key bytea NOT NULL,
  ciphertext bytea NOT NULL,
  created_at timestamptz NOT NULL,
  active_from timestamptz NOT NULL,
  retired_at timestamptz
);
