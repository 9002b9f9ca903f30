-- Cases: what people decide. Comments and notes are sealed; everything else is identifiers and words of closed lists.
CREATE TABLE cases (
  id text PRIMARY KEY,
  kind text NOT NULL,
  state text NOT NULL CHECK (state IN ('open', 'awaiting_confirmation', 'decided', 'snoozed')),
  priority integer NOT NULL,
  person_id text,
  company_id text,
  attempt_id text,
  execution_id text,
  reasons text[] NOT NULL,
  -- What opened it: of two that would open the same, one does while it is not decided.
  origin text NOT NULL,
  assignee_id text REFERENCES accounts (id),
  due_at timestamptz NOT NULL,
  snoozed_until timestamptz,
  is_escalated boolean NOT NULL DEFAULT false,
  opened_at timestamptz NOT NULL,
  decided_at timestamptz,
  -- When a later execution did not find the reason any more.
  reason_gone_at timestamptz,
  revision integer NOT NULL DEFAULT 1,
  CHECK ((person_id IS NULL) <> (company_id IS NULL)),
  CHECK ((state = 'snoozed') = (snoozed_until IS NOT NULL)),
  CHECK ((state = 'decided') = (decided_at IS NOT NULL))
);
CREATE UNIQUE INDEX cases_origin ON cases (origin) WHERE state <> 'decided';
CREATE INDEX cases_unclaimed ON cases (id) WHERE state = 'open' AND assignee_id IS NULL;
CREATE INDEX cases_state ON cases (state, id);
CREATE INDEX cases_assignee ON cases (assignee_id, id) WHERE assignee_id IS NOT NULL;
CREATE INDEX cases_person ON cases (person_id, id) WHERE person_id IS NOT NULL;
CREATE INDEX cases_company ON cases (company_id, id) WHERE company_id IS NOT NULL;
CREATE INDEX cases_snoozed ON cases (snoozed_until) WHERE state = 'snoozed';
CREATE INDEX cases_execution ON cases (execution_id, id) WHERE execution_id IS NOT NULL;

CREATE TABLE case_comments (
  id text PRIMARY KEY,
  case_id text NOT NULL REFERENCES cases (id) ON DELETE CASCADE,
  author_kind text NOT NULL,
  author_id text NOT NULL,
  at timestamptz NOT NULL,
  key_id text NOT NULL,
  wrapped_key bytea NOT NULL,
  ciphertext bytea NOT NULL
);
CREATE INDEX case_comments_case ON case_comments (case_id, id);

CREATE TABLE case_decisions (
  id text PRIMARY KEY,
  case_id text NOT NULL REFERENCES cases (id) ON DELETE CASCADE,
  outcome text NOT NULL CHECK (outcome IN ('approve', 'reprove', 'request_documents', 'dismiss')),
  reason_code text NOT NULL,
  proposed_by_kind text NOT NULL CHECK (proposed_by_kind IN ('account', 'client')),
  proposed_by text NOT NULL,
  proposed_at timestamptz NOT NULL,
  needs_confirmation boolean NOT NULL,
  -- Only people confirm, and nobody confirms what was his own.
  confirmed_by text REFERENCES accounts (id),
  is_confirmed boolean,
  confirmed_at timestamptz,
  -- New facts were added to the case since: nobody confirms it any more.
  withdrawn_at timestamptz,
  key_id text NOT NULL,
  wrapped_key bytea NOT NULL,
  ciphertext bytea NOT NULL,
  CONSTRAINT case_decisions_four_eyes CHECK (confirmed_by IS NULL OR confirmed_by <> proposed_by),
  CONSTRAINT case_decisions_withdrawn
    CHECK (withdrawn_at IS NULL OR (needs_confirmation AND confirmed_by IS NULL)),
  CONSTRAINT case_decisions_client_proposes CHECK (proposed_by_kind = 'account' OR needs_confirmation),
  CHECK ((confirmed_by IS NULL) = (confirmed_at IS NULL) AND (confirmed_by IS NULL) = (is_confirmed IS NULL))
);
CREATE INDEX case_decisions_case ON case_decisions (case_id, id);

