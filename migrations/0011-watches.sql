-- People and companies that a client wants looked at again and again. The document is sealed; `subject_index` is its
-- keyed hash (of a person the one of table `people`), to find it by.
CREATE TABLE watches (
  id text PRIMARY KEY,
  client_id text NOT NULL,
  subject text NOT NULL CHECK (subject IN ('person', 'company')),
  subject_index bytea NOT NULL,
  -- Of the subject, once an execution has run.
  profile_id text,
  template_id text NOT NULL,
  -- Null: when the register of companies changes.
  interval_days integer,
  created_at timestamptz NOT NULL,
  -- When it is looked at next; null while it waits for the register.
  due_at timestamptz,
  -- The month of the register that it was looked at in.
  seen_month text,
  last_execution_id text,
  last_run_at timestamptz,
  -- Keyed hash of what came of it last.
  last_outcome bytea,
  key_id text NOT NULL,
  wrapped_key bytea NOT NULL,
  ciphertext bytea NOT NULL,
  UNIQUE (client_id, subject_index, template_id)
);
CREATE INDEX watches_due ON watches (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX watches_register ON watches (seen_month) WHERE interval_days IS NULL;
CREATE INDEX watches_profile ON watches (profile_id) WHERE profile_id IS NOT NULL;
CREATE INDEX watches_subject ON watches (subject_index);
