-- A person. The CPF is sealed; cpf_index is its keyed hash, the only way to find a row by CPF.
--
-- A person may be known without a CPF: a partner of a company, by name and the six middle digits of the CPF.
-- partner_index is the keyed hash of both. The sealed part then holds the name and the six digits.
--
-- Of a person who was erased the id stays, when, and the receipt's id. Nothing says who it was.
CREATE TABLE people (
  id text PRIMARY KEY,
  cpf_index bytea UNIQUE,
  partner_index bytea,
  -- Several CPFs are known to share the name and the digits: the row stands for none of them.
  partner_is_shared boolean NOT NULL DEFAULT false,
  -- The person this one turned out to be, once the CPF was learnt and had a row already.
  same_as text REFERENCES people (id),
  key_id text,
  wrapped_key bytea,
  ciphertext bytea,
  created_at timestamptz NOT NULL,
  erased_at timestamptz,
  CONSTRAINT people_erased_whole CHECK (
    erased_at IS NULL OR (cpf_index IS NULL AND partner_index IS NULL AND wrapped_key IS NULL AND ciphertext IS NULL)
  )
);
CREATE UNIQUE INDEX people_partner ON people (partner_index);
CREATE INDEX people_same_as ON people (same_as) WHERE same_as IS NOT NULL;

-- One import of an operator's data set. Its records count once it is ready; until then those before it do. The last
-- one can be taken back: the records that it has taken the place of stay for some days.
CREATE TABLE person_imports (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  state text NOT NULL CHECK (state IN ('loading', 'ready', 'failed', 'withdrawn')),
  format text NOT NULL,
  data_date date,
  started_at timestamptz NOT NULL,
  finished_at timestamptz,
  row_count bigint,
  record_counts jsonb,
  refused_rows jsonb,
  -- The code of the error that ended it.
  failure text,
  -- kept: what the import replaced is still there. to_remove: it has no use any more. removed: it is gone. Of a withdrawn
  -- import the same is said of its own records.
  spent_records text NOT NULL DEFAULT 'removed' CHECK (spent_records IN ('kept', 'to_remove', 'removed'))
);

-- A row of a data set: what it says of a CPF, sealed. Keyed by the hash of the CPF: the person may have no row. No
-- reference to the import, which would be looked up for each of millions of rows.
CREATE TABLE person_records (
  -- Import and line.
  id text COLLATE "C" PRIMARY KEY,
  cpf_index bytea NOT NULL,
  import_id integer NOT NULL,
  line bigint NOT NULL,
  -- Which sources it has something for.
  has_basic_data boolean NOT NULL,
  has_addresses boolean NOT NULL,
  key_id text NOT NULL,
  wrapped_key bytea NOT NULL,
  ciphertext bytea NOT NULL
);
CREATE INDEX person_records_cpf ON person_records (cpf_index, import_id, line);

-- Rows that could not be imported: where and why. What they held stays in the operator's file.
CREATE TABLE person_import_refused_rows (
  import_id integer NOT NULL REFERENCES person_imports (id),
  line bigint NOT NULL,
  reason text NOT NULL,
  field text
);
CREATE INDEX person_import_refused_rows_import ON person_import_refused_rows (import_id, line);

-- One import of a public list. One generation of each list and edition is current; its entries are matched. The
-- import before it is kept, so that a rollback can put it in service again.
CREATE TABLE person_list_generations (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  list text NOT NULL,
  -- What is published side by side under one name, such as the elections of a year; empty for the others.
  edition text NOT NULL,
  state text NOT NULL CHECK (
    state IN ('loading', 'current', 'previous', 'replaced', 'withdrawn', 'failed')
  ),
  list_date date,
  started_at timestamptz NOT NULL,
  finished_at timestamptz,
  entry_count bigint,
  refused_rows jsonb,
  failure text,
  -- The generation that took the place of this one. The whole year of an election replaces the files of its states.
  replaced_by integer
);
CREATE UNIQUE INDEX person_list_generations_current ON person_list_generations (list, edition)
  WHERE state = 'current';

-- An entry of a public list, sealed, with keyed hashes of what it can be found by. A CNPJ names no person.
CREATE TABLE person_list_entries (
  -- Generation and line.
  id text COLLATE "C" PRIMARY KEY,
  generation integer NOT NULL,
  line bigint NOT NULL,
  cpf_index bytea,
  six_digits_index bytea,
  name_index bytea,
  cnpj text,
  key_id text NOT NULL,
  wrapped_key bytea NOT NULL,
  ciphertext bytea NOT NULL
);
CREATE INDEX person_list_entries_generation ON person_list_entries (generation, line);
CREATE INDEX person_list_entries_cpf ON person_list_entries (cpf_index) WHERE cpf_index IS NOT NULL;
CREATE INDEX person_list_entries_six_digits ON person_list_entries (six_digits_index)
  WHERE six_digits_index IS NOT NULL;
CREATE INDEX person_list_entries_name ON person_list_entries (name_index)
  WHERE name_index IS NOT NULL AND six_digits_index IS NULL AND cpf_index IS NULL;
CREATE INDEX person_list_entries_cnpj ON person_list_entries (cnpj) WHERE cnpj IS NOT NULL;

CREATE TABLE person_list_refused_rows (
  generation integer NOT NULL REFERENCES person_list_generations (id),
  line bigint NOT NULL,
  reason text NOT NULL,
  field text
);
CREATE INDEX person_list_refused_rows_generation ON person_list_refused_rows (generation, line);

-- The last answer of an HTTP provider about a subject, so that it is not asked again before its time.
CREATE TABLE source_provider_answers (
  -- Provider and keyed hash of what was asked.
  id text PRIMARY KEY,
  provider text NOT NULL,
  -- The keyed hash of the CPF, or of the CNPJ.
  subject_index bytea NOT NULL,
  fetched_at timestamptz NOT NULL,
  key_id text NOT NULL,
  wrapped_key bytea NOT NULL,
  ciphertext bytea NOT NULL
);
CREATE INDEX source_provider_answers_subject ON source_provider_answers (subject_index);

-- How each HTTP provider did last, as the processes that asked it saw it.
CREATE TABLE source_provider_health (
  provider text PRIMARY KEY,
  circuit text NOT NULL CHECK (circuit IN ('closed', 'open', 'half-open')),
  last_success_at timestamptz,
  last_failure_at timestamptz,
  last_failure text,
  updated_at timestamptz NOT NULL
);