-- A case is decided only by a decision that stands: of one person where one is enough, else confirmed by another one.
CREATE FUNCTION require_case_decision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.state = 'decided' AND NOT EXISTS (
    SELECT FROM case_decisions d WHERE d.case_id = NEW.id AND (NOT d.needs_confirmation OR d.is_confirmed)
  ) THEN
    RAISE EXCEPTION 'the case has no decision that stands' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END;
$$;
CREATE TRIGGER cases_decided BEFORE INSERT OR UPDATE OF state ON cases
  FOR EACH ROW EXECUTE FUNCTION require_case_decision();

-- A decision stays as it was made; a proposal is confirmed or refused once.
CREATE FUNCTION keep_case_decision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.confirmed_by IS NOT NULL
    OR (NEW.case_id, NEW.outcome, NEW.reason_code, NEW.proposed_by_kind, NEW.proposed_by, NEW.needs_confirmation)
      IS DISTINCT FROM
      (OLD.case_id, OLD.outcome, OLD.reason_code, OLD.proposed_by_kind, OLD.proposed_by, OLD.needs_confirmation)
  THEN
    -- Sealing under another master key changes the columns of the note only.
    IF (to_jsonb(NEW) - 'key_id' - 'wrapped_key' - 'ciphertext')
      IS DISTINCT FROM (to_jsonb(OLD) - 'key_id' - 'wrapped_key' - 'ciphertext') THEN
      RAISE EXCEPTION 'a decision is not changed' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
  END IF;
  RETURN NEW;
END;
$$;
CREATE TRIGGER case_decisions_kept BEFORE UPDATE ON case_decisions
  FOR EACH ROW EXECUTE FUNCTION keep_case_decision();

CREATE TABLE case_events (
  id text PRIMARY KEY,
  case_id text NOT NULL REFERENCES cases (id) ON DELETE CASCADE,
  at timestamptz NOT NULL,
  actor_kind text NOT NULL,
  actor_id text,
  action text NOT NULL,
  detail jsonb NOT NULL
);
CREATE INDEX case_events_case ON case_events (case_id, id);

CREATE TABLE case_links (
  case_id text NOT NULL REFERENCES cases (id) ON DELETE CASCADE,
  other_id text NOT NULL REFERENCES cases (id) ON DELETE CASCADE,
  PRIMARY KEY (case_id, other_id),
  CHECK (case_id < other_id)
);
CREATE INDEX case_links_other ON case_links (other_id);

CREATE TABLE case_attachments (
  id text PRIMARY KEY,
  case_id text NOT NULL REFERENCES cases (id) ON DELETE CASCADE,
  image_id text NOT NULL REFERENCES images (id),
  added_by text NOT NULL,
  at timestamptz NOT NULL
);
CREATE INDEX case_attachments_case ON case_attachments (case_id, id);
CREATE INDEX case_attachments_image ON case_attachments (image_id);

-- Which decisions need a second person. Versions are only added; the newest confirmed one counts.
CREATE TABLE case_rule_changes (
  id text PRIMARY KEY,
  rules jsonb NOT NULL,
  proposed_by text NOT NULL REFERENCES accounts (id),
  proposed_at timestamptz NOT NULL,
  confirmed_by text REFERENCES accounts (id),
  is_confirmed boolean,
  confirmed_at timestamptz,
  CONSTRAINT case_rule_changes_four_eyes CHECK (confirmed_by IS NULL OR confirmed_by <> proposed_by),
  CHECK ((confirmed_by IS NULL) = (confirmed_at IS NULL) AND (confirmed_by IS NULL) = (is_confirmed IS NULL))
);
CREATE INDEX case_rule_changes_newest ON case_rule_changes (id) WHERE is_confirmed;
