-- Accounts of single sign-on, by issuer and the keyed hash of the subject there. Never by e-mail address.
CREATE TABLE account_identities (
  issuer text NOT NULL,
  subject_index bytea NOT NULL,
  account_id text NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  PRIMARY KEY (issuer, subject_index)
);
