-- What an execution asks, and how it decides. A change is a new version; executions keep the one they ran.
CREATE TABLE query_templates (
  id text PRIMARY KEY,
  subject text NOT NULL CHECK (subject IN ('person', 'company')),
  current_version integer NOT NULL CHECK (current_version > 0),
  -- Used where nobody names a template; cannot be deleted.
  is_default boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  deleted_at timestamptz
);
CREATE UNIQUE INDEX query_templates_default ON query_templates (subject) WHERE is_default;

CREATE TABLE query_template_versions (
  template_id text NOT NULL REFERENCES query_templates (id),
  version integer NOT NULL,
  definition jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (template_id, version)
);

INSERT INTO query_templates (id, subject, current_version, is_default, created_at, updated_at) VALUES
  ('tpl_default_person', 'person', 1, true, now(), now()),
  ('tpl_default_company', 'company', 1, true, now(), now());
INSERT INTO query_template_versions (template_id, version, definition, created_at) VALUES
  ('tpl_default_person', 1, '{
    "name": "Default for people",
    "subject": "person",
    "sources": [
      { "name": "pfBasicData", "maxAge": "P30D", "isRequired": true },
      { "name": "pfAddresses", "maxAge": "P30D", "isRequired": false },
      { "name": "pfMediaProfileAndExposure", "maxAge": "P1D", "isRequired": true },
      { "name": "pfInternationalLists", "maxAge": "P1D", "isRequired": true }
    ],
    "rules": [
      { "name": "attributes-differ", "status": "REPROVED",
        "when": "checks.exists(name, checks[name].verdict == \"mismatch\")" },
      { "name": "sanctioned", "status": "REPROVED",
        "when": "sources.pfMediaProfileAndExposure.data.sanctions.exists(s, s.matchBasis == \"exact\" && s.isActive)" },
      { "name": "internationally-listed", "status": "REPROVED",
        "when": "sources.pfInternationalLists.data.isListed" },
      { "name": "sanction-to-review", "status": "PENDING",
        "when": "sources.pfMediaProfileAndExposure.data.isSanctioned" },
      { "name": "listing-to-review", "status": "PENDING",
        "when": "sources.pfInternationalLists.data.needsReview" },
      { "name": "politically-exposed", "status": "PENDING",
        "when": "sources.pfMediaProfileAndExposure.data.isPoliticallyExposed" },
      { "name": "known", "status": "APPROVED",
        "when": "has(basicData.name)" }
    ],
    "otherwise": "PENDING"
  }', now()),
  ('tpl_default_company', 1, '{
    "name": "Default for companies",
    "subject": "company",
    "sources": [
      { "name": "pjData", "maxAge": "PT0S", "isRequired": true },
      { "name": "pjSimples", "maxAge": "PT0S", "isRequired": false },
      { "name": "pjSanctions", "maxAge": "PT0S", "isRequired": true },
      { "name": "pjInternationalLists", "maxAge": "PT0S", "isRequired": true }
    ],
    "rules": [
      { "name": "closed", "status": "REPROVED",
        "when": "basicData.status in [\"BAIXADA\", \"NULA\"]" },
      { "name": "sanctioned", "status": "REPROVED",
        "when": "sources.pjSanctions.data.isSanctioned" },
      { "name": "internationally-listed", "status": "REPROVED",
        "when": "sources.pjInternationalLists.data.isListed" },
      { "name": "listing-to-review", "status": "PENDING",
        "when": "sources.pjInternationalLists.data.needsReview" },
      { "name": "irregular", "status": "PENDING",
        "when": "basicData.status in [\"SUSPENSA\", \"INAPTA\"]" },
      { "name": "active", "status": "APPROVED",
        "when": "basicData.status == \"ATIVA\"" }
    ],
    "otherwise": "PENDING",
    "onboardPartners": { "isEnabled": true, "depth": 1, "isAwaited": false }
  }', now());

