-- Accounts of people who sign in to the console. Names and e-mail addresses are sealed; `email_index` is the keyed
-- hash to find an account by. Sealed with them is what proves a person, and the role: nobody writes these by SQL.
CREATE TABLE accounts (
  id text PRIMARY KEY,
  role text NOT NULL CHECK (role IN ('administrator', 'supervisor', 'analyst', 'auditor', 'developer')),
  locale text NOT NULL,
  -- Null for accounts of single sign-on: their issuer answers for the address.
  email_index bytea UNIQUE,
  -- The time step of the last code that was used: a code works once.
  totp_step bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  disabled_at timestamptz,
  last_sign_in_at timestamptz,
  key_id text NOT NULL,
  wrapped_key bytea NOT NULL,
  ciphertext bytea NOT NULL
);

-- Sessions of the console. The cookie's value is a secret, kept as its hash. Device, address, account and
-- hash are sealed.
CREATE TABLE account_sessions (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  token_hash bytea NOT NULL UNIQUE,
  created_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  key_id text NOT NULL,
  wrapped_key bytea NOT NULL,
  ciphertext bytea NOT NULL
);
CREATE INDEX account_sessions_account ON account_sessions (account_id);
CREATE INDEX account_sessions_age ON account_sessions (expires_at);

-- Links that make an account or let a person prove himself anew. The code is kept as its hash. What the link is for
-- is sealed.
CREATE TABLE account_invitations (
  id text PRIMARY KEY,
  purpose text NOT NULL CHECK (purpose IN ('first', 'invitation', 'reset')),
  role text NOT NULL,
  code_hash bytea NOT NULL UNIQUE,
  email_index bytea NOT NULL,
  -- The account of a reset.
  account_id text REFERENCES accounts (id) ON DELETE CASCADE,
  -- Null: the operator at the command line, or the service.
  invited_by text REFERENCES accounts (id),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  revoked_at timestamptz,
  key_id text NOT NULL,
  wrapped_key bytea NOT NULL,
  ciphertext bytea NOT NULL
);
CREATE INDEX account_invitations_age ON account_invitations (created_at);

-- Sign-ins and enrolments that wait for their next step. Short-lived.
CREATE TABLE account_challenges (
  id text PRIMARY KEY,
  kind text NOT NULL,
  account_id text REFERENCES accounts (id) ON DELETE CASCADE,
  attempts integer NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL,
  key_id text NOT NULL,
  wrapped_key bytea NOT NULL,
  ciphertext bytea NOT NULL
);
CREATE INDEX account_challenges_age ON account_challenges (expires_at);

-- Failed sign-ins, by the keyed hash of an e-mail address or of a network address.
CREATE TABLE sign_in_failures (
  key bytea PRIMARY KEY,
  count integer NOT NULL,
  window_ends_at timestamptz NOT NULL
);

CREATE TABLE account_passkeys (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  public_key bytea NOT NULL,
  -- Ties it to its account under a key that is sealed here.
  binding bytea NOT NULL,
  -- As its person named it.
  name text NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz
);
CREATE INDEX account_passkeys_account ON account_passkeys (account_id);

-- Who had power over whose account, and when: who did may not confirm the other's decisions for a day.
CREATE TABLE account_changes (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  changed_by text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('invited', 'reset', 'role')),
  at timestamptz NOT NULL
);
CREATE INDEX account_changes_pair ON account_changes (account_id, changed_by, at DESC);

-- Accounts of single sign-on, by issuer and the keyed hash of the subject there. Never by e-mail address.
CREATE TABLE account_identities (
  issuer text NOT NULL,
  subject_index bytea NOT NULL,
  account_id text NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  PRIMARY KEY (issuer, subject_index)
);