-- What is known of a person or company, ready to be read. The id is the one of people, or com_...
CREATE TABLE profiles (
  id text PRIMARY KEY,
  subject text NOT NULL CHECK (subject IN ('person', 'company')),
  cnpj text UNIQUE CHECK ((cnpj IS NOT NULL) = (subject = 'company')),
  status text NOT NULL,
  -- Companies: the answer as JSON text, and the part of it that is sent on request only.
  document text,
  structure text,
  -- People: the answer as JSON text, sealed.
  key_id text,
  wrapped_key bytea,
  ciphertext bytea,
  -- The registry generation that the document was made from.
  registry_generation integer,
  -- People: a keyed hash of each word of the name, without accents and particles (docs/decisions/0283).
  name_words text[],
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
-- Searches by name: every word that is asked for.
CREATE INDEX profiles_name_words ON profiles USING gin (name_words);

-- What executions need to go on from: where each field of the basic data is from, sealed.
CREATE TABLE profile_states (
  profile_id text PRIMARY KEY REFERENCES profiles (id),
  key_id text NOT NULL,
  wrapped_key bytea NOT NULL,
  ciphertext bytea NOT NULL
);

-- Executions by month of the first one of their chain, so that a chain lies in one month: an identifier alone is unique in
-- each month, not in the whole. Nothing refers to them by a key: what belongs to one is written and deleted by those who
-- hold it (docs/decisions/0166).
CREATE TABLE executions (
  id text NOT NULL,
  profile_id text NOT NULL REFERENCES profiles (id),
  subject text NOT NULL,
  -- Who asked; null when no client did.
  client_id text,
  template_id text NOT NULL,
  template_version integer NOT NULL,
  origin text NOT NULL,
  -- What is told.
  status text NOT NULL,
  reason text,
  -- Where it stands: queued, running, waiting (to be tried again), onboarding (waits for partners), done, failed.
  state text NOT NULL,
  -- The company's execution that this one onboards a partner of, and the first of that chain.
  parent_id text,
  root_id text NOT NULL,
  -- How many levels of partners are still to be onboarded, and whether their results are waited for.
  onboarding_depth integer NOT NULL,
  onboarding_waits boolean NOT NULL,
  -- The execution that this one repeats.
  rerun_of text,
  -- Runs that ended without the answers they needed.
  attempts integer NOT NULL,
  next_attempt_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  completed_at timestamptz,
  -- Reference, attributes, metadata, their checks and what the rules said, sealed.
  key_id text NOT NULL,
  wrapped_key bytea NOT NULL,
  ciphertext bytea NOT NULL,
  FOREIGN KEY (template_id, template_version) REFERENCES query_template_versions (template_id, version)
) PARTITION BY RANGE (root_id);
-- Within one chain nobody is onboarded twice: that cuts cycles, too.
CREATE UNIQUE INDEX executions_once_in_chain ON executions (root_id, profile_id);
CREATE INDEX executions_profile ON executions (profile_id, id DESC);
CREATE INDEX executions_status ON executions (status, id DESC);
CREATE INDEX executions_parent ON executions (parent_id) WHERE parent_id IS NOT NULL;
-- What a process that was killed may have left behind.
CREATE INDEX executions_open ON executions (updated_at) WHERE completed_at IS NULL;

-- What was before the month of the first start.
DO $$
BEGIN
  EXECUTE format('CREATE TABLE executions_first PARTITION OF executions FOR VALUES FROM (MINVALUE) TO (%L)',
    'exe_' || lpad(to_hex((extract(epoch FROM date_trunc('month', now() AT TIME ZONE 'UTC')) * 1000)::bigint), 12, '0'));
END;
$$;
ALTER TABLE executions_first ADD PRIMARY KEY (id);

-- For months that have no partition yet; also the model of those that are made, with a key of their own.
CREATE TABLE executions_rest PARTITION OF executions DEFAULT;
ALTER TABLE executions_rest ADD PRIMARY KEY (id);

-- Runs of an execution in which a source could not be asked, and those after; one that answers at once has none.
CREATE TABLE execution_tries (
  execution_id text NOT NULL,
  try integer NOT NULL,
  started_at timestamptz NOT NULL,
  ended_at timestamptz NOT NULL,
  -- The state that it left the execution in.
  state text NOT NULL,
  next_attempt_at timestamptz,
  -- Source and reason of each that could not be asked: codes, nothing personal.
  faults jsonb NOT NULL,
  PRIMARY KEY (execution_id, try)
);

-- The newest answer of a source on a profile, sealed. Kept as soon as it arrives, so that it is not asked again.
CREATE TABLE profile_sources (
  -- Profile and source.
  id text PRIMARY KEY,
  profile_id text NOT NULL REFERENCES profiles (id),
  source text NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('found', 'absent')),
  consulted_at timestamptz NOT NULL,
  -- When the data below were given; earlier than consulted_at when the source knows nothing any more.
  found_at timestamptz,
  version text,
  execution_id text NOT NULL,
  key_id text NOT NULL,
  wrapped_key bytea NOT NULL,
  ciphertext bytea NOT NULL
);
CREATE INDEX profile_sources_profile ON profile_sources (profile_id);

-- What each source said to an execution.
CREATE TABLE execution_sources (
  execution_id text NOT NULL,
  source text NOT NULL,
  outcome text NOT NULL,
  reason text,
  consulted_at timestamptz NOT NULL,
  -- Whether an answer was used that an earlier execution had got.
  is_reused boolean NOT NULL,
  PRIMARY KEY (execution_id, source)
);

-- The partners of a company as an execution found them, with the execution that onboards each.
CREATE TABLE onboarding_partners (
  execution_id text NOT NULL,
  position integer NOT NULL,
  company_id text NOT NULL REFERENCES profiles (id),
  partner jsonb NOT NULL,
  profile_id text,
  child_id text,
  PRIMARY KEY (execution_id, position)
);
CREATE INDEX onboarding_partners_company ON onboarding_partners (company_id, execution_id);
CREATE INDEX onboarding_partners_profile ON onboarding_partners (profile_id) WHERE profile_id IS NOT NULL;
CREATE INDEX onboarding_partners_child ON onboarding_partners (child_id) WHERE child_id IS NOT NULL;

-- What changed in a profile, sealed.
CREATE TABLE profile_history (
  id text PRIMARY KEY,
  profile_id text NOT NULL REFERENCES profiles (id),
  execution_id text NOT NULL,
  changed_at timestamptz NOT NULL,
  key_id text NOT NULL,
  wrapped_key bytea NOT NULL,
  ciphertext bytea NOT NULL
);
CREATE INDEX profile_history_profile ON profile_history (profile_id, id DESC);

-- The execution an Idempotency-Key led to. The digest is keyed: what is asked holds a CPF.
CREATE TABLE execution_idempotency_keys (
  client_id text NOT NULL,
  idempotency_key text NOT NULL,
  request_digest bytea NOT NULL,
  execution_id text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, idempotency_key)
);
CREATE INDEX execution_idempotency_keys_created ON execution_idempotency_keys (created_at);
CREATE INDEX execution_idempotency_keys_execution ON execution_idempotency_keys (execution_id);

-- How far the known profiles were looked at again since a list source last changed. One row for each source.
CREATE TABLE rescreenings (
  source text NOT NULL,
  subject text NOT NULL,
  -- The version of the lists that is or was gone through.
  version text NOT NULL,
  -- The last profile that was looked at.
  after_profile text NOT NULL,
  started_at timestamptz NOT NULL,
  -- Null while profiles are left.
  finished_at timestamptz,
  screened_count bigint NOT NULL,
  -- Profiles that an execution was started for.
  changed_count bigint NOT NULL,
  PRIMARY KEY (source, subject)
);
